import type { AccessEvent } from "@umbral/contract/access-control/access-events.contract";

/** What the list of readings says. */
export const readingSentences = {
  none: "No hay lecturas de tarjetas registradas.",
  noneToday: "Hoy nadie ha acercado una tarjeta.",
  noneHint: "Cada vez que alguien acerque una tarjeta a un lector, aparece aquí sola.",
  noMatch: "Ninguna lectura coincide con los filtros.",
  older: "Hay lecturas más antiguas. Usa las fechas de los filtros para verlas.",
  newer: "Hay lecturas más recientes. Usa las fechas de los filtros para verlas.",
  news: "Hay lecturas nuevas",
  noPhoto: "No hay foto disponible",
  brokenPhoto: "El controlador envió algo que no es una imagen: no se guardó.",
  goneDoor: "Una puerta que ya no existe",
} as const;

/** Whose card it was: of one that nobody knows, what was read of it. */
export const whoWords = ({ userName, tag }: Pick<AccessEvent, "userName" | "tag">): string =>
  userName ?? (tag === null ? "Sin identificar" : `Tarjeta ${tag}`);
