import { setTimeout as sleep } from "node:timers/promises";
import { countAttempt, giveBackAttempt, type Limit, takeAttempt } from "../../platform/attempts.queries.ts";
import type { Actor, Services } from "../../platform/context.ts";
import { Refused } from "../../platform/refused.ts";

/** Wrong codes of one person of a lobby in 15 minutes (decisions §3). */
const WRONG_CODES = 20;
/** Wrong codes of a whole building after which each next one waits, and how long: it gets slower and is never locked. */
const WRONG_CODES_BEFORE_WAITING = 20;
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5000;

/** How long an attempt waits before it is looked at. A few people may try here, so each sits it out. */
export type Pause = (milliseconds: number) => Promise<unknown>;

/**
 * Looks for what stands behind a code that somebody typed at a lobby. The code counts against the limits before it is
 * looked for, and no more when it led to something. Codes of visits and of passes are counted together: another kind
 * gives nobody more guesses.
 * @throws {Refused} TOO_OFTEN
 */
export async function guessCode<Found>(
  { db, clock }: Pick<Services, "db" | "clock">,
  { actor, buildingId }: { actor: Pick<Actor, "id">; buildingId: string },
  find: () => Promise<Found | undefined>,
  pause: Pause = sleep,
): Promise<Found | undefined> {
  const now = clock.now();
  const limits: Limit[] = [{ subject: ["visit-code", "wrong", actor.id], most: WRONG_CODES }];
  const ofBuilding = { subject: ["visit-code", "wrong", "building", buildingId] };
  const retryAfter = await takeAttempt(db, limits, now);
  if (retryAfter > 0) {
    throw new Refused("TOO_OFTEN", { retryAfter });
  }
  await pause(waitAfter(await countAttempt(db, ofBuilding.subject, now)));
  const found = await find();
  if (found !== undefined) {
    await giveBackAttempt(db, [...limits, ofBuilding], now);
  }
  return found;
}

/** Milliseconds that an attempt waits after so many wrong ones in its building. */
const waitAfter = (wrong: number): number =>
  wrong < WRONG_CODES_BEFORE_WAITING
    ? 0
    : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (wrong - WRONG_CODES_BEFORE_WAITING));
