import { createHash, type Hash } from "node:crypto";
import { CLIP_PART_BYTES } from "@umbral/contract/clips/clip-wire.contract";
import { CLIP_MOST_BYTES, type ClipFetch } from "@umbral/contract/clips/clips.contract";
import type { ErrorCode } from "@umbral/contract/lib/refusals";
import type { Services } from "../../platform/context.ts";
import { FairQueue } from "../../platform/fair-queue.ts";
import { withPictures } from "../../platform/kept-pictures.ts";
import { removeBytes } from "../../platform/picture-sweep.ts";
import { Refused } from "../../platform/refused.ts";
import type { Working } from "../../platform/rounds.ts";
import type { ControllerHub } from "../controllers/controller-hub.ts";
import { tellWatchers } from "../spaces/index.ts";
import { removePieces } from "./clips.queries.ts";
import {
  countReceived,
  endFetching,
  type Fetching,
  findPieces,
  findWanted,
  insertPiece,
  renewFetching,
  takeFetching,
} from "./fetching.queries.ts";

/** Bytes of a clip that are in memory, and lost when a process ends: four parts. */
const PIECE_BYTES = 4 * CLIP_PART_BYTES;
/** A part that does not come is asked for once more: one answer lost on the way is not a controller that is away. */
const TRIES = 2;
/** Whoever asked hears how far it is after so long, and asks again. */
const ANSWER_MS = 1500;
/** Clips of one building that are looked for at once, to be fetched by themselves. */
const WANTED_AT_ONCE = 20;

/** Why a clip is not here. */
type Fault = Extract<ErrorCode, "CLIP_GONE" | "CLIP_AWAY" | "CLIP_DAMAGED">;

interface Run {
  /** Bytes that came. */
  received: number;
  /** Resolves when it is here; false where there is nothing to fetch, or another process does. @throws {Refused} one of the faults */
  ended: Promise<boolean>;
}

/**
 * Brings clips from their controllers: one at a time of each controller, and each once however many ask, whatever processes serve
 * them. What came is kept piece by piece, so that an interrupted one goes on at the byte that it lacks.
 */
export class ClipFetcher implements Working {
  readonly #services: Services;
  readonly #hub: Pick<ControllerHub, "clipPart">;
  readonly #runs = new Map<string, Run>();
  readonly #queue = new FairQueue({ atOnce: 4, atOnceOfOne: 1, waiting: 60, waitingOfOne: 20 });
  readonly #pieceBytes: number;
  #isRunning = false;

  constructor(services: Services, hub: Pick<ControllerHub, "clipPart">, pieceBytes = PIECE_BYTES) {
    this.#services = services;
    this.#hub = hub;
    this.#pieceBytes = pieceBytes;
  }

  start(): void {
    this.#isRunning = true;
  }

