import type { IntrusionKind } from "@umbral/contract/alarms/intrusions.contract";
import { SimulatedCamera } from "@umbral/simulated-building/cameras/camera";
import type { Services } from "../platform/context.ts";
import type { Trx } from "../platform/database.ts";
import { keepPicture } from "../platform/pictures.queries.ts";
import {
  findSeededCameras,
  givePicture,
  insertRows,
  newestOpenings,
  newestRingings,
  type SeededCamera,
} from "./seed.queries.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Both demonstration buildings are in Bogotá's time, which has kept the same hour since 1993. */
const BEHIND_UTC_MS = 5 * HOUR_MS;

/** Pixels across: enough for the screens that show them, and a few milliseconds to paint. */
const WIDTH = 480;
/** Pictures of one intrusion, and how far apart they were taken. */
const PICTURES = 4;
const APART_MS = 1400;
/** The newest openings of each building that have a picture. */
const OPENINGS_SEEN = 2;
/** The newest rings at homes at which the entrance was kept. */
const RINGS_SEEN = 7;
/** The relay of the entrance (decisions §5). */
const ENTRANCE = "1";

/** What was noticed: how many days ago, at which hour there, by which camera of the building, for how long. */
const moments: readonly {
  daysAgo: number;
  hour: number;
  camera: number;
  kind: IntrusionKind;
  seconds: number;
  isUnseen?: true;
}[] = [
  { daysAgo: 0, hour: 0.4, camera: 2, kind: "motion", seconds: 14 },
  { daysAgo: 1, hour: 2.7, camera: 2, kind: "door-forced", seconds: 9 },
  { daysAgo: 1, hour: 23.3, camera: 0, kind: "motion", seconds: 21 },
  { daysAgo: 2, hour: 12.2, camera: 0, kind: "door-held", seconds: 95 },
  { daysAgo: 4, hour: 23.6, camera: 2, kind: "motion", seconds: 12 },
  { daysAgo: 6, hour: 18.4, camera: 2, kind: "door-held", seconds: 190 },
  // Doors that somebody held while no camera gave a picture.
  { daysAgo: 1, hour: 8.1, camera: 0, kind: "door-held", seconds: 48, isUnseen: true },
  { daysAgo: 2, hour: 17.6, camera: 0, kind: "door-held", seconds: 64, isUnseen: true },
  { daysAgo: 3, hour: 7.9, camera: 0, kind: "door-held", seconds: 41, isUnseen: true },
  { daysAgo: 4, hour: 19.3, camera: 0, kind: "door-held", seconds: 132, isUnseen: true },
  { daysAgo: 5, hour: 8.4, camera: 0, kind: "door-held", seconds: 57, isUnseen: true },
];

type Parts = Pick<Services, "files" | "newId" | "clock">;

/** A week of what cameras and doors noticed in each building, and pictures of the last doors that opened and of the last rings. */
export async function seedSightings(
  parts: Parts,
  trx: Trx,
  buildings: ReadonlyMap<string, { id: string }>,
): Promise<void> {
  const now = parts.clock.now().getTime();
  const midnight = now - ((now - BEHIND_UTC_MS) % DAY_MS);
  for (const [turn, { id }] of [...buildings.values()].entries()) {
    const eyes = new Eyes();
    const cameras = await findSeededCameras(trx, id);
    for (const moment of moments) {
      const camera = cameras[moment.camera];
      const startedAt = midnight - moment.daysAgo * DAY_MS + moment.hour * HOUR_MS + turn * 47 * MINUTE_MS;
      if (camera !== undefined && startedAt + moment.seconds * 1000 < now) {
        await seedIntrusion(parts, trx, eyes, id, camera, { ...moment, startedAt });
      }
    }
    for (const opening of await newestOpenings(trx, id, OPENINGS_SEEN)) {
      const camera = cameras.find(({ doorId }) => doorId === opening.doorId);
      if (camera !== undefined) {
        const [picture] = await eyes.see(camera, opening.occurredAt.getTime(), 1);
        if (picture !== undefined) {
          await givePicture(trx, opening.id, await keepPicture(parts, trx, "opening", picture));
        }
      }
    }
    const entrance = cameras.find(({ localId }) => localId === ENTRANCE);
    if (entrance !== undefined) {
      await seedRings(parts, trx, eyes, id, entrance);
    }
  }
}

async function seedRings(
  parts: Parts,
  trx: Trx,
  eyes: Eyes,
  buildingId: string,
  entrance: SeededCamera,
): Promise<void> {
  for (const { ringingId, callId, at } of await newestRingings(trx, buildingId, RINGS_SEEN)) {
    const [picture] = await eyes.see(entrance, at.getTime(), 1);
    if (picture !== undefined) {
      const fileId = await keepPicture(parts, trx, "ring", picture);
      await insertRows(trx, "ring_pictures", [
        { ringing_id: ringingId, call_id: callId, picture_file_id: fileId, taken_at: at },
      ]);
    }
  }
}

async function seedIntrusion(
  parts: Parts,
  trx: Trx,
  eyes: Eyes,
  buildingId: string,
  camera: SeededCamera,
  seen: { kind: IntrusionKind; startedAt: number; seconds: number; isUnseen?: true },
): Promise<void> {
  const id = parts.newId();
  const isOfDoor = seen.kind !== "motion";
  await insertRows(trx, "intrusion_events", [
    {
      id,
      building_id: buildingId,
      kind: seen.kind,
      camera_id: camera.id,
      camera_name: camera.name,
      door_id: isOfDoor ? camera.doorId : null,
      door_name: isOfDoor ? camera.doorName : null,
      started_at: new Date(seen.startedAt),
      ended_at: new Date(seen.startedAt + seen.seconds * 1000),
    },
  ]);
  const pictures = seen.isUnseen ? [] : await eyes.see(camera, seen.startedAt, PICTURES);
  const rows = [];
  for (const [position, picture] of pictures.entries()) {
    rows.push({
      event_id: id,
      position,
      file_id: await keepPicture(parts, trx, "intrusion", picture),
      taken_at: new Date(seen.startedAt + position * APART_MS),
    });
  }
  await insertRows(trx, "intrusion_pictures", rows);
}

/** What cameras saw at moments of the past, with somebody walking past each time. */
class Eyes {
  readonly #eyes = new Map<string, SimulatedCamera>();
  #at = 0;

  /** That many pictures from a moment on. A camera keeps what stands still while the light is the same. */
  async see(camera: SeededCamera, from: number, count: number): Promise<Uint8Array[]> {
    const eye =
      this.#eyes.get(camera.id) ??
      new SimulatedCamera({
        scene: camera.scene,
        name: camera.name,
        timeZone: camera.timeZone,
        width: WIDTH,
        now: () => new Date(this.#at),
        walksEveryMs: null,
      });
    this.#eyes.set(camera.id, eye);
    // Somebody has come into the picture by the first of them.
    this.#at = from - 2 * APART_MS;
    eye.walkBy();
    const pictures: Uint8Array[] = [];
    for (let taken = 0; taken < count; taken += 1) {
      this.#at = from + taken * APART_MS;
      const picture = await eye.frame();
      if (picture !== undefined) {
        pictures.push(picture);
      }
    }
    return pictures;
  }
}
