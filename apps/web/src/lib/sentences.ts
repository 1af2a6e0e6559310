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

/** Any failure of the login, whatever it was (specification §8). */
export const LOGIN_FAILED = "* Usuario o contraseña inválidos";

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

const NO_ANSWER = "Lo sentimos ha ocurrido un error";
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

/**
 * What the list error dialog shows for a form the server refused (specification §8, registration errors).
 * `names` are the fields' names as the person reads them on that form; a field without one keeps its own.
 */
export function errorList(error: unknown, names: Readonly<Record<string, string>> = {}): readonly string[] {
  if (error instanceof NoConnection) {
    return [NO_ANSWER];
  }
  if (!(error instanceof CallRefused)) {
    return [dialogSentences.errorList.fallback];
  }
  if (error.errors.length > 0) {
    return error.errors.map(({ property, message }) =>
      fieldErrorSentence({ property: names[property] ?? property, message }),
    );
  }
  if (error.status === 401) {
    return [NOT_AUTHORISED];
  }
  return [error.message || dialogSentences.errorList.fallback];
}

function fieldErrorSentence({ property, message }: { property: string; message: string }): string {
  if (message.includes("should not be null")) {
    return `El campo "${property}", es un campo obligatorio`;
  }
  if (message.includes("already exists")) {
    return `Este(a) "${property}", ya se encuentra registrado(a)`;
  }
  return `${property} ${message}`;
}

const MAY_NOT = "No posee permisos para realizar esta acción.";
const validationSentences: Readonly<Record<number, string>> = {
  400: "La tarjeta ya ha sido asignada y/ el usuario ya tiene tarjeta asignada.",
  401: MAY_NOT,
  // With it the server says that somebody may not; the specification knows 401 alone.
  403: MAY_NOT,
  404: "No se encontró el usuario ingresado.",
  422: "Por favor ingresar toda la información solicitada.",
};

/** Cards and user validation speak by status (specification §8). */
export function validationSentence(error: unknown): string {
  const refused = error instanceof CallRefused ? error : undefined;
  // What came in between (409) has no sentence there: the server's own says what it was.
  const known = refused?.status === 409 ? refused.message : validationSentences[refused?.status ?? 0];
  return known ?? "Lo sentimos ha ocurrido un error inesperado, comuníquese con un administrador";
}
