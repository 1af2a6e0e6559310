/** A camera that was silent for so long may look elsewhere now: what it saw before is worth nothing. */
const GAP_MS = 3000;
/** How long a picture is only learned after it was new as a whole. */
const SETTLING_MS = 1000;
/** More of the picture than this does not move at once: that is the light, or the camera itself. */
const JUMP_SHARE = 0.4;
/** How soon what stands still becomes the background, and how soon something that has come to stay does. */
const BACKGROUND_MS = 2000;
const ABSORBED_MS = 15_000;
/** How long what always moves (leaves, water, a flag) takes to be left alone. */
const NOISE_MS = 45_000;
/** Times its usual unrest that a point must differ by. */
const ABOVE_NOISE = 4;
/** A point counts with so many of its eight neighbours: noise comes alone. */
const NEIGHBOURS = 4;
/** Of what stands out, this share must have changed since the picture before. */
const CHANGED_SHARE = 0.25;
/** Of what is enough, this much may be the beginning of something. */
const RESTLESS_SHARE = 0.5;

/** What is noticed at sensitivity 1 and at 100; between them each step is by the same factor. */
const DIFFERENCE = { least: 40, most: 6 };
const AREA = { least: 0.04, most: 0.0005 };
/** Of a small zone, at most this share must move. */
const ZONE_SHARE = 0.3;

/**
 * Tells whether something moves in one camera's small grey pictures: points that differ from a background
 * that is learned all the time, by more than they usually do, close together, and changing. A light that is
 * switched on changes much at once and then nothing more.
 */
export class MotionDetector {
  readonly #width: number;
  readonly #mask: Uint8Array;
  readonly #difference: number;
  readonly #area: number;
  readonly #background: Float32Array;
  readonly #noise: Float32Array;
  readonly #standsOut: Uint8Array;
  #before: Uint8Array | undefined;
  #at = 0;
  #settledAt = 0;
  #isRestless = true;

  /**
   * @param options.mask 1 where motion counts, as long as the pictures that will come
   * @param options.sensitivity from 1 to 100
   */
  constructor({ width, mask, sensitivity }: { width: number; mask: Uint8Array; sensitivity: number }) {
    const points = mask.length;
    this.#width = width;
    this.#mask = mask;
    this.#difference = between(DIFFERENCE, sensitivity);
    const zone = mask.reduce((sum, isIn) => sum + isIn, 0);
    this.#area = Math.max(2, Math.min(between(AREA, sensitivity) * points, ZONE_SHARE * zone));
    this.#background = new Float32Array(points);
    this.#noise = new Float32Array(points);
    this.#standsOut = new Uint8Array(points);
  }

  /** @param at when the picture was taken, in milliseconds that only grow */
  isMoving(grey: Uint8Array, at: number): boolean {
    const before = this.#before;
    const elapsed = at - this.#at;
    this.#at = at;
    this.#before = grey;
    if (!before || elapsed > GAP_MS) {
      this.#beginWith(grey, at, 1);
      this.#isRestless = true;
      return false;
    }
    if (this.#markWhatStandsOut(grey) > JUMP_SHARE * grey.length) {
      this.#beginWith(grey, at, undefined);
      this.#isRestless = true;
      return false;
    }
    const { standing, changing } = this.#count(grey, before);
    const isSettled = at >= this.#settledAt;
    const isMoving = isSettled && standing >= this.#area && changing >= CHANGED_SHARE * this.#area;
    this.#isRestless = !isSettled || standing >= RESTLESS_SHARE * this.#area;
    this.#learn(grey, elapsed);
    return isMoving;
  }

  /**
   * Whether the last picture is one after which the next must not be missed: something stands out that is nearly enough, whether it
   * changes or not, or the background is new.
   */
  get isRestless(): boolean {
    return this.#isRestless;
  }

  #beginWith(grey: Uint8Array, at: number, noise: number | undefined): void {
    this.#background.set(grey);
    if (noise !== undefined) {
      this.#noise.fill(noise);
    }
    this.#settledAt = at + SETTLING_MS;
  }

  #markWhatStandsOut(grey: Uint8Array): number {
    const background = this.#background;
    const noise = this.#noise;
    const marks = this.#standsOut;
    const difference = this.#difference;
    let count = 0;
    for (let at = 0; at < grey.length; at += 1) {
      const differs = Math.abs((grey[at] ?? 0) - (background[at] ?? 0));
      const standsOut = differs > difference && differs > ABOVE_NOISE * (noise[at] ?? 0) ? 1 : 0;
      marks[at] = standsOut;
      count += standsOut;
    }
    return count;
  }

  /** The points of the zones that stand out together, and those of them that change. */
  #count(grey: Uint8Array, before: Uint8Array): { standing: number; changing: number } {
    const marks = this.#standsOut;
    const mask = this.#mask;
    let standing = 0;
    let changing = 0;
    for (let at = 0; at < grey.length; at += 1) {
      if (marks[at] === 1 && mask[at] === 1 && this.#neighboursOf(at) >= NEIGHBOURS) {
        standing += 1;
        changing += Math.abs((grey[at] ?? 0) - (before[at] ?? 0)) > this.#difference / 2 ? 1 : 0;
      }
    }
    return { standing, changing };
  }

  #neighboursOf(at: number): number {
    const marks = this.#standsOut;
    const up = at - this.#width;
    const down = at + this.#width;
    const sum = (middle: number) => (marks[middle - 1] ?? 0) + (marks[middle + 1] ?? 0);
    return sum(up) + (marks[up] ?? 0) + sum(at) + sum(down) + (marks[down] ?? 0);
  }

  #learn(grey: Uint8Array, elapsed: number): void {
    const still = part(elapsed, BACKGROUND_MS);
    const absorbed = part(elapsed, ABSORBED_MS);
    const unrest = part(elapsed, NOISE_MS);
    const background = this.#background;
    const noise = this.#noise;
    const marks = this.#standsOut;
    for (let at = 0; at < grey.length; at += 1) {
      const known = background[at] ?? 0;
      const differs = (grey[at] ?? 0) - known;
      background[at] = known + differs * (marks[at] === 1 ? absorbed : still);
      const usual = noise[at] ?? 0;
      noise[at] = usual + (Math.abs(differs) - usual) * unrest;
    }
  }
}

const between = ({ least, most }: { least: number; most: number }, sensitivity: number): number =>
  least * (most / least) ** ((sensitivity - 1) / 99);

/** How much of the way is gone after `elapsed`, when all of it takes a few times `tau`. */
const part = (elapsed: number, tau: number): number => 1 - Math.exp(-elapsed / tau);
