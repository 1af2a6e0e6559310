import type { Trx } from "../../platform/database.ts";
import { Refused } from "../../platform/refused.ts";
import { findRingsSince } from "./callers.queries.ts";

const MINUTE_MS = 60_000;
/** Rings of one caller at one home (decisions §5). */
const AT_A_HOME = { most: 3, within: 10 * MINUTE_MS };
/** Rings of one caller wherever (decisions §5). */
const ANYWHERE = { most: 12, within: 60 * MINUTE_MS };
/** How often one call may be asked to ring: a page that was reloaded asks again. */
export const RINGS_OF_A_CALL = 3;

/**
 * Refuses a ringing too many of who does not call from the lobby. The caller is held, so that many asked for at once
 * come one after the other.
 * @throws {Refused} CALLS_TOO_OFTEN, with the seconds after which the next may be
 */
export async function refuseTooMany(
  trx: Trx,
  { callerId, apartmentId, isToLobby }: { callerId: string; apartmentId: string | null; isToLobby: boolean },
  now: Date,
): Promise<void> {
  const rings = await findRingsSince(trx, callerId, new Date(now.getTime() - ANYWHERE.within));
  const here = rings.filter((ring) => !isToLobby && !ring.isToLobby && ring.apartmentId === apartmentId);
  const wait = Math.max(waitFor(rings, ANYWHERE, now), waitFor(here, AT_A_HOME, now));
  if (wait > 0) {
    throw new Refused("CALLS_TOO_OFTEN", { retryAfter: Math.ceil(wait / 1000) });
  }
}

/** Milliseconds until one more may be; 0 now. */
function waitFor(
  rings: readonly { at: Date }[],
  { most, within }: { most: number; within: number },
  now: Date,
): number {
  // When this one is long enough ago, fewer than `most` are left.
  const last = rings.at(-most);
  return last === undefined ? 0 : Math.max(0, last.at.getTime() + within - now.getTime());
}
