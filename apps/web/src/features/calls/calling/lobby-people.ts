import type { Call } from "@umbral/contract/calls/calls.contract";
import type { LobbyPhase, PersonCall, PersonProgress, RungPerson, RungWay } from "./lobby-call-view.ts";

/** One person of a ringing, as the caller's side keeps them. */
export interface Entry extends PersonCall {
  call: Call;
  /** Has the server been told to ring? */
  isRequested: boolean;
}

const OPEN: readonly PersonProgress[] = ["notifying", "ringing", "no-devices"];
const WAYS: readonly RungWay[] = ["device", "push", "voice", "sms"];
const progressAfter = { RECHAZADA: "rejected", PERDIDA: "missed", TERMINADA: "ended" } as const;

/** Can this person still answer? */
export const isOpen = ({ progress }: PersonCall): boolean => OPEN.includes(progress);

export function newEntry({ call, name }: Pick<RungPerson, "call" | "name">): Entry {
  return {
    personId: call.callee.id,
    name,
    progress: "notifying",
    reached: [],
    rejectMessage: null,
    said: null,
    call,
    isRequested: false,
  };
}

/** This person was reached by these ways too; each counts once, in the order in which they are tried. */
export function reachedBy(entry: Entry, ways: readonly RungWay[]): Entry {
  const reached = WAYS.filter((way) => entry.reached.includes(way) || ways.includes(way));
  const isRinging = reached.includes("device") && isOpen(entry);
  return { ...entry, reached, progress: isRinging ? "ringing" : entry.progress };
}

/** The door is open: nothing that is heard later says more. */
export function saying(entry: Entry, said: Entry["said"]): Entry {
  return entry.said === "opened" || said === null ? entry : { ...entry, said };
}

/** The person as the server's word on their call has them. */
export function asServerSays(entry: Entry, call: Call): Entry {
  const known = saying(reachedBy({ ...entry, call }, call.reached), call.said);
  if (call.status === "ENTRANTE") {
    return known;
  }
  if (call.status === "CONTESTADA") {
    return { ...known, progress: call.answeredBy === "telefono" ? "telephone" : "accepted" };
  }
  const rejectMessage = call.rejectMessage ?? known.rejectMessage;
  return { ...known, rejectMessage, progress: progressAfter[call.status] };
}

/**
 * How the ringing of all these people ended; null while one can still answer. Who said no is worth more to
 * the caller than who said nothing.
 */
export function endingOf(entries: readonly Entry[]): LobbyPhase | null {
  if (entries.length === 0 || entries.some(isOpen)) {
    return null;
  }
  const isAny = (progress: PersonProgress) => entries.some((entry) => entry.progress === progress);
  return (["rejected", "missed"] as const).find(isAny) ?? "cancelled";
}
