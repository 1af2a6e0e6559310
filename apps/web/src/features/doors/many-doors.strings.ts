import type { DoorModeSettings } from "@umbral/contract/doors/door-modes.contract";
import type { Door } from "@umbral/contract/doors/doors.contract";
import { doorsWords, modeSentences, whenHeard } from "./changing-modes.strings.ts";

/** What is said of several doors that get one mode. */
export const manyModes = {
  title: (doors: readonly Door[]): string => {
    const [door] = doors;
    return door !== undefined && doors.length === 1
      ? `${modeSentences.title}: ${door.name}`
      : `Modo de ${doorsWords(doors.length)}`;
  },
  onlyPulses: (doors: readonly Door[]): string => {
    const names = doors.filter(({ may }) => may.setMode !== "lock-or-free").map(({ name }) => name);
    if (names.length === doors.length) {
      return doors.length === 1
        ? modeSentences.onlyPulses
        : "Los relés de estas puertas solo dan pulsos, así que no pueden quedar libres. Se cambia en la configuración de cada una.";
    }
    return `Con un relé que solo da pulsos no se puede quedar libre: ${names.join(", ")}. Sin eso en la selección puedes dejar libres las demás.`;
  },
  question: (count: number, { lockedUntil, freeUntil }: DoorModeSettings) => {
    if (freeUntil !== null) {
      return {
        title: `¿Dejar ${count === 1 ? "libre" : "libres"} ${doorsWords(count)}?`,
        text: "Hasta la hora que elegiste cualquiera entra sin tarjeta ni app.",
      };
    }
    return lockedUntil === null
      ? {
          title: `¿Dejar ${doorsWords(count)} como siempre?`,
          text: "Termina de inmediato lo que se les puso.",
        }
      : {
          title: `¿Bloquear ${doorsWords(count)}?`,
          text: modeSentences.lockedHint,
          takesAway: true,
        };
  },
  done: (doors: readonly Door[]): string => `Listo: ${doorsWords(doors.length)}. ${whenHeard(doors)}`,
} as const;
