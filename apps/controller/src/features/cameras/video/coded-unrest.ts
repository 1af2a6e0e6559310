import type { VideoChunk } from "@umbral/contract/cameras/video.contract";

/** What was seen to stand out, or was larger than usual, keeps everything decoded for so long. */
const AWAKE_MS = 700;
/** So many groups from key to key must have been seen still before sizes say anything. */
const GROUPS_TO_KNOW = 3;
/** How fast the usual size of a picture is learned, and how much sizes differ from it. */
const SIZE_PART = 1 / 8;
const SPREAD_PART = 1 / 60;
/** At the beginning. */
const FIRST_SPREAD = 0.15;
/** In spreads: what a size differs by counts for no more than this in what is usual. */
const MOST_LEARNED = 4;
/** In spreads: larger by this is usual; what is beyond it, picture after picture, adds up to what is not. */
const SLACK = 1;
const ENOUGH = 5;
/** Where sizes differ by less, they are taken to differ by this. */
const LEAST_SPREAD_BYTES = 12;
/** Where they differ by more, somebody far away would be hidden by it. */
const MOST_SPREAD_BYTES = 320;
/** A picture in which nothing changes is so small beside its key, unless it is filled up to a bit rate or with noise. */
const LEAST_OF_KEY = 16;

interface Usual {
  bytes: number;
  seen: number;
}

/**
 * Tells by the sizes of a camera's coded pictures alone whether something may move. What changes in what is shown has been sent: a
 * picture in which something moves is larger than others of its place behind a key. Where sizes go up and down by themselves or
 * are not small when nothing moves (much noise, a constant bit rate), they say nothing, and the answer is always that it may.
 */
export class CodedUnrest {
  /** By the place behind a key. */
  readonly #usual: Usual[] = [];
  /** How much sizes differ from the usual one, as a part of it. */
  #spread = FIRST_SPREAD;
  #keyBytes = 0;
  #place = 0;
  #stillGroups = 0;
  #isGroupStill = false;
  /** What was seen last, decoded, stood still. */
  #isStill = false;
  #sum = 0;
  #awakeUntil = Number.NEGATIVE_INFINITY;

  /** @returns whether something may move in this picture: also where sizes do not tell, and for each key */
  take({ kind, data: { byteLength: bytes } }: Pick<VideoChunk, "kind" | "data">, at: number): boolean {
    if (kind === "key") {
      this.#stillGroups += this.#isGroupStill ? 1 : 0;
      this.#isGroupStill = this.#isStill;
      this.#keyBytes = bytes;
      this.#place = 0;
      this.#sum = 0;
      return true;
    }
    this.#place += 1;
    const usual = this.#usual[this.#place];
    if (!usual) {
      if (this.#isStill) {
        this.#usual[this.#place] = { bytes, seen: 1 };
      }
      return true;
    }
    const spread = Math.max(LEAST_SPREAD_BYTES, this.#spread * usual.bytes);
    const tells =
      this.#stillGroups >= GROUPS_TO_KNOW &&
      spread <= MOST_SPREAD_BYTES &&
      usual.bytes * LEAST_OF_KEY <= this.#keyBytes;
    this.#sum = Math.max(0, this.#sum + (bytes - usual.bytes) / spread - SLACK);
    if (this.#sum > ENOUGH) {
      this.#sum = 0;
      this.#awakeUntil = at + AWAKE_MS;
    }
    if (this.#isStill) {
      this.#learn(usual, Math.min(bytes - usual.bytes, MOST_LEARNED * spread));
    }
    return !tells || at < this.#awakeUntil;
  }

  /** What a picture showed, decoded. */
  saw(isRestless: boolean, at: number): void {
    this.#isStill = !isRestless;
    if (isRestless) {
      this.#isGroupStill = false;
      this.#awakeUntil = at + AWAKE_MS;
    }
  }

  #learn(usual: Usual, differs: number): void {
    this.#spread += (Math.abs(differs) / Math.max(1, usual.bytes) - this.#spread) * SPREAD_PART;
    usual.seen += 1;
    usual.bytes += differs * Math.max(SIZE_PART, 1 / usual.seen);
  }
}
