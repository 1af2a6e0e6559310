import type { AccessOutcome } from "./decision.ts";

/** What came of a card at a reader, as a person reads it in a list. */
export const accessOutcomeWords: Readonly<Record<AccessOutcome, string>> = {
  granted: "Entró",
  unknown: "Tarjeta desconocida",
  suspended: "Acceso suspendido",
  expired: "Tarjeta no vigente",
  "not-this-door": "Sin nivel para esta puerta",
  "not-now": "Fuera de su horario",
  "door-locked": "Puerta bloqueada",
  "offline-too-long": "Demasiado tiempo sin conexión",
  "clock-untrusted": "Reloj no confiable",
};
