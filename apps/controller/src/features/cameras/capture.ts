import type { Cancel, Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";

export type CaptureState = "starting" | "live" | "no-signal";

/** A camera that sends nothing for this long (or for its own longest gap, three times over) is killed. */
const STALLED_MS = 10_000;
/** Viewers are told that there is no signal after this long without a picture. */
const NO_SIGNAL_MS = 3000;
const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 10_000;

export interface CaptureListener<Frame> {
  frame(frame: Frame): void;
  state(state: CaptureState, since: Date): void;
}

/** What gives the frames: pictures of a camera, or chunks of its video. Tries once. */
interface CaptureDriver<Frame> {
  readonly longestGapMs: number;
  readonly firstWithinMs?: number;
  capture(onFrame: (frame: Frame) => void, signal: AbortSignal): Promise<void>;
}

interface CaptureParts<Frame> {
  driver: CaptureDriver<Frame>;
  listener: CaptureListener<Frame>;
  /** Pictures that come faster are dropped. */
  framesPerSecond: number;
  clock: Clock;
  random: () => number;
  log: Log;
}

/** Keeps one camera's pictures coming from `start` until `stop`: tries again when it dies or stalls. */
export class Capture<Frame = Uint8Array> {
  readonly #parts: CaptureParts<Frame>;
  readonly #frameEveryMs: number;
  #state: CaptureState = "starting";
  #since: Date;
  #last: { frame: Frame; at: number } | undefined;
  #nextFrameAt = 0;
  #failures = 0;
  #attempt: AbortController | undefined;
  #running: Promise<void> = Promise.resolve();
  #isRunning = false;
  /** When something last came, of this try: a picture, and any at all. */
  #frameAt = 0;
  #heardAt = 0;
  #hasHeard = false;
  #cancelSilence: Cancel | undefined;
  #cancelStall: Cancel | undefined;
  #wakeUp: (() => void) | undefined;

  constructor(parts: CaptureParts<Frame>) {
    this.#parts = parts;
    // A little less than the interval, so that a camera at exactly this rate loses none to jitter.
    this.#frameEveryMs = (1000 / parts.framesPerSecond) * 0.9;
    this.#since = parts.clock.date();
  }

  get state(): { state: CaptureState; since: Date } {
    return { state: this.#state, since: this.#since };
  }

  start(): void {
    this.#isRunning = true;
    this.#parts.listener.state(this.#state, this.#since);
    this.#frameAt = this.#parts.clock.now();
    this.#watchForSilence();
    this.#running = this.#run();
  }

  /** Resolves when nothing of the capture is left. */
  async stop(): Promise<void> {
    this.#isRunning = false;
    this.#cancelSilence?.();
    this.#attempt?.abort();
    this.#wakeUp?.();
    await this.#running;
  }

  /** The last picture, when it is not older than this. */
  lastFrame(notOlderThanMs: number): Frame | undefined {
    const last = this.#last;
    return last && this.#parts.clock.now() - last.at <= notOlderThanMs ? last.frame : undefined;
  }

  async #run(): Promise<void> {
    while (this.#isRunning) {
      await this.#tryOnce();
      if (this.#isRunning) {
        await this.#pause();
      }
    }
  }

  async #tryOnce(): Promise<void> {
    const { driver, log } = this.#parts;
    const attempt = new AbortController();
    this.#attempt = attempt;
    this.#heardAt = this.#parts.clock.now();
    this.#hasHeard = false;
    this.#watchForStall(attempt);
    try {
      await driver.capture((frame) => this.#onFrame(frame, attempt), attempt.signal);
      log.debug("a camera ended its stream");
    } catch (error) {
      // Failures repeat with every try; one line for each streak of them.
      log[this.#failures === 0 && this.#isRunning ? "warn" : "debug"]({ err: error }, "a camera failed");
      if (!this.#last) {
        this.#become("no-signal");
      }
    } finally {
      this.#cancelStall?.();
      this.#attempt = undefined;
    }
    this.#failures += 1;
  }

  #onFrame(frame: Frame, attempt: AbortController): void {
    if (attempt.signal.aborted) {
      return;
    }
    const now = this.#parts.clock.now();
    this.#heardAt = now;
    this.#hasHeard = true;
    if (now < this.#nextFrameAt) {
      return;
    }
    // Counted from when it was due, so that the rate holds on average.
    const isLate = now - this.#nextFrameAt > this.#frameEveryMs;
    this.#nextFrameAt = (isLate ? now : this.#nextFrameAt) + this.#frameEveryMs;
    this.#failures = 0;
    const isFirst = this.#last === undefined;
    this.#last = { frame, at: now };
    this.#become("live");
    this.#frameAt = now;
    // Less patience from the first picture on; none was left of one that was silent.
    if (isFirst || !this.#cancelSilence) {
      this.#cancelSilence?.();
      this.#watchForSilence();
    }
    this.#parts.listener.frame(frame);
  }

  #become(state: CaptureState): void {
    if (this.#state !== state && this.#isRunning) {
      this.#state = state;
      this.#since = this.#parts.clock.date();
      this.#parts.listener.state(state, this.#since);
    }
  }

  /** One timer, set again when it finds that something came meanwhile: pictures are many. */
  #watchForSilence(): void {
    const { clock, driver } = this.#parts;
    const patience = this.#last ? Math.max(NO_SIGNAL_MS, 3 * driver.longestGapMs) : STALLED_MS;
    const left = this.#frameAt + patience - clock.now();
    if (left <= 0) {
      this.#cancelSilence = undefined;
      this.#become("no-signal");
    } else {
      this.#cancelSilence = clock.after(left, () => this.#watchForSilence());
    }
  }

  #watchForStall(attempt: AbortController): void {
    const { clock, driver, log } = this.#parts;
    const first = this.#hasHeard ? 0 : (driver.firstWithinMs ?? 0);
    const left = this.#heardAt + Math.max(STALLED_MS, 3 * driver.longestGapMs, first) - clock.now();
    if (left <= 0) {
      log.warn("a camera stalled");
      attempt.abort();
    } else {
      // From its first picture on it has less.
      this.#cancelStall = clock.after(Math.min(left, STALLED_MS), () => this.#watchForStall(attempt));
    }
  }

  #pause(): Promise<void> {
    const { clock, random } = this.#parts;
    const backoff = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(this.#failures - 1, 10));
    return new Promise((resolve) => {
      // Half of it by chance: the cameras of a building come back one after the other.
      const cancel = clock.after(backoff * (0.5 + random() / 2), resolve);
      this.#wakeUp = () => {
        cancel();
        resolve();
      };
    });
  }
}
