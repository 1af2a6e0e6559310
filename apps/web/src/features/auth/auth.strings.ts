import { CallRefused } from "../../lib/failures.ts";
import { sentenceFor } from "../../lib/sentences.ts";

/** Letter by letter where the specification has them (§5, §7). */
export const recoverySentences = {
  button: "Solicitar recuperar contraseña",
  empty: { title: "Formulario inválido", text: "El campo cedula esta vacio" },
  sent: { title: "Solicitud enviada", text: "Revisa tu correo" },
} as const;

export const resetSentences = {
  button: "Aceptar",
  password: "* Debes ingresar una contraseña",
  confirmation: "* Debes confirmar la contraseña",
  differ: "Las contraseñas no coinciden",
} as const;

export const PASSWORD_HINT = "8 caracteres o más. Una frase corta sirve muy bien.";

/** Why a new password was not taken, or whatever else went wrong. */
export function passwordTrouble(error: unknown): string {
  const wrong =
    error instanceof CallRefused ? error.errors.find(({ property }) => property === "password") : undefined;
  return wrong === undefined ? sentenceFor(error) : `La contraseña ${wrong.message}`;
}
