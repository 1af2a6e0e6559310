import type { FileHandle } from "node:fs/promises";
import type { VideoKey } from "@umbral/contract/cameras/video.contract";
import type { ClipPartAnswer } from "@umbral/contract/clips/clip-wire.contract";
import type { Clock } from "../../platform/clock.ts";
import type { FactQueue } from "../../platform/facts.ts";
import type { Log } from "../../platform/log.ts";
import type { Store } from "../../platform/store.ts";
import { ClipFiles } from "./clip-files.ts";
import { type BegunClip, ClipIndex, type WhyDropped } from "./clip-index.ts";
import { ClipRoom } from "./clip-room.ts";
import { ClipWriter } from "./clip-writer.ts";

interface ClipArchiveParts {
  clock: Clock;
  store: Store;
  facts: FactQueue;
  folder: string;
  mostBytes: number | undefined;
  log: Log;
}

interface Writing {
  clip: BegunClip;
  writer: ClipWriter;
  /** Its row and its file are there, or there is none. */
  begun: Promise<boolean>;
}

/** How a recording ended. */
interface Ended {
  lastedMs: number;
  isWhole: boolean;
}

/**
 * The clips of this controller on its disk: written, told, read and let go. A row says what a file is: it is there before the
 * file, and says that the file is whole in the transaction of the fact that tells it.
 */
export class ClipArchive {
  readonly #parts: ClipArchiveParts;
  readonly #files: ClipFiles;
  readonly #index: ClipIndex;
  readonly #room: ClipRoom;
  readonly #writing = new Map<string, Writing>();
  readonly #underWay = new Set<Promise<void>>();

  constructor(parts: ClipArchiveParts) {
    this.#parts = parts;
    this.#files = new ClipFiles(parts.folder);
    this.#index = new ClipIndex(parts);
    this.#room = new ClipRoom({ ...parts, files: this.#files, index: this.#index });
  }

  /** Sees to what a process before this one left: unfinished clips, files without a row, rows without a file. */
  start(): void {
    try {
      this.#files.prepare();
      const unfinished = this.#index.unfinished();
      if (this.#index.areFilesUnseen) {
        // What was set aside knew of them; the server still does. Where an earlier start could not take them, clips since have rows.
        const unknown = this.#files.found().filter(({ clipId }) => this.#index.lookUp(clipId) === "none");
        this.#index.adopt(unknown, this.#room.expiry());
      }
      this.#track(this.#recover(unfinished));
    } catch (error) {
      this.#parts.log.error({ err: error }, "earlier clips could not be seen to");
    }
  }

  /** For so many days, from now on and also what is there; undefined where the building keeps none. */
  keepFor(days: number | undefined): void {
    this.#room.keptForDays = days;
  }

  /** Lets go of what is too old, or too much. */
  tidy(): void {
    this.#track(this.#room.tidy(this.#writingBytes(undefined)));
  }

