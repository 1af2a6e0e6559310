/** A code as this page remembers it. */
export interface GivenCode {
  code: string;
  buildingName: string;
  timeZone: string;
  expiresAt: string;
  /** When it was given, by this device's clock. */
  givenAt: number;
  /** It also leaves by SMS, for who registered a mobile telephone. */
  isTexted?: boolean;
}

/** The longest that a day lasts, where the hour changes on it: no code is good for longer. */
const LONGEST_DAY_MS = 25 * 3_600_000;

/**
 * The code in the state of this place in the tab's history, where it outlives a reload and nothing else;
 * null when there is none, or its day is over.
 */
export function givenCodeIn(state: unknown, now: Date): GivenCode | null {
  const given = typeof state === "object" && state !== null && "given" in state ? state.given : null;
  return isGivenCode(given) && !isOver(given, now) ? given : null;
}

/** A clock that could not be right when the code was given, before its day or after it, tells only how long ago that was. */
function isOver({ expiresAt, givenAt }: GivenCode, now: Date): boolean {
  const end = Date.parse(expiresAt);
  const mayBeRight = givenAt < end && end - givenAt <= LONGEST_DAY_MS;
  return now.getTime() >= (mayBeRight ? end : givenAt + LONGEST_DAY_MS);
}

function isGivenCode(value: unknown): value is GivenCode {
  return (
    typeof value === "object" &&
    value !== null &&
    typeof Reflect.get(value, "givenAt") === "number" &&
    ["code", "buildingName", "timeZone", "expiresAt"].every(
      (name) => typeof Reflect.get(value, name) === "string",
    )
  );
}
