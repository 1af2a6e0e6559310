import type { Services } from "../../platform/context.ts";
import { forgetSessions } from "./sessions.queries.ts";

const DAY_MS = 24 * 3_600_000;
/** Somebody who finds that they were signed in where they never were has so long to take their archive and see since when. */
const KEPT_MS = 90 * DAY_MS;
/** A guest's page opens another one each half hour; as long as code and page of a pass that is over are kept. */
const OF_GUESTS_KEPT_MS = 7 * DAY_MS;
const BATCH = 500;

/** Lets sessions go that were over long ago: when they were, and what the browser said of itself. Calls stay. */
export async function tidySessions({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  const now = clock.now().getTime();
  for (const [of, keptMs] of [
    ["people", KEPT_MS],
    ["guests", OF_GUESTS_KEPT_MS],
  ] as const) {
    let count: number;
    do {
      count = await forgetSessions(db, of, { overBefore: new Date(now - keptMs), most: BATCH });
    } while (count === BATCH);
  }
}
