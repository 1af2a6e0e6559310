import { isDeepStrictEqual } from "node:util";
import {
  type ControllerStatus,
  type DeviceFault,
  HEARS_RELAYS,
  reportStatus,
  STATUS_EVERY_MS,
} from "@umbral/contract/controllers/controllers.contract";
import type { Message } from "@umbral/contract/lib/message";
import type { z } from "zod";
import type { Cancel, Clock } from "../../platform/clock.ts";

/** A first word soon after the sign-in: by then the server's clock has been read. */
const FIRST_MS = 1000;
/** How often it is looked whether it is another one than it said. */
const LOOK_MS = 10_000;
/** By how much its clock may go otherwise than it said before that is another state. */
const CLOCK_CHANGED_MS = 500;

export interface StatusReporterParts {
  tell: <P extends z.ZodType>(message: Message<P>, payload: z.input<P>) => void;
  clock: Clock;
  /** Facts that wait for the server. */
  waiting: () => number;
  /** Since when the disk does not take what it is given. */
  diskFailingSince: () => Date | null;
  /** The devices of which nothing is heard. */
  faults: () => DeviceFault[];
  /** The doors whose relay did not say that it let go. */
  relaysNotAtRest: () => string[];
  /** The server's clock as far as it is known. */
  serverTime: () => number | undefined;
}

/** Tells the server how this controller is when that changes, and from time to time, for as long as there is a line. */
export class StatusReporter {
  readonly #parts: StatusReporterParts;
  readonly #bornAt: number;
  #cancelNext: Cancel | undefined;
  /** What was told last on this line. */
  #told: ControllerStatus | undefined;
  /** What the server takes beyond the words that each takes. */
  #hears: readonly string[] = [];

  constructor(parts: StatusReporterParts) {
    this.#parts = parts;
    this.#bornAt = parts.clock.now();
  }

  /** @param hears as the server said it at this sign-in: the next one may be older */
  onSignedIn(hears: readonly string[]): void {
    this.stop();
    this.#hears = hears;
    this.#told = undefined;
    this.#lookIn(FIRST_MS);
  }

  onLost(): void {
    this.stop();
  }

  stop(): void {
    this.#cancelNext?.();
    this.#cancelNext = undefined;
  }

  #lookIn(milliseconds: number): void {
    this.#cancelNext = this.#parts.clock.after(milliseconds, () => {
      this.#lookIn(LOOK_MS);
      const status = this.#status();
      if (!this.#told || isNews(this.#told, status)) {
        this.#told = status;
        this.#parts.tell(reportStatus, status);
      }
    });
  }

  #status(): ControllerStatus {
    const { clock, waiting, serverTime, diskFailingSince, faults, relaysNotAtRest } = this.#parts;
    const server = serverTime();
    return {
      uptimeMs: Math.max(0, Math.round(clock.now() - this.#bornAt)),
      queue: waiting(),
      clockErrorMs: server === undefined ? null : Math.round(clock.date().getTime() - server),
      diskFailingSince: diskFailingSince()?.toISOString() ?? null,
      faults: faults(),
      ...(this.#hears.includes(HEARS_RELAYS) ? { relaysNotAtRest: relaysNotAtRest() } : {}),
    };
  }
}

/** Is it another state than the one that was told, or is that one told long ago? */
function isNews(told: ControllerStatus, { uptimeMs, clockErrorMs, ...now }: ControllerStatus): boolean {
  const { uptimeMs: toldAt, clockErrorMs: toldError, ...before } = told;
  const isOtherClock =
    toldError === null || clockErrorMs === null
      ? toldError !== clockErrorMs
      : Math.abs(clockErrorMs - toldError) >= CLOCK_CHANGED_MS;
  return uptimeMs - toldAt >= STATUS_EVERY_MS || isOtherClock || !isDeepStrictEqual(before, now);
}
