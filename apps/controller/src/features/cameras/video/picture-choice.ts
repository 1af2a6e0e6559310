import type { VideoChunk } from "@umbral/contract/cameras/video.contract";
import type { NextLooks } from "../motion-watch.ts";
import { CodedUnrest } from "./coded-unrest.ts";

/** One picture is looked at as often as this, whatever the sizes say. */
const LOOK_AT_LEAST_MS = 2200;
/** What made pictures larger began at most so long before they were larger enough. */
const LOOK_BACK_MS = 600;
/** More is not kept for later: what waits for a decoder at once holds up what comes behind it. */
const MOST_KEPT_BYTES = 1024 * 1024;

interface Kept {
  chunk: VideoChunk;
  /** When it came. */
  at: number;
}

/** A picture that is to be decoded. */
export interface ChosenPicture extends Kept {
  /** Or it is decoded for those behind it alone. */
  isLookedAt: boolean;
}

/**
 * Chooses which pictures of a camera are decoded for motion, and which of those are looked at. While the sizes say that nothing
 * moves, those are the keys; what lies between is kept until the next one, and decoded as soon as something may move.
 */
export class PictureChoice {
  readonly #everyMs: number;
  readonly #unrest = new CodedUnrest();
  /** What came and was not chosen yet. */
  #kept: Kept[] = [];
  #keptBytes = 0;
  #lookedAt = Number.NEGATIVE_INFINITY;
  /** Keys alone are looked at until then. */
  #keysUntil = Number.NEGATIVE_INFINITY;

  /** @param everyMs how often a picture is looked at where something may move */
  constructor(everyMs: number) {
    // A little less than the interval, so that jitter does not halve the rate.
    this.#everyMs = everyMs * 0.9;
  }

  /** @param at when it came, in milliseconds that only grow @returns what is to be decoded now, in its order */
  take(chunk: VideoChunk, at: number): ChosenPicture[] {
    if (chunk.kind === "key") {
      this.#takeKept();
    }
    this.#kept.push({ chunk, at });
    this.#keptBytes += chunk.data.byteLength;
    const mayMove = this.#unrest.take(chunk, at);
    if (chunk.kind !== "key" && at < this.#keysUntil && this.#keptBytes < MOST_KEPT_BYTES) {
      return [];
    }
    // What is decoded waits for the next one that is looked at: the decoder is woken for that alone.
    if (at - this.#lookedAt < (mayMove ? this.#everyMs : LOOK_AT_LEAST_MS)) {
      return [];
    }
    const since = mayMove ? at - LOOK_BACK_MS : at;
    return this.#takeKept().map((one) => {
      const isLookedAt = one.at >= since && one.at - this.#lookedAt >= this.#everyMs;
      if (isLookedAt) {
        this.#lookedAt = one.at;
      }
      return { ...one, isLookedAt };
    });
  }

  #takeKept(): Kept[] {
    const kept = this.#kept;
    this.#kept = [];
    this.#keptBytes = 0;
    return kept;
  }

  /** What a picture that was looked at showed. */
  saw({ isRestless, notWithinMs }: NextLooks, at: number): void {
    this.#keysUntil = at + notWithinMs;
    this.#unrest.saw(isRestless, at);
  }
}
