/** A card that is held to a reader for a moment is read again and again: it was meant once. */
const ONE_READING_MS = 2000;
/** More than anybody can hold to one reader in a second is noise. */
const READINGS_A_SECOND = 50;
/** Refusals at one reader that are written down in a minute, of cards that nobody knows; and pictures of refusals. */
const NOTED_A_MINUTE = 12;

/** So many in a span of time. */
class Allowance {
  readonly #most: number;
  readonly #spanMs: number;
  #begunAt = Number.NEGATIVE_INFINITY;
  #taken = 0;

  constructor(most: number, spanMs: number) {
    this.#most = most;
    this.#spanMs = spanMs;
  }

  take(now: number): boolean {
    if (now - this.#begunAt >= this.#spanMs) {
      this.#begunAt = now;
      this.#taken = 0;
    }
    this.#taken += 1;
    return this.#taken <= this.#most;
  }
}

/** What of a reader's readings counts, without devices: time comes in with every word. */
export class ReadingLimits {
  readonly #all = new Allowance(READINGS_A_SECOND, 1000);
  readonly #unknown = new Allowance(NOTED_A_MINUTE, 60_000);
  readonly #pictures = new Allowance(NOTED_A_MINUTE, 60_000);
  readonly #lately = new Map<string, number>();

  /** Is this a card that somebody holds to the reader, and not the same one still? */
  isNew(tag: string, now: number): boolean {
    for (const [other, at] of this.#lately) {
      if (now - at < ONE_READING_MS) {
        break;
      }
      this.#lately.delete(other);
    }
    if (this.#lately.has(tag)) {
      return false;
    }
    this.#lately.set(tag, now);
    return true;
  }

  /** Is it more than people can do? */
  isFlood(now: number): boolean {
    return !this.#all.take(now);
  }

  /** May one more card that nobody knows be written down? */
  mayNoteUnknown(now: number): boolean {
    return this.#unknown.take(now);
  }

  /** May one more refusal have its picture? */
  mayTakePicture(now: number): boolean {
    return this.#pictures.take(now);
  }
}
