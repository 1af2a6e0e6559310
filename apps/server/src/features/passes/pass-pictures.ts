import type { Services } from "../../platform/context.ts";
import { letPassPicturesGo } from "./pass-desk.queries.ts";

const DAY_MS = 24 * 3_600_000;
/** Let go at once: a statement of few seconds at most, however much was kept. */
const BATCH = 1000;

/**
 * What was taken of a guest at the desk is kept as long as the face of a visit is (`VISIT_PICTURES_DAYS`); who came in
 * and when stays.
 */
export async function tidyPassPictures({
  db,
  clock,
  env,
}: Pick<Services, "db" | "clock" | "env">): Promise<void> {
  const before = new Date(clock.now().getTime() - env.visitPicturesDays * DAY_MS);
  let count: number;
  do {
    count = await letPassPicturesGo(db, before, BATCH);
  } while (count === BATCH);
}
