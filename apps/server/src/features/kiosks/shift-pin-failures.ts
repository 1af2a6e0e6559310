import type { Services } from "../../platform/context.ts";
import { forgetOldFailures } from "./shift-pins.queries.ts";

const DAY_MS = 24 * 3_600_000;
/** Four wrong ones in a month, again and again, find nothing of a million PINs. */
const OPEN_KEPT_MS = 30 * DAY_MS;
/**
 * A lock is for its person to lift, with another PIN; until one is set it holds. But it may be of a number that nobody
 * has, and those must go at some time. Both the same: who tries learns from neither.
 */
const LOCK_KEPT_MS = 365 * DAY_MS;

/** Lets go of wrong PINs for shifts that are long past, and of those at devices that were taken back. */
export async function tidyShiftPinFailures({ db, clock }: Services): Promise<void> {
  const before = (ms: number) => new Date(clock.now().getTime() - ms);
  await forgetOldFailures(db, { openSince: before(OPEN_KEPT_MS), lockedSince: before(LOCK_KEPT_MS) });
}
