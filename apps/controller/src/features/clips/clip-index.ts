import { VideoCodec } from "@umbral/contract/cameras/video.contract";
import { ClipCause, type ClipDropped, type KeptClip } from "@umbral/contract/clips/clip-wire.contract";
import { z } from "zod";
import type { Clock } from "../../platform/clock.ts";
import type { FactQueue } from "../../platform/facts.ts";
import type { Store } from "../../platform/store.ts";
import { clipQueries } from "./clips.queries.ts";

const Begun = z.object({
  clipId: z.string(),
  cameraId: z.string(),
  cause: ClipCause,
  causeId: z.string(),
  codec: VideoCodec,
  startedAt: z.string(),
});
/** A clip whose file is being written. */
export type BegunClip = z.infer<typeof Begun>;

const Old = z.object({ clipId: z.string(), bytes: z.number() });
/** Why a clip is no more. */
export type WhyDropped = z.infer<typeof ClipDropped>;

/** A clip that may have to go. */
export type OldClip = z.infer<typeof Old>;

const Id = z.object({ clipId: z.string() });
const PAGE = 200;

interface ClipIndexParts {
  store: Store;
  facts: FactQueue;
  clock: Pick<Clock, "date">;
}

/**
 * Which clips this controller has. That one is kept, or is no more, is written together with the fact that tells it; where the
 * disk takes neither, both wait in memory.
 */
export class ClipIndex {
  readonly #parts: ClipIndexParts;
  readonly #queries;
  /** How large they were. The disk does not let go of their rows yet. */
  readonly #dropped = new Map<string, number>();

  constructor(parts: ClipIndexParts) {
    this.#parts = parts;
    const { store } = parts;
    this.#queries = {
      begin: store.command(clipQueries.begin),
      keep: store.command(clipQueries.keep),
      forget: store.command(clipQueries.forget),
      bytesOf: store.query(clipQueries.bytesOf, z.object({ bytes: z.number().nullable() })),
      unfinished: store.query(clipQueries.unfinished, Begun),
      oldest: store.query(clipQueries.oldest, Old),
      endedBefore: store.query(clipQueries.endedBefore, Old),
      expired: store.query(clipQueries.expired, Old),
      after: store.query(clipQueries.after, Id),
      areUnseen: store.query(clipQueries.areUnseen, z.object({ only_one: z.number() })),
      areSeen: store.command(clipQueries.areSeen),
      bytes: store.query(clipQueries.bytes, z.object({ bytes: z.number() })),
    };
  }

  /** @throws where the disk takes nothing, or this store is a copy that ends with the process */
  begin({ clipId, cameraId, cause, causeId, codec, startedAt }: BegunClip, expiresAt: Date): void {
    if (!this.#parts.store.isKept) {
      throw new Error("this store does not last");
    }
    this.#queries.begin.run(clipId, cameraId, cause, causeId, codec, startedAt, expiresAt.toISOString());
  }

  /** Its file is whole and on the disk. */
  keep(clip: KeptClip): void {
    const { facts, clock } = this.#parts;
    facts.record({ kind: "clip-kept", at: clock.date().toISOString(), ...clip }, () =>
      this.#queries.keep.run(clip.endedAt, clip.bytes, clip.clipId),
    );
  }

  /** This store began empty, and nobody has seen to the files beside it. */
  get areFilesUnseen(): boolean {
    return this.#queries.areUnseen.get() !== undefined;
  }

  /** Kept clips of which only the files are known any more: the server knows what they show, and may ask for them. */
  adopt(clips: readonly { clipId: string; bytes: number; writtenAt: Date }[], expiresAt: Date): void {
    const unknown = { cameraId: "", cause: "opening", causeId: "", codec: "h264" } as const;
    this.#parts.store.transaction(() => {
      for (const { clipId, bytes, writtenAt } of clips) {
        const at = writtenAt.toISOString();
        this.begin({ ...unknown, clipId, startedAt: at }, expiresAt);
        this.#queries.keep.run(at, bytes, clipId);
      }
      this.#queries.areSeen.run();
    });
  }

  /** @param why told to the server, where it knows of this clip */
  drop(clipId: string, why: WhyDropped): void {
    const bytes = this.lookUp(clipId);
    const { facts, clock } = this.#parts;
    const isWritten = facts.record(
      { kind: "clip-dropped", at: clock.date().toISOString(), clipId, why },
      () => {
        this.#queries.forget.run(clipId);
        this.#dropped.delete(clipId);
      },
    );
    if (!isWritten) {
      this.#dropped.set(clipId, typeof bytes === "number" ? bytes : 0);
    }
  }

  /** Nobody was told of it. */
  forget(clipId: string): void {
    this.#queries.forget.run(clipId);
  }

  /** How large a kept clip's file is. */
  lookUp(clipId: string): "none" | "unfinished" | number {
    const row = this.#dropped.has(clipId) ? undefined : this.#queries.bytesOf.get(clipId);
    return row === undefined ? "none" : (row.bytes ?? "unfinished");
  }

  unfinished(): BegunClip[] {
    return this.#queries.unfinished.all();
  }

  /** Some of the kept ones, the oldest first. */
  oldest(): OldClip[] {
    return this.#there(this.#queries.oldest.all(this.#page));
  }

  /** Some of those whose last picture is not later. */
  endedBefore(date: Date): OldClip[] {
    return this.#there(this.#queries.endedBefore.all(date.toISOString(), this.#page));
  }

  /** Some of those that were to be kept until then. */
  expired(date: Date): OldClip[] {
    return this.#there(this.#queries.expired.all(date.toISOString(), this.#page));
  }

  /** The kept ones after this one; from "" on, all of them page by page. */
  after(clipId: string): string[] {
    return this.#queries.after.all(clipId, PAGE).map((row) => row.clipId);
  }

  /** Of all kept clips. */
  get bytes(): number {
    const gone = [...this.#dropped.values()].reduce((sum, bytes) => sum + bytes, 0);
    return (this.#queries.bytes.get()?.bytes ?? 0) - gone;
  }

  /** Those that are gone already may be among what is read. */
  get #page(): number {
    return PAGE + this.#dropped.size;
  }

  #there(clips: OldClip[]): OldClip[] {
    return clips.filter(({ clipId }) => !this.#dropped.has(clipId));
  }
}
