import { randomInt } from "node:crypto";
import { countCodes, isCodeKnown, lockCodes } from "./code-pool.queries.ts";
import type { Services } from "./context.ts";
import type { Trx } from "./database.ts";
import type { KeyedDigest } from "./keyed-digest.ts";
import { pinDigest } from "./pin-key.ts";

/*
 * The codes of a building are one pool: PINs, passes and today's visits. Three rooms give them out, none of which may
 * read the tables of the others; a code that any of them has is given out by none.
 */

export { countCodes, lockCodes };

/** Codes that another has are drawn anew: with so few of them for their length it happens hardly ever. */
const DRAWS = 20;
const DAY_MS = 24 * 3_600_000;

/**
 * What the database keeps of a visit's code. The building and the day are in it: the same digits elsewhere, or
 * tomorrow, are something else.
 */
export const digestOfVisitCode = (
  digest: KeyedDigest,
  where: { buildingId: string; day: string },
  code: string,
): Buffer => digest.of("visit-code", where.buildingId, where.day, code);

/** So many digits by chance: none can be guessed from those before. */
export const randomDigits = (length: number): string => Array.from({ length }, () => randomInt(10)).join("");

/**
 * A code that nobody in the building has. The building's codes are held until the transaction ends, in which it has to be
 * written down.
 * @returns null when chance found none
 */
export async function drawCode(
  services: Pick<Services, "digest" | "clock">,
  trx: Trx,
  buildingId: string,
  newCode: () => string,
): Promise<string | null> {
  await lockCodes(trx, buildingId);
  for (let draws = 0; draws < DRAWS; draws += 1) {
    const code = newCode();
    if (!(await isKnown(services, trx, buildingId, code))) {
      return code;
    }
  }
  return null;
}

function isKnown(
  { digest, clock }: Pick<Services, "digest" | "clock">,
  trx: Trx,
  buildingId: string,
  code: string,
): Promise<boolean> {
  const now = clock.now();
  // Today by the building's own clock is one of these, wherever it stands.
  const days = [-DAY_MS, 0, DAY_MS].map((by) => new Date(now.getTime() + by).toISOString().slice(0, 10));
  const ofVisits = days.map((day) => digestOfVisitCode(digest, { buildingId, day }, code));
  return isCodeKnown(trx, buildingId, { typed: pinDigest({ digest }, buildingId, code), ofVisits }, now);
}