  /** What is under way ends after the part that it waits for; the next process goes on. */
  async stop(): Promise<void> {
    this.#isRunning = false;
    await Promise.allSettled([...this.#runs.values()].map(({ ended }) => ended));
  }

  /**
   * Fetches a clip that is not here, or joins who does.
   * @returns how far it is, after a moment at most
   * @throws {Refused} CLIP_GONE, CLIP_AWAY, CLIP_DAMAGED, TOO_OFTEN, UNAVAILABLE
   */
  async ask(clip: { id: string; controllerId: string | null; bytes: number }): Promise<ClipFetch> {
    const run = this.#runOf(clip);
    if (await Promise.race([run.ended, after(ANSWER_MS)])) {
      return { outcome: "ready" };
    }
    // Another process may be the one that fetches, or has done so.
    const received = Math.max(run.received, await countReceived(this.#services.db, clip.id));
    return { outcome: "fetching", received, bytes: clip.bytes };
  }

  /** Fetches what this building wants here by itself. What does not come now comes with the next clip, or the controller. */
  wake(buildingId: string): void {
    this.#fetchWanted(buildingId).catch((error: unknown) =>
      this.#services.log.error({ err: error, buildingId }, "clips were not looked for"),
    );
  }

  async #fetchWanted(buildingId: string): Promise<void> {
    const { db, clock, log } = this.#services;
    // What does not come keeps nothing behind it from coming: it is passed over, and with it all of a controller that is away.
    const without: { clips: string[]; controllers: string[] } = { clips: [], controllers: [] };
    let found = WANTED_AT_ONCE;
    while (found === WANTED_AT_ONCE) {
      const wanted = { buildingId, now: clock.now(), bytes: CLIP_MOST_BYTES, without };
      const clips = await findWanted(db, wanted, WANTED_AT_ONCE);
      found = clips.length;
      for (const clip of clips) {
        if (!this.#isRunning) {
          return;
        }
        without.clips.push(clip.id);
        if (clip.controllerId === null || without.controllers.includes(clip.controllerId)) {
          continue;
        }
        try {
          // One after the other: what people ask for comes in between.
          await this.#runOf(clip).ended;
        } catch (error) {
          const why = error instanceof Refused ? error.code : error;
          log.info({ clipId: clip.id, why }, "a clip did not come");
          if (why === "CLIP_AWAY") {
            without.controllers.push(clip.controllerId);
          }
        }
      }
    }
  }

  #runOf({ id, controllerId }: { id: string; controllerId: string | null }): Run {
    const underway = this.#runs.get(id);
    if (underway) {
      return underway;
    }
    const run: Run = { received: 0, ended: Promise.resolve(false) };
    run.ended = this.#queue
      .run(controllerId ?? id, () => this.#fetch(id, run))
      .finally(() => this.#runs.delete(id));
    // Whoever asked may be gone before it fails.
    run.ended.catch(() => undefined);
    this.#runs.set(id, run);
    return run;
  }

  async #fetch(clipId: string, run: Run): Promise<boolean> {
    const { db, clock, nodeId } = this.#services;
    const lease = () => ({ clipId, nodeId, now: clock.now() });
    const clip = await takeFetching(db, lease());
    if (!clip) {
      return false;
    }
    let outcome: Parameters<typeof endFetching>[2] = "left";
    try {
      const fault = await this.#bring(clip, run);
      outcome = fault === null ? "fetched" : fault === "CLIP_DAMAGED" ? "damaged" : "left";
      if (fault !== null) {
        throw new Refused(fault);
      }
    } finally {
      await endFetching(db, lease(), outcome);
    }
    tellWatchers(this.#services, "event_clip", clip.buildingId);
    return true;
  }

  /** @returns why it is not here; null when it is, and is what the controller said that it is */
  async #bring(clip: Fetching, run: Run): Promise<Fault | null> {
    const hash = createHash("sha256");
    const pieces = await findPieces(this.#services.db, clip.id);
    for (const { fileId } of pieces) {
      const bytes = await this.#services.files.get(fileId);
      if (bytes === null) {
        return this.#damaged(clip.id);
      }
      hash.update(bytes);
      run.received += bytes.byteLength;
    }
    let position = pieces.length;
    while (run.received < clip.bytes) {
      const piece = await this.#nextPiece(clip, run.received);
      if (typeof piece === "string") {
        return piece === "CLIP_DAMAGED" ? this.#damaged(clip.id) : piece;
      }
      if (!(await this.#keep(clip.id, position, piece, hash))) {
        return "CLIP_AWAY";
      }
      position += 1;
      run.received += piece.byteLength;
    }
    const digest = hash.digest();
    return digest.equals(clip.sha256) ? null : this.#damaged(clip.id);
  }

  /** The bytes from here on that make one piece, or why there are none. */
  async #nextPiece({ id, controllerId, bytes }: Fetching, from: number): Promise<Buffer | Fault> {
    if (controllerId === null) {
      return "CLIP_GONE";
    }
    const parts: Uint8Array[] = [];
    let length = 0;
    // A part is cut short at the clip's end alone: who sends on after one could be asked for a byte at a time, for ever.
    let wasLast = false;
    while (length < this.#pieceBytes && from + length < bytes) {
      const part = await this.#part(controllerId, { clipId: id, from: from + length });
      if (typeof part === "string") {
        return part;
      }
      const left = bytes - from - length;
      if (wasLast || part.bytes !== bytes || part.data.byteLength > left) {
        return "CLIP_DAMAGED";
      }
      wasLast = part.data.byteLength < Math.min(CLIP_PART_BYTES, left);
      parts.push(part.data);
      length += part.data.byteLength;
    }
    return Buffer.concat(parts, length);
  }

  async #part(
    controllerId: string,
    asked: { clipId: string; from: number },
  ): Promise<{ data: Uint8Array; bytes: number } | Fault> {
    for (let tried = 0; tried < TRIES && this.#isRunning; tried += 1) {
      const answer = await this.#hub.clipPart(controllerId, asked);
      if (answer === "offline") {
        break;
      }
      if (answer !== "no-answer") {
        // Told by a fact it is whole, so that "not yet" is a controller which does not find its way just now.
        return answer.outcome === "part" ? answer : answer.outcome === "gone" ? "CLIP_GONE" : "CLIP_AWAY";
      }
    }
    return "CLIP_AWAY";
  }

  /** @returns false when another process has taken it over */
  async #keep(clipId: string, position: number, piece: Buffer, hash: Hash): Promise<boolean> {
    const { clock, nodeId } = this.#services;
    const isKept = await withPictures(this.#services, async (trx, keepPicture) => {
      if (!(await renewFetching(trx, { clipId, nodeId, now: clock.now() }))) {
        return false;
      }
      const fileId = await keepPicture("clip", piece);
      await insertPiece(trx, { clipId, position, bytes: piece.byteLength, fileId });
      return true;
    });
    if (isKept) {
      hash.update(piece);
    }
    return isKept;
  }

  /** Nothing of it is kept: no byte of it is known to be right. */
  async #damaged(clipId: string): Promise<"CLIP_DAMAGED"> {
    const { db, log } = this.#services;
    log.warn({ clipId }, "a clip that is not what its controller said");
    const gone = await db.transaction().execute((trx) => removePieces(trx, [clipId]));
    await removeBytes(this.#services, gone);
    return "CLIP_DAMAGED";
  }
}

const after = (ms: number): Promise<false> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(false), ms).unref();
  });
