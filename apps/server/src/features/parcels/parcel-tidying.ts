import type { Services } from "../../platform/context.ts";
import { deleteOld, deleteOldCodes, letContentsGo } from "./parcel-clock.queries.ts";

const DAY_MS = 24 * 3_600_000;
/** Pictures, notes and who took it: as long as somebody may still ask where their parcel went. */
const CONTENTS_MS = 90 * DAY_MS;
/** That something came for a home and when it went. */
const RECORD_MS = 365 * DAY_MS;
/** Let go at once: a statement of few seconds at most. */
const BATCH = 1000;

/** Lets go what is kept of parcels that nobody waits for any more. */
export async function tidyParcels({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  const now = clock.now();
  await inBatches(() => letContentsGo(db, new Date(now.getTime() - CONTENTS_MS), BATCH));
  await inBatches(() => deleteOld(db, new Date(now.getTime() - RECORD_MS), BATCH));
  await deleteOldCodes(db, now);
}

async function inBatches(letGo: () => Promise<number>): Promise<void> {
  let count: number;
  do {
    count = await letGo();
  } while (count === BATCH);
}
