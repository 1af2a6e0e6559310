import type { Door } from "@umbral/contract/doors/doors.contract";

export const modeSentences = {
  title: "Modo de la puerta",
  free: "Libre hasta…",
  freeHint: "Nadie necesita tarjeta ni app. Termina sola a su hora, también sin conexión.",
  locked: "Bloqueada hasta…",
  lockedHint: "Solo entran quienes su nivel deja pasar. La salida nunca se bloquea.",
  asAlways: "Como siempre",
  onlyPulses:
    "El relé de esta puerta solo da pulsos, así que no puede quedar libre. Se cambia en la configuración de la puerta.",
  notLater: "* Escribe una hora que esté por venir",
} as const;

/** So many doors, in words. */
export const doorsWords = (count: number): string => (count === 1 ? "1 puerta" : `${count} puertas`);

/** Can every controller that moves one of these doors hear of its mode now? */
export const areHeard = (doors: readonly Pick<Door, "line">[]): boolean =>
  doors.every(({ line }) => line === "online");

/** When it holds at the doors themselves: a controller that is away lets cards in as before. */
export function whenHeard(doors: readonly Pick<Door, "name" | "line">[]): string {
  const unheard = doors.filter(({ line }) => line !== "online").map(({ name }) => name);
  switch (unheard.length) {
    case 0:
      return "El controlador lo sabrá enseguida.";
    case 1:
      return `Sin conexión con ${unheard.join()}: en esa puerta nada cambia hasta que su controlador esté en línea.`;
    default:
      return `Sin conexión con ${unheard.join(", ")}: en esas puertas nada cambia hasta que su controlador esté en línea.`;
  }
}
