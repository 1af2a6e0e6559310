import { CallRefused, NoConnection } from "./failures.ts";

/** Dialogs that every screen shares, letter by letter (specification §8). */
export const dialogSentences = {
  success: { title: "¡Excelente!", text: "Proceso realizado con éxito" },
  failure: { title: "Lo sentimos!", text: "Ha ocurrido un error." },
  errorList: {
    title: "Han ocurrido los siguientes errores",
    fallback: "Ha ocurrido un error, por favor intenta de nuevo",
  },
  confirmation: { goOn: "Continuar", cancel: "Cancelar" },
  close: "Entendido",
} as const;

/** Messages under a field; all start with '* ' (specification §5). */
export const fieldSentences = {
  required: "* El campo es obligatorio",
  cedula: "* Debes diligenciar la cédula",
  password: "* Debes diligenciar la contraseña",
} as const;

export const offlineSentences = {
  title: "Error de Conexión",
  browser:
    "Tu dispositivo no tiene internet. Revisa el wifi o los datos móviles; volvemos solos apenas regrese.",
  server: "No logramos comunicarnos con Umbral. Lo seguimos intentando; no tienes que hacer nada.",
} as const;

/** What a list says when it could not be read. */
export const listSentences = {
  failed: "No pudimos cargar esta información.",
  again: "Intentar de nuevo",
} as const;

/** As the contract has it (specification §5): for one sentence no first screen carries all of them. */
export const NOT_AUTHORISED = "No se encuentra autorizado para realizar esta acción";

/** One sentence for any failure: the server's own when it gave one. */
export function sentenceFor(error: unknown): string {
  if (error instanceof CallRefused && error.message !== "") {
    return error.message;
  }
  if (error instanceof NoConnection) {
    return "No hay conexión con Umbral. Revisa tu internet e intenta de nuevo.";
  }
  return dialogSentences.errorList.fallback;
}
