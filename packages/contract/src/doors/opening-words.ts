import type { OpenDoorOrigin } from "./doors.contract.ts";

/** How a door came to open, as a person reads it. */
export const originWords: Readonly<Record<OpenDoorOrigin, string>> = {
  APP: "App",
  CARD: "Tarjeta",
  PIN: "PIN",
  PASS: "Invitación",
  CALL: "Llamada",
  CODE: "Código de visita",
  BUTTON: "Botón de salida",
  SCHEDULE: "Horario",
  ALARM: "Emergencia",
  API: "Integración",
  UNKNOWN: "Sin causa conocida",
};

/** The same for one opening: of one that only may have been, it says so. */
export const openingWords = ({
  origin,
  isCertain,
}: {
  origin: OpenDoorOrigin;
  isCertain: boolean;
}): string => (isCertain ? originWords[origin] : `${originWords[origin]} (posible)`);
