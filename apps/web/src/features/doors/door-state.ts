import type { Door } from "@umbral/contract/doors/doors.contract";
import { formatSince } from "../../lib/dates.ts";
import { modeWords } from "./door-modes.strings.ts";

/** `attention`: what somebody should look at before they press. */
export interface DoorStateWords {
  tone: "calm" | "attention";
  words: string;
}

type StateOf = Pick<Door, "line" | "mode" | "leaf" | "jammedSince">;

const leafWords = {
  closed: "Cerrada",
  open: "Abierta",
  held: "Abierta demasiado tiempo",
  forced: "Forzada",
} as const;

/** How a door is now, in few words; null for one of which nothing is known. What a part that is away would say is not said. */
export function doorState(
  { line, mode, leaf, jammedSince }: StateOf,
  { now, timeZone }: { now: Date; timeZone?: string | undefined },
): DoorStateWords | null {
  if (line === "none") {
    return { tone: "attention", words: "Sin controlador" };
  }
  if (line === "away") {
    return { tone: "attention", words: "Sin conexión" };
  }
  const jammed = jammedSince === undefined ? null : formatSince(jammedSince, now, timeZone);
  const words = [
    jammed === null ? null : `Trabada: no se movió ${jammed.startsWith("el ") ? "" : "a "}${jammed}`,
    mode === undefined ? null : modeWords(mode, { now, timeZone }),
    leaf === undefined ? null : leafWords[leaf.is],
  ].filter((part) => part !== null);
  return words.length === 0
    ? null
    : {
        tone: isHeldOrForced(leaf) || jammed !== null || mode?.mode === "locked" ? "attention" : "calm",
        words: words.join(" · "),
      };
}

const isHeldOrForced = (leaf: StateOf["leaf"]): boolean => leaf?.is === "held" || leaf?.is === "forced";

/** What is wrong with a door itself, for somebody to go and look at; null for one that is well, or of which nobody knows. */
export function doorTrouble({ line, leaf, jammedSince }: Omit<StateOf, "mode">): string | null {
  if (line !== "online") {
    return null;
  }
  if (leaf !== undefined && isHeldOrForced(leaf)) {
    return leafWords[leaf.is];
  }
  return jammedSince === undefined ? null : "Trabada";
}

/** Since when doors of a building are without their controller, and whether all are; null while none is. */
export function awayOf(
  doors: readonly Pick<Door, "line" | "awaySince">[],
): { since: string | null; isWhole: boolean } | null {
  const away = doors.filter(({ line }) => line === "away");
  if (away.length === 0) {
    return null;
  }
  const [since = null] = away.flatMap(({ awaySince }) => awaySince ?? []).sort();
  return { since, isWhole: doors.every(({ line }) => line !== "online") };
}
