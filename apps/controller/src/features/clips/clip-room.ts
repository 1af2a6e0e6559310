import { CLIPS_KEPT_DAYS } from "@umbral/contract/clips/clip-wire.contract";
import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import type { ClipFiles } from "./clip-files.ts";
import type { ClipIndex, OldClip } from "./clip-index.ts";

/** Doors, facts and their pictures, and a copy of the store while it is mended. */
export const ALWAYS_FREE_BYTES = 500_000_000;
/** Of a clip before it is known how large it becomes: half a minute of 4 Mbit/s. */
const USUAL_CLIP_BYTES = 16 * 1024 * 1024;
/** Of a small share: several at once find room in it. */
const CLIPS_OF_A_SHARE = 16;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * What clips may take of the disk: what whoever runs the machine says, or else half of what is free without them, and never what
 * everything else needs.
 */
export const shareOf = (freeBytes: number, ownBytes: number, mostBytes: number | undefined): number => {
  const room = freeBytes + ownBytes;
  return Math.max(0, Math.min(mostBytes ?? room / 2, room - ALWAYS_FREE_BYTES));
};

interface ClipRoomParts {
  files: Pick<ClipFiles, "freeBytes" | "remove">;
  index: ClipIndex;
  clock: Pick<Clock, "date">;
  /** What clips may take of the disk, where somebody said it. */
  mostBytes: number | undefined;
  log: Log;
}

/** Lets clips go that are too old, and the oldest where there is no room for a new one. */
export class ClipRoom {
  readonly #parts: ClipRoomParts;
  /** One looks at a time: two would let go of the same. */
  #work: Promise<unknown> = Promise.resolve();
  /** As the building says; undefined while it keeps none. */
  keptForDays: number | undefined;

  constructor(parts: ClipRoomParts) {
    this.#parts = parts;
  }

  /** Until when a clip of now is kept. */
  expiry(): Date {
    const days = this.keptForDays ?? CLIPS_KEPT_DAYS;
    return new Date(this.#parts.clock.date().getTime() + days * DAY_MS);
  }

  /** Lets go of what is too old, and of what is beyond the share. */
  tidy(writingBytes: number): Promise<unknown> {
    return this.#inTurn(() => this.#make(writingBytes, 0));
  }

  /**
   * Makes room for one more clip.
   * @param writingBytes of those that are being written
   * @returns false where there is none
   */
  make(writingBytes: number): Promise<boolean> {
    return this.#inTurn(() => this.#make(writingBytes, this.#reserve));
  }

  /** What a clip counts for while it is written. */
  countOf(bytes: number): number {
    return Math.max(bytes, this.#reserve);
  }

  /** Resolves when nothing is under way. */
  async settled(): Promise<void> {
    await this.#work;
  }

  get #reserve(): number {
    return Math.min(USUAL_CLIP_BYTES, (this.#parts.mostBytes ?? Number.POSITIVE_INFINITY) / CLIPS_OF_A_SHARE);
  }

  async #make(writingBytes: number, newBytes: number): Promise<boolean> {
    const { files, index, mostBytes } = this.#parts;
    for (;;) {
      const own = index.bytes + writingBytes;
      const excess = own + newBytes - shareOf(await files.freeBytes(), own, mostBytes);
      const tooOld = this.#tooOld();
      const oldest = excess > 0 ? index.oldest() : [];
      if (tooOld.length > 0) {
        await this.#letGo(tooOld, "age");
      } else if (excess <= 0) {
        return true;
      } else if (oldest.length === 0) {
        return false;
      } else {
        await this.#letGo(beyond(oldest, excess), "space");
      }
    }
  }

  async #letGo(clips: readonly OldClip[], why: "age" | "space"): Promise<void> {
    const { files, index, log } = this.#parts;
    for (const { clipId } of clips) {
      log[why === "space" ? "info" : "debug"]({ clipId, why }, "a clip goes");
      // Told first: a file without its row is removed at the next start, a row without its file would be a broken clip.
      index.drop(clipId, why);
      await files.remove(clipId);
    }
  }

  #tooOld(): OldClip[] {
    const { index, clock } = this.#parts;
    const now = clock.date();
    return this.keptForDays === undefined
      ? index.expired(now)
      : index.endedBefore(new Date(now.getTime() - this.keptForDays * DAY_MS));
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#work.then(work);
    this.#work = done.catch(() => undefined);
    return done;
  }
}

/** As many of the oldest as take up so much. */
function beyond(oldest: readonly OldClip[], excess: number): OldClip[] {
  let left = excess;
  return oldest.filter(({ bytes }) => {
    const isNeeded = left > 0;
    left -= bytes;
    return isNeeded;
  });
}
