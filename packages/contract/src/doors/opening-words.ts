import type { OpenDoorOrigin } from "./doors.contract.ts";

/** How a door came to open, as a person reads it. */
export const originWords: Readonly<Record<OpenDoorOrigin, string>> = {
  APP: "Aplicación",
  CARD: "Tarjeta",
  CALL: "Llamada",
  CODE: "Código de visita",
  BUTTON: "Botón de salida",
  SCHEDULE: "Horario",
  UNKNOWN: "Sin causa conocida",
};
