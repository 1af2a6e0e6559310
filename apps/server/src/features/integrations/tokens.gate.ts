import type { TokenCaller } from "../../platform/actor.ts";
import { networkOf } from "../../platform/address.ts";
import {
  type Limit,
  type Pace,
  refusedJustNow,
  takeAttempt,
  takeTurn,
} from "../../platform/attempts.queries.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import { Refused } from "../../platform/refused.ts";
import { digestOfToken } from "./token-secret.ts";
import { findCallers, touchToken } from "./tokens.queries.ts";

/** Wrong tokens of one network in 15 minutes: from the first number on they wait, from the second on there are none. */
const WRONG_BEFORE_WAITING = 20;
const WRONG_AT_MOST = 200;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;
/** That a token is used is written down once in this time: it may ask many times in a second. */
const TOUCHED_EACH_MS = 60_000;

/**
 * Answers for the gate: which program is behind an API token. A right token is never held up by wrong ones from the same
 * address: a whole house of programs may stand behind one, and nobody guesses 190 bits.
 */
export function callersOf(db: Database, clock: Clock) {
  return {
    async callerOfToken(token: string, address: string): Promise<TokenCaller | null> {
      const now = clock.now();
      const digest = digestOfToken(token);
      const [found] = digest === null ? [] : await findCallers(db, { digest }, now);
      if (!found) {
        await countWrong(db, networkOf(address), now);
        return null;
      }
      const { lastUsedAt, lastUsedFrom, ...caller } = found;
      const since = new Date(now.getTime() - TOUCHED_EACH_MS);
      const from = address.replace(/^::ffff:/, "");
      if (lastUsedAt === null || lastUsedAt < since || lastUsedFrom !== from) {
        await touchToken(db, { tokenId: caller.tokenId, from, now, since });
      }
      return caller;
    },
    async callersOfTokens(tokenIds: readonly string[]): Promise<TokenCaller[]> {
      const found = await findCallers(db, { tokenIds }, clock.now());
      return found.map(({ lastUsedAt: _at, lastUsedFrom: _from, ...caller }) => caller);
    },
  };
}

/** @throws {Refused} TOO_OFTEN with the seconds to wait */
async function countWrong(db: Database, network: string, now: Date): Promise<void> {
  const limits: Limit[] = [{ subject: ["api-token", network], most: WRONG_AT_MOST }];
  const pace: Pace = {
    subject: ["api-token", "pace", network],
    from: WRONG_BEFORE_WAITING,
    firstMs: FIRST_WAIT_MS,
    mostMs: LONGEST_WAIT_MS,
  };
  const retryAfter =
    refusedJustNow(db, limits, now) ||
    (await takeAttempt(db, limits, now)) ||
    (await takeTurn(db, pace, now));
  if (retryAfter > 0) {
    throw new Refused("TOO_OFTEN", { retryAfter });
  }
}
