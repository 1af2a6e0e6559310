import type { CallDecision, CallStatus } from "./calls.contract.ts";

/** Who moves a call: one of its two people, or time itself. */
export type Mover = "caller" | "callee" | "clock";

export interface CallMove {
  by: Mover;
  to: CallDecision;
}

/** What of a call decides how it can go on. */
export interface CallState {
  status: CallStatus;
  /** When ringing ends by itself; a date, or as it travels. */
  expiresAt: Date | string;
}

/**
 * - `moved`: the call is now as `call` says
 * - `repeated`: it was so already, and who asks could have made it so: the same answer, no error
 * - `refused`: it cannot become that any more, or not by them
 */
export type Step<Call> =
  | { kind: "moved" | "repeated"; call: Call }
  | { kind: "refused"; code: "CALL_NOT_AVAILABLE" };

type Decisions = readonly CallDecision[];
const NONE: Record<Mover, Decisions> = { caller: [], callee: [], clock: [] };

/** PERDIDA stands nowhere here: the deadline makes it, whoever is the first to say so. */
const possible: Record<CallStatus, Record<Mover, Decisions>> = {
  ENTRANTE: { caller: ["TERMINADA"], callee: ["CONTESTADA", "RECHAZADA"], clock: [] },
  // The clock ends a call that both sides have left (BOTH_GONE_MS).
  CONTESTADA: { caller: ["TERMINADA"], callee: ["TERMINADA"], clock: ["TERMINADA"] },
  RECHAZADA: NONE,
  PERDIDA: NONE,
  TERMINADA: NONE,
};

/** Who could have made a call what it is; saying it again is then no error. */
const makers: Record<CallDecision, readonly Mover[]> = {
  CONTESTADA: ["callee"],
  RECHAZADA: ["callee"],
  PERDIDA: ["caller", "callee", "clock"],
  TERMINADA: ["caller", "callee", "clock"],
};

const REFUSED = { kind: "refused", code: "CALL_NOT_AVAILABLE" } as const;

/** What a call is at this moment: after its deadline it is PERDIDA, also before anybody has written that down. */
export function statusAt(call: CallState, now: Date): CallStatus {
  const isDue = call.status === "ENTRANTE" && now.getTime() >= new Date(call.expiresAt).getTime();
  return isDue ? "PERDIDA" : call.status;
}

/** Nothing can happen to it any more. */
export function isOver(status: CallStatus): boolean {
  return status !== "ENTRANTE" && status !== "CONTESTADA";
}

/**
 * What a call becomes when one of its two is nobody any more: what they ring and where they stand is over; what rings for
 * them is missed, because nobody is there who could answer it.
 */
export function statusLeftBy(call: CallState, side: Exclude<Mover, "clock">, now: Date): CallStatus {
  const status = statusAt(call, now);
  if (isOver(status)) {
    return status;
  }
  return status === "ENTRANTE" && side === "callee" ? "PERDIDA" : "TERMINADA";
}

/** The call after this move at this moment, alone. {@link nextInRinging} knows what it means for the others. */
export function next<Call extends CallState>(call: Call, move: CallMove, now: Date): Step<Call> {
  const status = statusAt(call, now);
  if (move.to === status && makers[move.to].includes(move.by)) {
    return call.status === status
      ? { kind: "repeated", call }
      : { kind: "moved", call: { ...call, status: move.to } };
  }
  return possible[status][move.by].includes(move.to)
    ? { kind: "moved", call: { ...call, status: move.to } }
    : REFUSED;
}

/** What this side can do with the call now: a move that is missing here is a button that is not drawn. */
export function movesOf(call: CallState, by: Mover, now: Date): Decisions {
  return possible[statusAt(call, now)][by];
}

/** `changed` holds every call of the ringing that is no longer as it was, the named one included. */
export type RingingStep<Call> =
  | { kind: "moved"; changed: Call[] }
  | { kind: "repeated" }
  | { kind: "refused"; code: "CALL_NOT_AVAILABLE" };

/**
 * The same for all calls that one caller makes to one apartment at once. One answer ends the ringing of
 * the others; a caller who cancels cancels all of it, whichever of its calls is named.
 */
export function nextInRinging<Call extends CallState & { id: string }>(
  calls: readonly Call[],
  callId: string,
  move: CallMove,
  now: Date,
): RingingStep<Call> {
  const named = calls.find((call) => call.id === callId);
  if (named === undefined) {
    return REFUSED;
  }
  const status = statusAt(named, now);
  const isCancelled = move.by === "caller" && move.to === "TERMINADA" && status !== "CONTESTADA";
  const ringing = calls.filter((call) => statusAt(call, now) === "ENTRANTE");
  if (isCancelled && ringing.length > 0) {
    return { kind: "moved", changed: ringing.map((call) => ({ ...call, status: "TERMINADA" })) };
  }
  const isAnswer = move.to === "CONTESTADA" && status === "ENTRANTE";
  if (isAnswer && calls.some((call) => call.status === "CONTESTADA")) {
    return REFUSED;
  }
  const step = next(named, move, now);
  if (step.kind !== "moved") {
    return step.kind === "refused" ? step : { kind: "repeated" };
  }
  const others = isAnswer ? ringing.filter((call) => call.id !== callId) : [];
  return {
    kind: "moved",
    changed: [step.call, ...others.map((call): Call => ({ ...call, status: "TERMINADA" }))],
  };
}
