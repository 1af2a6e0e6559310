import type { VideoKey, VideoTrouble } from "@umbral/contract/cameras/video.contract";
import {
  CLIP_AFTER_MS,
  CLIP_AT_MOST_MS,
  CLIP_BEFORE_MS,
  CLIP_PART_BYTES,
  type ClipCause,
  type ClipConfiguration,
  type ClipOrder,
  type ClipOrderAnswer,
  type ClipPartAnswer,
} from "@umbral/contract/clips/clip-wire.contract";
import type { Cancel, Clock } from "../../platform/clock.ts";
import type { FactQueue } from "../../platform/facts.ts";
import type { Log } from "../../platform/log.ts";
import type { Store } from "../../platform/store.ts";
import type { VideoTap } from "../cameras/video/video.feature.ts";
import { ClipArchive } from "./clip-archive.ts";
import type { BegunClip } from "./clip-index.ts";
import { ClipRecording } from "./clip-recording.ts";
import { ClipRing, type TimedChunk } from "./clip-ring.ts";

/** Memory of one camera: eight seconds of 16 Mbit/s. */
const RING_BYTES = 16 * 1024 * 1024;
/** Memory of all of them. */
const RINGS_BYTES = 192 * 1024 * 1024;
/** Clips of one camera that are written at once; a door that opens each five seconds has as many. */
const AT_ONCE = 6;
/** What was noticed before it was told is no older than this. */
const NOTICED_WITHIN_MS = 5000;
/** So well a moment of the server's clock is known here, either way: a reading may have taken that long on a busy line. */
const MOMENT_WITHIN_MS = 1000;
/** An order that comes with the connection, before the server's clock was first read, waits this long. */
const FIRST_READING_MS = 1000;
/** A camera that gave nothing for so long is none whose memory is of now. */
const SILENT_MS = 15_000;
const TIDY_EVERY_MS = 10 * 60_000;

export interface ClipsParts {
  clock: Clock;
  store: Store;
  facts: FactQueue;
  /** The folder of their files. */
  folder: string;
  /** What they may take of the disk, where whoever runs the machine says it. */
  mostBytes: number | undefined;
  newId: () => string;
  /** As `VideoFeature.tap`. */
  tap: (cameraId: string, tap: VideoTap) => Cancel | undefined;
  /** How old an order of the server is; undefined where that is not known within `ms`. */
  ageOf: (issuedAt: number, ms: number) => Promise<number | undefined>;
  log: Log;
}

interface CameraInUse {
  ring: ClipRing;
  untap: Cancel;
  recordings: Set<ClipRecording>;
}

/** What happened, and since when by the steady clock. */
interface Happened {
  clipId: string;
  cameraId: string;
  cause: ClipCause;
  causeId: string;
  at: number;
}

/**
 * Keeps some seconds of the building's cameras around what happens: each camera with video is read into memory without pause,
 * and from there to the disk when there is a cause. Nothing of it leaves the building until somebody asks for it.
 */
export class ClipsFeature {
  readonly #parts: ClipsParts;
  readonly #archive: ClipArchive;
  readonly #cameras = new Map<string, CameraInUse>();
  #cancelTidy: Cancel | undefined;

  constructor(parts: ClipsParts) {
    this.#parts = parts;
    this.#archive = new ClipArchive(parts);
  }

  /** What the process before this one left is seen to first. */
  start(): void {
    this.#archive.start();
    this.#tidyLater();
  }

