import type { Services } from "../../platform/context.ts";
import { letOpeningPicturesGo } from "./openings.queries.ts";

const DAY_MS = 24 * 3_600_000;
/** Let go at once: a statement of few seconds at most, however much was kept. */
const BATCH = 1000;

/** Who stood at the door is seen for as long as `OPENING_PICTURES_DAYS` says; that it opened, and for whom, stays. */
export async function tidyOpeningPictures({
  db,
  clock,
  env,
}: Pick<Services, "db" | "clock" | "env">): Promise<void> {
  const before = new Date(clock.now().getTime() - env.openingPicturesDays * DAY_MS);
  let count: number;
  do {
    count = await letOpeningPicturesGo(db, before, BATCH);
  } while (count === BATCH);
}
