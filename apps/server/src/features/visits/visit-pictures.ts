import type { Services } from "../../platform/context.ts";
import { letPicturesGo } from "./visits.queries.ts";

const DAY_MS = 24 * 3_600_000;

/** A face is kept only as long as the building was told to (`VISIT_PICTURES_DAYS`); who came and when stays. */
export async function tidyVisitPictures({ db, clock, env }: Services): Promise<void> {
  await letPicturesGo(db, new Date(clock.now().getTime() - env.visitPicturesDays * DAY_MS));
}
