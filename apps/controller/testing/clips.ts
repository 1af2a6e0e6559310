import { createHash, randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ControllerFact } from "@umbral/contract/controllers/controller-facts.contract";
import { onTestFinished } from "vitest";
import type { VideoTap } from "../src/features/cameras/video/video.feature.ts";
import { ClipsFeature, type ClipsParts } from "../src/features/clips/clips.feature.ts";
import { FactQueue } from "../src/platform/facts.ts";
import { silentLog } from "../src/platform/log.ts";
import { codedVideo, FRAMES_PER_SECOND } from "./coded-video.ts";
import { FakeClock, settle } from "./fake-clock.ts";
import { newStore } from "./store.ts";

export const FRAME_MS = 1000 / FRAMES_PER_SECOND;
const SHARE = 50_000_000;
export const DAY_MS = 24 * 60 * 60 * 1000;
let coded: ReturnType<typeof codedVideo> | undefined;
/** A camera with a key each four seconds, again and again. */
const film = () => {
  coded ??= codedVideo({ pictures: 60 * 4, keyEvery: 60 });
  return coded;
};

type Kept = Extract<ControllerFact, { kind: "clip-kept" }>;

/** A controller's clips on a disk of its own, and cameras in the test's hand. */
function setUp(options: Partial<ClipsParts> = {}) {
  const clock = new FakeClock();
  const store = newStore();
  const facts = new FactQueue(store, clock, silentLog);
  const folder = mkdtempSync(join(tmpdir(), "umbral-clips-"));
  const taps = new Map<string, VideoTap>();
  const looks = new Set<() => void>();
  facts.whenRecorded(() => {
    for (const look of looks) {
      look();
    }
  });
  const parts: ClipsParts = {
    ...{ clock, store, facts, folder, mostBytes: SHARE, newId: randomUUID },
    tap: (cameraId, tap) => {
      taps.set(cameraId, tap);
      return () => void taps.delete(cameraId);
    },
    ageOf: (issuedAt) => Promise.resolve(clock.now() + 1_000_000 - issuedAt),
    log: silentLog,
    ...options,
  };
  const newFeature = () => {
    const made = new ClipsFeature(parts);
    onTestFinished(() => made.stop());
    return made;
  };
  onTestFinished(() => {
    facts.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const told = () => {
    const all = facts.batchAfter(0, { facts: 1000, bytes: 1e9, pictures: 8 });
    return all.flatMap((fact) => (fact.kind === "unreadable" ? [] : [fact]));
  };
  const kept = () => told().flatMap((fact): Kept[] => (fact.kind === "clip-kept" ? [fact] : []));
  const camera = { id: randomUUID() };
  const clips = newFeature();
  let shown = 0;
  return {
    ...{ clock, store, facts, folder, taps, camera, clips, newFeature, told, kept },
    fileOf: (clipId: string) => join(folder, `${clipId}.mp4`),
    /** The camera gives video for so long. */
    async play(ms: number, cameraId = camera.id) {
      for (let left = Math.round(ms / FRAME_MS); left > 0; left -= 1) {
        const chunk = film()[shown % film().length];
        await clock.push(FRAME_MS);
        if (chunk) {
          taps.get(cameraId)?.chunk({ ...chunk, at: Math.round(shown * FRAME_MS * 1000) }, clock.now());
        }
        shown += 1;
      }
    },
    /** Resolves when a fact makes it true. */
    async until(isTrue: () => boolean) {
      while (!isTrue()) {
        await new Promise<void>((resolve) => {
          const look = () => {
            looks.delete(look);
            resolve();
          };
          looks.add(look);
        });
      }
    },
    orderOf: (order: object = {}) => ({
      ...{ clipId: randomUUID(), cameraId: camera.id, cause: "ring" as const, causeId: randomUUID() },
      ...{ issuedAt: clock.now() + 1_000_000, ...order },
    }),
  };
}

/** The building keeps clips, and its camera has run for so long. */
export async function running(ms: number, options: Partial<ClipsParts> = {}) {
  const building = setUp(options);
  building.clips.start();
  building.clips.configure([building.camera], { keptForDays: 14 });
  await building.play(ms);
  return building;
}

/** Resolves when so many files lie there. */
export async function untilFile(folder: string, files = 1): Promise<string[]> {
  for (let names = readdirSync(folder); ; names = readdirSync(folder)) {
    if (names.length >= files) {
      return names;
    }
    await settle();
  }
}

/** Resolves when all that lies there is no more than this. */
export async function untilFits(folder: string, bytes: number): Promise<void> {
  const sizes = () =>
    readdirSync(folder).map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0);
  while (sizes().reduce((sum, size) => sum + size, 0) > bytes) {
    await settle();
  }
}

export const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
