import {
  type ControllerStatus,
  type DeviceFault,
  reportStatus,
  STATUS_EVERY_MS,
} from "@umbral/contract/controllers/controllers.contract";
import type { Message } from "@umbral/contract/lib/message";
import type { z } from "zod";
import type { Cancel, Clock } from "../../platform/clock.ts";

/** A first word soon after the sign-in: by then the server's clock has been read. */
const FIRST_MS = 1000;

export interface StatusReporterParts {
  tell: <P extends z.ZodType>(message: Message<P>, payload: z.input<P>) => void;
  clock: Clock;
  /** Facts that wait for the server. */
  waiting: () => number;
  /** Since when the disk does not take what it is given. */
  diskFailingSince: () => Date | null;
  /** The devices of which nothing is heard. */
  faults: () => DeviceFault[];
  /** The server's clock as far as it is known. */
  serverTime: () => number | undefined;
}

/** Tells the server from time to time how this controller is, for as long as there is a line. */
export class StatusReporter {
  readonly #parts: StatusReporterParts;
  readonly #bornAt: number;
  #cancelNext: Cancel | undefined;

  constructor(parts: StatusReporterParts) {
    this.#parts = parts;
    this.#bornAt = parts.clock.now();
  }

  onSignedIn(): void {
    this.stop();
    this.#tellIn(FIRST_MS);
  }

  onLost(): void {
    this.stop();
  }

  stop(): void {
    this.#cancelNext?.();
    this.#cancelNext = undefined;
  }

  #tellIn(milliseconds: number): void {
    this.#cancelNext = this.#parts.clock.after(milliseconds, () => {
      this.#tellIn(STATUS_EVERY_MS);
      this.#parts.tell(reportStatus, this.#status());
    });
  }

  #status(): ControllerStatus {
    const { clock, waiting, serverTime, diskFailingSince, faults } = this.#parts;
    const server = serverTime();
    return {
      uptimeMs: Math.max(0, Math.round(clock.now() - this.#bornAt)),
      queue: waiting(),
      clockErrorMs: server === undefined ? null : Math.round(clock.date().getTime() - server),
      diskFailingSince: diskFailingSince()?.toISOString() ?? null,
      faults: faults(),
    };
  }
}
