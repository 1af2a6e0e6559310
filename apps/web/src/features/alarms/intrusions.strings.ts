import type { IntrusionEvent } from "@umbral/contract/alarms/intrusions.contract";

/** What the list of intrusions says (specification §8, and what it leaves open). */
export const intrusionSentences = {
  none: "No hay eventos de intrusión disponibles.",
  noneHint: "Cuando una cámara, una puerta o una entrada note algo, aparece aquí solo.",
  noMatchHint: "Cambia los filtros o quítalos para ver todos.",
  older: "Hay eventos más antiguos. Usa las fechas de los filtros para verlos.",
  newer: "Hay eventos más recientes. Usa las fechas de los filtros para verlos.",
  news: "Hay eventos nuevos",
  noPhotos: "No hay foto disponible",
  brokenPhotos: "El controlador también envió algo que no es una imagen: no se guardó.",
  noCamera: "Este evento no tiene una cámara que mirar ahora.",
} as const;

/** Where it was noticed: the input, the door, and the camera that saw it. */
export const placeOf = ({
  inputName,
  doorName,
  cameraName,
}: Pick<IntrusionEvent, "inputName" | "doorName" | "cameraName">): string =>
  [inputName, doorName, cameraName].filter((name) => name !== null).join(" · ") || "–";

/** '42 s', '3 min 5 s', '2 h 10 min'; that it goes on while it does. */
export function lengthOf({ startTime, endTime }: Pick<IntrusionEvent, "startTime" | "endTime">): string {
  if (endTime === null) {
    return "En curso";
  }
  const seconds = Math.max(0, Math.round((Date.parse(endTime) - Date.parse(startTime)) / 1000));
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  if (hours > 0) {
    return minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`;
  }
  if (minutes > 0) {
    return rest === 0 ? `${minutes} min` : `${minutes} min ${rest} s`;
  }
  return `${rest} s`;
}
