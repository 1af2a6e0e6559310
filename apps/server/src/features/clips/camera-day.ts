import { CAMERA_DAY_MARKS } from "@umbral/contract/clips/clip-limits";
import type { CameraDay, CameraEvent } from "@umbral/contract/clips/clips.contract";
import type { Actor, Services } from "../../platform/context.ts";
import { Refused } from "../../platform/refused.ts";
import { drillsAmong } from "../alarms/drills.ts";
import { writeAction } from "../audit/audit.service.ts";
import {
  type Day,
  findDay,
  findMarks,
  findSeenIntrusions,
  findSeenOpenings,
  type SeenIntrusion,
  type SeenOpening,
} from "./camera-day.queries.ts";
import { type ClipRow, findClipsByIds } from "./clips.queries.ts";
import { describeClip } from "./clips.service.ts";

/**
 * What happened before a camera on a day: all of it as marks, a page of it with pictures and clips. That pictures were shown is
 * written down.
 * @throws {Refused} CAMERA_NOT_FOUND
 */
export async function readDayFor(
  services: Services,
  actor: Actor,
  cameraId: string,
  asked: { date?: string | undefined; page: number; limit: number },
): Promise<CameraDay> {
  const { db, clock } = services;
  const day = await findDay(db, cameraId, { date: asked.date, now: clock.now() });
  if (!day) {
    throw new Refused("CAMERA_NOT_FOUND");
  }
  const marks = await findMarks(db, day, CAMERA_DAY_MARKS + 1);
  const isCut = marks.length > CAMERA_DAY_MARKS;
  const cut = marks.slice(0, CAMERA_DAY_MARKS);
  const drills = await drillsAmong(
    services,
    cut.filter(({ cause }) => cause === "alarm").map(({ id }) => id),
  );
  const told = cut.map((mark) => (drills.has(mark.id) ? { ...mark, isDrill: true } : mark));
  const offset = (asked.page - 1) * asked.limit;
  const events = await describe(services, told.slice(offset, offset + asked.limit));
  await noteShown(services, actor, day, events);
  return {
    camera: { id: day.id, name: day.name, buildingId: day.buildingId },
    buildingName: day.buildingName,
    timeZone: day.timeZone,
    date: day.date,
    from: day.from.toISOString(),
    to: day.to.toISOString(),
    marks: told.map(({ clipId, at, ...mark }) => ({
      ...mark,
      at: at.toISOString(),
      hasClip: clipId !== null,
    })),
    isCut,
    events,
    totalPages: Math.max(1, Math.ceil(told.length / asked.limit)),
    keepsClips: day.keepsClips,
  };
}

type Mark = Awaited<ReturnType<typeof findMarks>>[number] & { isDrill?: boolean };

async function describe(services: Services, marks: readonly Mark[]): Promise<CameraEvent[]> {
  const { db } = services;
  const idsOf = (cause: Mark["cause"]) => marks.filter((mark) => mark.cause === cause).map(({ id }) => id);
  const [openings, intrusions, clips] = await Promise.all([
    findSeenOpenings(db, idsOf("opening")),
    findSeenIntrusions(db, idsOf("intrusion")),
    findClipsByIds(
      db,
      marks.flatMap(({ clipId }) => clipId ?? []),
    ),
  ]);
  return Promise.all(
    marks.map((mark) =>
      describeOne(services, mark, {
        opening: openings.find(({ id }) => id === mark.id),
        intrusion: intrusions.find(({ id }) => id === mark.id),
        clip: clips.find(({ id }) => id === mark.clipId),
      }),
    ),
  );
}

async function describeOne(
  { addresses }: Services,
  { clipId: _, at, ...mark }: Mark,
  of: {
    opening: SeenOpening | undefined;
    intrusion: SeenIntrusion | undefined;
    clip: ClipRow | undefined;
  },
): Promise<CameraEvent> {
  const { opening, intrusion, clip } = of;
  const fileIds = intrusion?.fileIds ?? [opening?.pictureFileId ?? null].filter((file) => file !== null);
  return {
    ...mark,
    at: at.toISOString(),
    endedAt: intrusion?.endedAt?.toISOString() ?? null,
    intrusion: intrusion?.kind ?? null,
    origin: opening?.origin ?? null,
    isCertain: opening?.isCertain ?? true,
    doorName: opening?.doorName ?? intrusion?.doorName ?? null,
    userName: opening?.userName ?? null,
    imageUrls: await Promise.all(fileIds.map((file) => addresses.forFile(file))),
    clip: clip ? describeClip(clip) : null,
  };
}

async function noteShown(
  services: Services,
  actor: Actor,
  day: Day,
  events: readonly CameraEvent[],
): Promise<void> {
  const pictures = events.reduce((sum, { imageUrls }) => sum + imageUrls.length, 0);
  if (pictures > 0) {
    await services.db.transaction().execute((trx) =>
      writeAction(services, trx, actor, {
        buildingId: day.buildingId,
        action: "clips.day-shown",
        subjectId: day.id,
        detail: { date: day.date, pictures },
        change: undefined,
      }),
    );
  }
}
