import { type Circumstances, type DoorMode, modeAt, type RefusalReason } from "../access-control/decision.ts";
import { FOLLOWS_MS, type PassRefusal, type PassTimes, passVerdict } from "./pass-rules.ts";

/*
 * A pass at a door, where nobody stands but its guest: a keypad or a QR reader whose controller decides, with the server
 * or without. When it holds and for how many is the same rule as at the desk.
 */

/** Where a door stands on the way of a pass. */
export type PassPlace = "perimeter" | "inner";

export interface PassAttempt {
  /** Undefined for a code that nobody was given, or that was taken back. */
  pass: (PassTimes & { entries: number | null; entered: number }) | undefined;
  /** Null for a door that is not on its way. */
  place: PassPlace | null;
  mode: DoorMode;
  /** May it be counted here? Asked where there is a number alone. */
  mayCount: boolean;
  /** When somebody last came in by it; null for never. In milliseconds since 1970. */
  enteredAt: number | null;
}

/** `isEntry`: one more came in by it. */
export type PassDecision =
  | { outcome: "granted"; isEntry: boolean }
  | { outcome: "refused"; reason: RefusalReason };

/** What a pass's own refusal is called at a door. */
const reasons: Readonly<Record<PassRefusal, RefusalReason>> = {
  "taken-back": "suspended",
  expired: "expired",
  "used-up": "used-up",
  "not-yet": "expired",
  "not-now": "not-now",
};

/** Does somebody come in by a pass at this door, or why not? The reason is the first that stands in the way. */
export function decidePass(attempt: PassAttempt, here: Circumstances): PassDecision {
  const { pass, place, mode, mayCount } = attempt;
  const reason =
    pass === undefined
      ? "unknown"
      : place === null
        ? "not-this-door"
        : !here.isClockTrusted
          ? "clock-untrusted"
          : (timesRefuse(pass, place, attempt.enteredAt, here) ??
            (place === "perimeter" && pass.entries !== null && !mayCount
              ? "decided-elsewhere"
              : modeAt(mode, here) === "locked"
                ? "door-locked"
                : here.isOfflineTooLong
                  ? "offline-too-long"
                  : null));
  return reason === null
    ? { outcome: "granted", isEntry: place === "perimeter" }
    : { outcome: "refused", reason };
}

/** Why it does not hold at this door now; null where it does. */
function timesRefuse(
  { entries, entered, ...times }: NonNullable<PassAttempt["pass"]>,
  place: PassPlace,
  enteredAt: number | null,
  here: Circumstances,
): RefusalReason | null {
  // Who was let in a moment ago walks on, also when the time is over or the number full meanwhile.
  if (place === "inner" && enteredAt !== null && Math.abs(here.now - enteredAt) < FOLLOWS_MS) {
    return null;
  }
  const isCounted = place === "perimeter" && entries !== null;
  const use = { isTakenBack: false, entries: isCounted ? entries : null, entered, left: 0 };
  const verdict = passVerdict(times, use, here);
  if (verdict.outcome === "refused") {
    return reasons[verdict.reason];
  }
  // A number is counted where one comes in from the street: behind that nobody is known to have come.
  return place === "inner" && entries !== null ? "not-now" : null;
}
