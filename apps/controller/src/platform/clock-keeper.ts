import { readClock } from "@umbral/contract/controllers/controllers.contract";
import type { z } from "zod";
import type { Cancel, Clock } from "./clock.ts";
import type { ClockSync } from "./clock-sync.ts";
import type { Log } from "./log.ts";

const READ_EVERY_MS = 10_000;
/** After signing in, a few readings quickly: the first ones of a connection are often slow. */
const FIRST_READINGS = 4;
const FIRST_READINGS_EVERY_MS = 200;
const ANSWER_WITHIN_MS = 5000;
/** A line on which this many readings in a row were not answered is dead, whatever TCP thinks. */
const SILENCES_ALLOWED = 2;

export interface ClockKeeperParts {
  link: () => {
    request: (
      message: typeof readClock,
      payload: z.input<typeof readClock.payload>,
      withinMs: number,
    ) => Promise<z.output<typeof readClock.reply>>;
    drop: (why: string) => void;
  };
  sync: ClockSync;
  clock: Clock;
  log: Log;
  /** Orders can be judged from now on. Once on each connection. */
  onFirstReading: () => void;
}

/** Reads the server's clock for as long as there is a line, and notices by it when the line is dead. */
export class ClockKeeper {
  readonly #parts: ClockKeeperParts;
  #readings = 0;
  #silences = 0;
  /** Names the connection that is being read; answers on an earlier one do not count. */
  #connection = 0;
  #cancelNext: Cancel | undefined;
  #waiting = new Set<() => void>();

  constructor(parts: ClockKeeperParts) {
    this.#parts = parts;
  }

  /** @param askedAt when the controller asked to be signed in */
  onSignedIn(askedAt: number): void {
    this.#forget();
    this.#parts.sync.begin(askedAt);
    void this.#read(this.#connection);
  }

  onLost(): void {
    this.#forget();
    this.#parts.sync.end();
  }

  stop(): void {
    this.onLost();
    this.#release();
  }

  /** Resolves at the first reading of the present connection, or after `ms`. */
  whenSynchronised(ms: number): Promise<void> {
    const { sync, clock } = this.#parts;
    if (sync.isSynchronised(clock.now())) {
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      const finish = () => {
        cancel();
        this.#waiting.delete(finish);
        resolve();
      };
      const cancel = clock.after(ms, finish);
      this.#waiting.add(finish);
    });
  }

  /**
   * How old an order is that was issued at this moment of the server's clock, by the clock of the connection on which it came.
   * @returns undefined where that is not known within `ms`
   */
  async ageOf(issuedAt: number, ms: number): Promise<number | undefined> {
    const { sync, clock } = this.#parts;
    const { connection } = sync;
    await this.whenSynchronised(ms);
    const now = sync.serverTime(clock.now());
    return now === undefined || sync.connection !== connection ? undefined : now - issuedAt;
  }

  #forget(): void {
    this.#cancelNext?.();
    this.#connection += 1;
    this.#readings = 0;
    this.#silences = 0;
  }

  async #read(connection: number): Promise<void> {
    const { link, sync, clock, log } = this.#parts;
    const sentAt = clock.now();
    try {
      const { steadyMs, dateMs } = await link().request(readClock, {}, ANSWER_WITHIN_MS);
      if (connection !== this.#connection) {
        return;
      }
      sync.add({ sentAt, receivedAt: clock.now(), steadyMs, dateMs });
      this.#silences = 0;
      this.#readings += 1;
      if (this.#readings === 1) {
        this.#parts.onFirstReading();
        this.#release();
      }
    } catch (error) {
      if (connection !== this.#connection) {
        return;
      }
      this.#silences += 1;
      log.warn({ err: error, silences: this.#silences }, "the server's clock could not be read");
      if (this.#silences >= SILENCES_ALLOWED) {
        link().drop("the server is silent");
        return;
      }
    }
    const isQuick = this.#readings < FIRST_READINGS || this.#silences > 0;
    const pause = isQuick ? FIRST_READINGS_EVERY_MS : READ_EVERY_MS;
    this.#cancelNext = clock.after(pause, () => this.#read(connection));
  }

  #release(): void {
    for (const finish of [...this.#waiting]) {
      finish();
    }
  }
}