  /**
   * A clip begins, and its file as soon as there is room for it.
   * @returns where its video goes, whether it was begun, and whom to tell that it ended
   */
  begin(
    clip: BegunClip,
    first: VideoKey,
  ): { writer: ClipWriter; begun: Promise<boolean>; end: (ended: Ended) => void } {
    const { log } = this.#parts;
    const opened = this.#open(clip);
    const writing: Writing = {
      clip,
      writer: new ClipWriter(this.#files, clip.clipId, first, opened),
      begun: opened.then(
        () => true,
        (error: unknown) => {
          log.error({ err: error, cameraId: clip.cameraId }, "a clip could not be begun");
          return false;
        },
      ),
    };
    this.#writing.set(clip.clipId, writing);
    return {
      ...writing,
      end: ({ lastedMs, isWhole }) => this.#track(this.#finish(writing, { lastedMs, isWhole })),
    };
  }

  /** Is there such a clip, or is it being written? */
  knows(clipId: string): boolean {
    return this.#writing.has(clipId) || this.#index.lookUp(clipId) !== "none";
  }

  /** Of one that is known: is it kept, or will it be? */
  begun(clipId: string): Promise<boolean> {
    return this.#writing.get(clipId)?.begun ?? Promise.resolve(true);
  }

  async part(clipId: string, from: number, most: number): Promise<ClipPartAnswer> {
    const bytes = this.#index.lookUp(clipId);
    if (this.#writing.has(clipId) || bytes === "unfinished") {
      return { outcome: "not-yet" };
    }
    if (bytes === "none" || from >= bytes) {
      return { outcome: "gone" };
    }
    const data = await this.#files.read(clipId, from, Math.min(most, bytes - from));
    if (data === undefined || data.byteLength === 0) {
      await this.#giveUp(clipId, "broken");
      return { outcome: "gone" };
    }
    return { outcome: "part", data, bytes };
  }

  /** Resolves when nothing is under way. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) {
      await Promise.all([...this.#underWay]);
    }
    await this.#room.settled();
  }

  async #open(clip: BegunClip): Promise<FileHandle> {
    const { clipId } = clip;
    this.#files.prepare();
    if (!(await this.#room.make(this.#writingBytes(clipId)))) {
      throw new Error("there is no room for a clip");
    }
    this.#index.begin(clip, this.#room.expiry());
    try {
      return await this.#files.create(clipId);
    } catch (error) {
      this.#index.forget(clipId);
      throw error;
    }
  }

  async #finish({ clip, writer, begun }: Writing, { lastedMs, isWhole }: Ended): Promise<void> {
    const { clipId } = clip;
    try {
      if (await begun) {
        const { bytes, sha256 } = await writer.finish();
        this.#index.keep({ ...clip, endedAt: later(clip.startedAt, lastedMs), bytes, sha256, isWhole });
      }
    } catch (error) {
      this.#parts.log.error({ err: error, clipId }, "a clip could not be written to its end");
      if (isFull(error)) {
        await this.#abandon(clip, "space");
      } else {
        await this.#salvage(clip);
      }
    } finally {
      this.#writing.delete(clipId);
      this.tidy();
    }
  }

  async #recover(unfinished: readonly BegunClip[]): Promise<void> {
    for (const clip of unfinished) {
      this.#parts.log.warn({ clipId: clip.clipId }, "the controller stopped in the middle of this clip");
      await this.#salvage(clip);
    }
    const files = await this.#files.list();
    // A copy of the store may be older than the files beside it.
    for (const clipId of this.#parts.store.isKept ? files : []) {
      // A row is there before its file: one that begins meanwhile has its own.
      if (this.#index.lookUp(clipId) === "none") {
        await this.#files.remove(clipId);
      }
    }
    let page = this.#index.after("");
    while (page.length > 0) {
      for (const clipId of page) {
        // What was kept since the folder was read is not missing in it.
        if (!files.has(clipId) && !(await this.#files.has(clipId))) {
          await this.#giveUp(clipId, "broken");
        }
      }
      page = this.#index.after(page.at(-1) ?? "");
    }
    await this.#room.tidy(this.#writingBytes(undefined));
  }

  /** Keeps what is whole of a clip that ended in the middle of a write. */
  async #salvage(clip: BegunClip): Promise<void> {
    const { clipId, startedAt } = clip;
    try {
      const sealed = await this.#files.salvage(clipId);
      if (sealed) {
        const { bytes, sha256, durationMs } = sealed;
        const endedAt = later(startedAt, durationMs);
        this.#index.keep({ ...clip, endedAt, bytes, sha256, isWhole: false });
        return;
      }
    } catch (error) {
      this.#parts.log.error({ err: error, clipId }, "nothing of a clip could be kept");
    }
    await this.#abandon(clip, "broken");
  }

  /** The server waits for what it asked for, and knows of no other. */
  async #abandon({ clipId, cause }: BegunClip, why: WhyDropped): Promise<void> {
    if (cause === "ring" || cause === "alarm") {
      await this.#giveUp(clipId, why);
    } else {
      await this.#files.remove(clipId);
      this.#index.forget(clipId);
    }
  }

  async #giveUp(clipId: string, why: WhyDropped): Promise<void> {
    this.#parts.log.warn({ clipId, why }, "a clip is lost");
    this.#index.drop(clipId, why);
    await this.#files.remove(clipId);
  }

  /** @param but one that is not counted */
  #writingBytes(but: string | undefined): number {
    return [...this.#writing]
      .filter(([clipId]) => clipId !== but)
      .reduce((sum, [, { writer }]) => sum + this.#room.countOf(writer.bytes), 0);
  }

  #track(work: Promise<unknown>): void {
    const ended = work
      .then(() => undefined)
      .catch((error: unknown) => this.#parts.log.error({ err: error }, "clips could not be seen to"))
      .finally(() => this.#underWay.delete(ended));
    this.#underWay.add(ended);
  }
}

const later = (startedAt: string, ms: number): string =>
  new Date(Date.parse(startedAt) + Math.round(ms)).toISOString();

const isFull = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "ENOSPC" || error.code === "EDQUOT");