  /** @param clips null where the building keeps none: memory is emptied at once, and files stay until their days are over */
  configure(cameras: readonly { id: string }[], clips: ClipConfiguration | null): void {
    this.#archive.keepFor(clips?.keptForDays);
    const wanted = new Set(clips ? cameras.map(({ id }) => id) : []);
    for (const [id, inUse] of this.#cameras) {
      if (!wanted.has(id)) {
        this.#forget(id, inUse);
      }
    }
    for (const id of wanted) {
      if (!this.#cameras.has(id)) {
        this.#use(id);
      }
    }
    const mostBytes = Math.min(RING_BYTES, RINGS_BYTES / Math.max(1, this.#cameras.size));
    for (const { ring } of this.#cameras.values()) {
      ring.mostBytes = mostBytes;
    }
  }

  /** A door of this camera opened. */
  ofOpening(openingId: string, cameraId: string): void {
    const { newId, clock } = this.#parts;
    const of = { clipId: newId(), cameraId, cause: "opening", causeId: openingId } as const;
    this.#keep({ ...of, at: clock.now() }, CLIP_AFTER_MS);
  }

  /**
   * Something was noticed.
   * @param goesOn it lasts, and so does its clip
   * @returns what says that it is over
   */
  ofIntrusion(intrusionId: string, cameraId: string, noticedAt: Date, goesOn: boolean): () => void {
    const { newId, clock } = this.#parts;
    const ago = clock.date().getTime() - noticedAt.getTime();
    const at = clock.now() - Math.min(NOTICED_WITHIN_MS, Math.max(0, ago));
    const of = { clipId: newId(), cameraId, cause: "intrusion", causeId: intrusionId, at } as const;
    const kept = this.#keep(of, goesOn ? CLIP_AT_MOST_MS : CLIP_AFTER_MS);
    return () => {
      if (goesOn) {
        kept?.recording.goOnUntil(Math.max(at + CLIP_AFTER_MS, clock.now()));
      }
    };
  }

  /** The server asks for one, of a ring or an alarm. */
  async obey({ issuedAt, ...order }: ClipOrder): Promise<ClipOrderAnswer> {
    const age = await this.#parts.ageOf(issuedAt, FIRST_READING_MS);
    if (this.#archive.knows(order.clipId)) {
      return { outcome: (await this.#archive.begun(order.clipId)) ? "keeping" : "none" };
    }
    if (age === undefined || age < -MOMENT_WITHIN_MS) {
      return { outcome: "none" };
    }
    const at = this.#parts.clock.now() - Math.max(0, age);
    const kept = this.#keep({ ...order, at }, order.cause === "alarm" ? CLIP_AT_MOST_MS : CLIP_AFTER_MS);
    return { outcome: kept && (await kept.begun) ? "keeping" : "none" };
  }

  /** Some of a clip's bytes. */
  part(clipId: string, from: number): Promise<ClipPartAnswer> {
    return this.#archive.part(clipId, from, CLIP_PART_BYTES);
  }

  /** Ends what is being written, and resolves when all of it is on the disk. */
  async stop(): Promise<void> {
    this.#cancelTidy?.();
    for (const [id, inUse] of this.#cameras) {
      this.#forget(id, inUse);
    }
    await this.#archive.settled();
  }

  #use(cameraId: string): void {
    const { tap, log } = this.#parts;
    const ring = new ClipRing(RING_BYTES);
    const recordings = new Set<ClipRecording>();
    const beginAnew = () => {
      ring.clear();
      for (const recording of [...recordings]) {
        recording.stop();
      }
    };
    const untap = tap(cameraId, {
      broke: beginAnew,
      chunk: (chunk, at) => {
        ring.add({ chunk, at });
        for (const recording of [...recordings]) {
          recording.push({ chunk, at });
        }
      },
      failed: (trouble: VideoTrouble) => {
        beginAnew();
        log.warn({ cameraId, trouble }, "a camera gives no video: nothing of it is kept for now");
      },
    });
    if (untap) {
      this.#cameras.set(cameraId, { ring, untap, recordings });
    }
  }

  #forget(cameraId: string, { ring, untap, recordings }: CameraInUse): void {
    this.#cameras.delete(cameraId);
    untap();
    ring.clear();
    for (const recording of [...recordings]) {
      recording.stop();
    }
  }

  /** @returns undefined where nothing of this camera's moment is in memory */
  #keep(
    happened: Happened,
    afterMs: number,
  ): { recording: ClipRecording; begun: Promise<boolean> } | undefined {
    const { clock, log } = this.#parts;
    const { cameraId, clipId, cause, at } = happened;
    const inUse = this.#cameras.get(cameraId);
    if (!inUse) {
      return undefined;
    }
    const from = at - CLIP_BEFORE_MS;
    const before = inUse.ring.since(from);
    const [first] = before;
    const isSilent = at - (before.at(-1)?.at ?? at) > SILENT_MS;
    if (first?.chunk.kind !== "key" || first.at > at + MOMENT_WITHIN_MS || isSilent) {
      log.warn({ cameraId, cause }, "what happened is not in a camera's memory and has no clip");
      return undefined;
    }
    if (inUse.recordings.size >= AT_ONCE) {
      log.warn({ cameraId, cause }, "too much happens at once before this camera: one of it has no clip");
      return undefined;
    }
    const clip = begunClip(happened, { ...first, chunk: first.chunk }, clock);
    const { writer, begun, end } = this.#archive.begin(clip, first.chunk);
    const recording = new ClipRecording({
      clock,
      first: { ...first, chunk: first.chunk },
      until: at + afterMs,
      from,
      writer,
      onEnd: () => {
        inUse.recordings.delete(recording);
        end(recording);
      },
    });
    inUse.recordings.add(recording);
    for (const timed of before) {
      recording.push(timed);
    }
    log.debug({ cameraId, cause, clipId }, "a clip begins");
    return { recording, begun };
  }

  #tidyLater(): void {
    this.#cancelTidy = this.#parts.clock.after(TIDY_EVERY_MS, () => {
      this.#archive.tidy();
      this.#tidyLater();
    });
  }
}

/** Its first picture came a while ago by the steady clock: of the wall's that is as long ago. */
function begunClip(
  { at: _, ...happened }: Happened,
  first: TimedChunk & { chunk: VideoKey },
  clock: Clock,
): BegunClip {
  const startedAt = new Date(clock.date().getTime() - (clock.now() - first.at)).toISOString();
  return { ...happened, codec: first.chunk.config.codec, startedAt };
}
