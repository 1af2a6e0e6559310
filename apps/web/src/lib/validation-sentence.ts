import { CallRefused } from "./failures.ts";

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
  // What came in between (409) has no sentence there, nor has a second factor that is wanted first: the server's own says it.
  const hasOwn = refused?.status === 409 || refused?.code === "SECOND_FACTOR_ASKED";
  const known = hasOwn ? refused.message : validationSentences[refused?.status ?? 0];
  return known ?? "Lo sentimos ha ocurrido un error inesperado, comuníquese con un administrador";
}
