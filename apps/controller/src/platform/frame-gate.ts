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
/** A frame that takes this much longer than the quickest one had to queue on the way. */
const QUEUEING_MS = 200;

interface UnderWay {
  bytes: number;
  sentAt: number;
}

/**
 * Lets frames through only as fast as the line carries them away. Without it a slow line fills with
 * pictures, in this process and in the network's buffers, and a door's answer has to wait behind them.
 */
export class FrameGate {
  readonly #probe: LineProbe;
  readonly #now: () => number;
  readonly #frames: UnderWay[] = [];
  #bytes = 0;
  #window = FIRST_WINDOW_BYTES;
  #quickestMs = Number.POSITIVE_INFINITY;

  constructor(probe: LineProbe, now: () => number) {
    this.#probe = probe;
    this.#now = now;
  }

  /** May a frame of this size be sent now? When not, it is dropped: the next one is newer. */
  mayPass(bytes: number): boolean {
    const isFull = this.#frames.length > 0 && this.#bytes + bytes > this.#window;
    return !isFull && this.#probe.backlog() <= this.#window;
  }

  /** A frame of this size has been handed to the line. */
  sent(bytes: number): void {
    const frame = { bytes, sentAt: this.#now() };
    this.#frames.push(frame);
    this.#bytes += bytes;
    this.#probe.mark(() => this.#arrived(frame));
  }

  #arrived(frame: UnderWay): void {
    // Those before it have arrived too, whether their marks were answered or not.
    for (const earlier of this.#frames.splice(0, this.#frames.indexOf(frame) + 1)) {
      this.#bytes -= earlier.bytes;
    }
    const tripMs = this.#now() - frame.sentAt;
    this.#quickestMs = Math.min(this.#quickestMs, tripMs);
    this.#window =
      tripMs > this.#quickestMs + QUEUEING_MS
        ? Math.max(SMALLEST_WINDOW_BYTES, this.#window / 2)
        : Math.min(LARGEST_WINDOW_BYTES, this.#window + frame.bytes / 4);
  }
}
