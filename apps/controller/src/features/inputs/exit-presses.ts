/** A button that is pressed for longer than this is stuck: somebody leaned something against it, or a wire touches. */
const STUCK_AFTER_MS = 30_000;
/** So many presses in a minute are no people: a wire that comes and goes. */
const PRESSES_OF_PEOPLE = 30;
const MINUTE_MS = 60_000;
/** A button that chatters opens its door this often and not at each touch: whoever stands there still gets out. */
const CHATTERING_OPENS_EVERY_MS = 5000;

/**
 * Judges the presses of an exit button, without devices: time comes in with every word. A press is one opening, however
 * long it lasts; a stuck button holds nothing open, and one that chatters floods nobody with openings.
 */
export class ExitPresses {
  /** The last presses, as many as people could make. */
  #presses: number[] = [];
  #pressedSince: number | undefined;
  #openedAt = Number.NEGATIVE_INFINITY;

  /** Pressed, whoever or whatever did it. @returns whether it opens the door */
  press(now: number, isDone: boolean): boolean {
    this.#pressedSince = now;
    if (!isDone) {
      return false;
    }
    this.#presses = [...this.#presses, now].slice(-PRESSES_OF_PEOPLE);
    if (this.#isChattering(now) && now < this.#openedAt + CHATTERING_OPENS_EVERY_MS) {
      return false;
    }
    this.#openedAt = now;
    return true;
  }

  release(): void {
    this.#pressedSince = undefined;
  }

  isStuck(now: number): boolean {
    const isHeld = this.#pressedSince !== undefined && now >= this.#pressedSince + STUCK_AFTER_MS;
    return isHeld || this.#isChattering(now);
  }

  /** When `isStuck` may be other than now, without another press. */
  dueAt(now: number): number | undefined {
    const times = [
      this.#pressedSince === undefined ? undefined : this.#pressedSince + STUCK_AFTER_MS,
      this.#isChattering(now) ? (this.#presses[0] ?? 0) + MINUTE_MS : undefined,
    ].filter((time) => time !== undefined && time > now);
    return times.length === 0 ? undefined : Math.min(...times.flatMap((time) => time ?? []));
  }

  #isChattering(now: number): boolean {
    const [oldest] = this.#presses;
    return this.#presses.length === PRESSES_OF_PEOPLE && oldest !== undefined && now < oldest + MINUTE_MS;
  }
}
