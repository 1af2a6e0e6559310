import type { Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { removeBytes } from "../../platform/picture-sweep.ts";
import type { TakenFact } from "../controllers/taken-facts.ts";
import { tellWatchers } from "../spaces/index.ts";
import { timesOfClip } from "./clip-times.ts";
import { deleteOldClips, dropClip, insertClip } from "./clips.queries.ts";

type ClipFact = Extract<TakenFact, { kind: "clip-kept" | "clip-dropped" }>;

export const isClipFact = (fact: TakenFact): fact is ClipFact =>
  fact.kind === "clip-kept" || fact.kind === "clip-dropped";

/**
 * Keeps what a controller tells of clips. What it returns runs after the commit.
 * @param onKept some of this building's clips may be wanted here by themselves
 */
export async function keepClipFact(
  services: Services,
  trx: Trx,
  { id: controllerId, buildingId }: { id: string; buildingId: string },
  fact: ClipFact,
  onKept: (buildingId: string) => void,
): Promise<() => void> {
  if (fact.kind === "clip-dropped") {
    await dropClip(trx, { id: fact.clipId, controllerId, at: fact.at, why: fact.why });
    return () => tellWatchers(services, "event_clip", buildingId);
  }
  const { clipId: id, cameraId, cause, causeId, codec, bytes, sha256, isWhole } = fact;
  const clip = { id, buildingId, controllerId, cameraId, cause, causeId, codec, bytes, sha256, isWhole };
  const isNew = await insertClip(trx, { ...clip, ...timesOfClip(fact) });
  return () => {
    tellWatchers(services, "event_clip", buildingId);
    if (isNew) {
      onKept(buildingId);
    }
  };
}

/** Deleted at once: each may be a hundred files. */
const BATCH = 50;

/** Lets clips go that are older than their building keeps them, with what is here of them. */
export async function tidyClips({ db, files, clock, log }: Services): Promise<void> {
  let total = 0;
  let count: number;
  do {
    const gone = await deleteOldClips(db, clock.now(), BATCH);
    // The rows first: what a killed process leaves here has no row, and the sweep of pictures finds it.
    await removeBytes({ files, log }, gone.fileIds);
    count = gone.count;
    total += count;
  } while (count === BATCH);
  if (total > 0) {
    log.info({ clips: total }, "let old clips go");
  }
}
