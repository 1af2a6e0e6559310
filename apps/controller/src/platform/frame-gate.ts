/** How far along the line frames have come: a mark is answered when all before it has arrived. */
export interface LineProbe {
  /** Bytes that wait in this process. */
  backlog(): number;
  /** Sends a mark behind everything sent so far; `passed` is called when the other end answers it. */
  mark(passed: () => void): void;
}

const FIRST_WINDOW_BYTES = 256 * 1024;
const LARGEST_WINDOW_BYTES = 2 * 1024 * 1024;
const SMALLEST_WINDOW_BYTES = 32 * 1024;
/** A mark that takes this much longer than the quickest one says that frames queue up on the way. */
const QUEUEING_MS = 200;

/**
 * Lets frames through only as fast as the line carries them away. Without it a slow line fills with
 * pictures, in this process and in the network's buffers, and a door's answer has to wait behind them.
 */
export class FrameGate {
  readonly #probe: LineProbe;
  readonly #now: () => number;
  #window = FIRST_WINDOW_BYTES;
  #underWay = 0;
  #isMarked = false;
  #quickestMs = Number.POSITIVE_INFINITY;

  constructor(probe: LineProbe, now: () => number) {
    this.#probe = probe;
    this.#now = now;
  }

  /** May a frame of this size be sent now? When not, it is dropped: the next one is newer. */
  pass(bytes: number): boolean {
    const isFull = this.#underWay > 0 && this.#underWay + bytes > this.#window;
    if (isFull || this.#probe.backlog() > this.#window) {
      return false;
    }
    this.#underWay += bytes;
    return true;
  }

  /** To be called when the frame has been handed to the line. */
  sent(): void {
    if (this.#isMarked) {
      return;
    }
    this.#isMarked = true;
    const covered = this.#underWay;
    const sentAt = this.#now();
    this.#probe.mark(() => {
      this.#isMarked = false;
      this.#underWay -= covered;
      this.#learn(this.#now() - sentAt);
      if (this.#underWay > 0) {
        this.sent();
      }
    });
  }

  #learn(tripMs: number): void {
    this.#quickestMs = Math.min(this.#quickestMs, tripMs);
    const isQueueing = tripMs > this.#quickestMs + QUEUEING_MS;
    this.#window = isQueueing
      ? Math.max(SMALLEST_WINDOW_BYTES, this.#window / 2)
      : Math.min(LARGEST_WINDOW_BYTES, this.#window * 1.25);
  }
}
