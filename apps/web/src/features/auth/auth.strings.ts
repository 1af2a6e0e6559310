import { CallRefused } from "../../lib/failures.ts";
import { sentenceFor } from "../../lib/sentences.ts";

/** Letter by letter where the specification has them (§5, §7). */
export const resetSentences = {
  button: "Aceptar",
  password: "* Debes ingresar una contraseña",
  confirmation: "* Debes confirmar la contraseña",
  differ: "Las contraseñas no coinciden",
} as const;

/** Any failure of the login, whatever it was (specification §8). */
export const LOGIN_FAILED = "* Usuario o contraseña inválidos";

export const PASSWORD_HINT = "8 caracteres o más. Una frase corta sirve muy bien.";

/** What stands under the sentence of a failed sign-in; undefined where that sentence says it all (decisions §3). */
export function signInTrouble(error: unknown): string | undefined {
  if (error instanceof CallRefused && error.status === 429) {
    const minutes = Math.max(1, Math.ceil((error.retryAfter ?? 60) / 60));
    return `Demasiados intentos. Espera ${minutes} ${minutes === 1 ? "minuto" : "minutos"}.`;
  }
  const isAnswer = error instanceof CallRefused && error.status < 500;
  return isAnswer ? undefined : "No pudimos comunicarnos con el servidor.";
}

/** Why a new password was not taken, or whatever else went wrong. */
export function passwordTrouble(error: unknown): string {
  const wrong =
    error instanceof CallRefused ? error.errors.find(({ property }) => property === "password") : undefined;
  return wrong === undefined ? sentenceFor(error) : `La contraseña ${wrong.message}`;
}
