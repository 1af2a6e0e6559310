import type { ClipCause } from "@umbral/contract/clips/clip-wire.contract";
import { CLIP_MOST_BYTES, type Clip, type ClipFetch } from "@umbral/contract/clips/clips.contract";
import { may } from "@umbral/contract/lib/policy";
import type { Actor, Services } from "../../platform/context.ts";
import { refuseUnproven } from "../../platform/gate.ts";
import { Refused } from "../../platform/refused.ts";
import { writeAction } from "../audit/audit.service.ts";
import { startOfToday } from "../buildings/index.ts";
import type { ClipFetcher } from "./clip-fetcher.ts";
import { type ClipRow, findClip, findClipsOf } from "./clips.queries.ts";

/** Of one thing, at most: an alarm has more, as often as it is raised again. */
const CLIPS_OF_ONE = 48;

/** What cameras saw of one opening, intrusion, ringing or alarm, as far as the actor may see that. */
export async function listClipsFor(
  services: Services,
  actor: Actor,
  of: { buildingId: string; cause: ClipCause; causeId: string },
): Promise<{ clips: Clip[] }> {
  const since = await seenSince(services, actor, of.buildingId);
  const rows = await findClipsOf(services.db, of, CLIPS_OF_ONE);
  return { clips: rows.filter(({ startedAt }) => since === null || startedAt >= since).map(describeClip) };
}

/** @throws {Refused} NOT_FOUND, TOO_LARGE, and those of the fetcher */
export async function fetchClipFor(
  services: Services,
  fetcher: ClipFetcher,
  actor: Actor,
  asked: { buildingId: string; clipId: string },
): Promise<ClipFetch> {
  const clip = await clipFor(services, actor, asked);
  if (clip.fetchedAt !== null) {
    return { outcome: "ready" };
  }
  if (clip.droppedAt !== null) {
    throw new Refused("CLIP_GONE");
  }
  if (clip.bytes > CLIP_MOST_BYTES) {
    throw new Refused("TOO_LARGE");
  }
  return fetcher.ask(clip);
}

/**
 * Where a clip that is here is read. That it is seen is written down before it can be.
 * @throws {Refused} NOT_FOUND
 */
export async function showClipTo(
  services: Services,
  actor: Actor,
  asked: { buildingId: string; clipId: string },
): Promise<{ video: string }> {
  const clip = await clipFor(services, actor, asked);
  refuseNotHere(clip);
  await services.db.transaction().execute((trx) =>
    writeAction(services, trx, actor, {
      buildingId: clip.buildingId,
      action: "clips.shown",
      subjectId: clip.id,
      detail: detailOf(clip),
      change: undefined,
    }),
  );
  return { video: await services.addresses.forClip(clip.id) };
}

/**
 * @throws {Refused} NOT_FOUND also for one of another building, or of a day that the actor does not see; SECOND_FACTOR_ASKED of
 * an administration for what the lobby does not see
 */
export async function clipFor(
  services: Services,
  actor: Actor,
  { buildingId, clipId }: { buildingId: string; clipId: string },
): Promise<ClipRow> {
  const [since, today, clip] = await Promise.all([
    seenSince(services, actor, buildingId),
    startOfToday(services, buildingId),
    findClip(services.db, buildingId, clipId),
  ]);
  if (!clip || (since !== null && clip.startedAt < since)) {
    throw new Refused("NOT_FOUND");
  }
  if (clip.startedAt < today) {
    refuseUnproven(actor, { buildingId });
  }
  return clip;
}

/** What an audit line tells of a clip. */
export const detailOf = ({ cause, causeId, cameraId }: ClipRow) => ({ cause, causeId, cameraId });

/** @throws {Refused} NOT_FOUND */
export function refuseNotHere({ fetchedAt }: ClipRow): void {
  if (fetchedAt === null) {
    throw new Refused("NOT_FOUND");
  }
}

/** Other days than the building's own are the administration's; null for those too. */
const seenSince = async (services: Services, actor: Actor, buildingId: string): Promise<Date | null> =>
  may(actor, "buildings.administer", { buildingId }) ? null : startOfToday(services, buildingId);

export const describeClip = (row: ClipRow): Clip => ({
  id: row.id,
  buildingId: row.buildingId,
  cameraId: row.cameraId,
  cameraName: row.cameraName,
  cause: row.cause,
  causeId: row.causeId,
  startedAt: row.startedAt.toISOString(),
  endedAt: row.endedAt.toISOString(),
  toldAt: row.toldAt?.toISOString() ?? null,
  codec: row.codec,
  bytes: row.bytes,
  isWhole: row.isWhole,
  state: row.fetchedAt !== null ? "fetched" : row.droppedAt !== null ? "gone" : "at-controller",
  timeZone: row.timeZone,
});
