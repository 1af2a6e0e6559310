/** A code as this page remembers it. */
export interface GivenCode {
  code: string;
  buildingName: string;
  timeZone: string;
  expiresAt: string;
  /** It also leaves by SMS, for who registered a mobile telephone. */
  isTexted?: boolean;
}

/**
 * The code in the state of this place in the tab's history, where it outlives a reload and nothing else;
 * null when there is none, or its day is over.
 */
export function givenCodeIn(state: unknown, now: Date): GivenCode | null {
  const given = typeof state === "object" && state !== null && "given" in state ? state.given : null;
  return isGivenCode(given) && new Date(given.expiresAt) > now ? given : null;
}

function isGivenCode(value: unknown): value is GivenCode {
  return (
    typeof value === "object" &&
    value !== null &&
    ["code", "buildingName", "timeZone", "expiresAt"].every(
      (name) => typeof Reflect.get(value, name) === "string",
    )
  );
}
