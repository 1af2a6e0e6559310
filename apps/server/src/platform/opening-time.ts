import { Refused } from "./refused.ts";

/** From when until when somebody, their card or their PIN opens; null on a side without an end. */
export interface OpeningTime {
  from: Date | null;
  until: Date | null;
}

/** What is said of that time, as ISO moments; a side of which nothing is said stays as it is. */
export interface SaidTime {
  from?: string | null | undefined;
  until?: string | null | undefined;
}

/**
 * From when until when somebody or something opens, after what was said of it.
 * @throws {Refused} what `isOver` gives for an end that was chosen now and is over, INCOMPLETE for one before its beginning
 */
export function openingTime(
  said: SaidTime,
  before: OpeningTime,
  now: Date,
  isOver = () => new Refused("GRANT_IN_THE_PAST"),
): OpeningTime {
  const at = (moment: string | null) => (moment === null ? null : new Date(moment));
  const from = said.from === undefined ? before.from : at(said.from);
  const until = said.until === undefined ? before.until : at(said.until);
  if (until !== null && until <= now && until.getTime() !== before.until?.getTime()) {
    throw isOver();
  }
  if (from !== null && until !== null && until <= from) {
    throw new Refused("INCOMPLETE", {
      errors: [{ property: "until", message: "debe ser después del comienzo" }],
    });
  }
  return { from, until };
}
