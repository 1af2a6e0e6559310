import { z } from "zod";
import type { Cancel, Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import type { Store } from "../../platform/store.ts";
import { keptTimeQueries } from "./access-list.queries.ts";
import { ClockTrust, type MachineRun, type Reading } from "./clock-trust.ts";
import { ServerAbsence } from "./server-absence.ts";

/** The clock is looked at this often, so that a jump is noticed when it happens. */
const LOOK_EVERY_MS = 60_000;
/** By so much the server's clock and the one on the wall may part before that is written down. */
const CORRECTION_WRITTEN_MS = 60_000;
/** A memory card wears out: it is written this often, and at once when trust comes or goes, or the clock was set. */
const WRITE_EVERY_MS = 10 * 60_000;

const Row = z.object({
  wallMs: z.number(),
  correctionMs: z.number(),
  isTrusted: z.number().transform(Boolean),
  machine: z.string().nullable(),
  upMs: z.number(),
  absentMs: z.number(),
});

/** The date that is told is set right by so much and no less: it does not tremble with each reading of the server's clock. */
const DATE_OFF_MS = 1000;

/** What the time is to a decision. */
export interface AccessMoment {
  nowMs: number;
  isTrusted: boolean;
  /** It is not earlier than this, also without trust; 0 where nothing is known. */
  notBeforeMs: number;
  /** For how long the server has been away. */
  absentMs: number;
}

export interface AccessTimeParts {
  store: Store;
  clock: Clock;
  /** The server's date as far as it is known now: it is heard. */
  serverTime: () => number | undefined;
  machineRun: () => MachineRun;
  log: Log;
}

/** What time it is and for how long the server has been away, kept for the process after this one. */
export class AccessTime {
  readonly #parts: AccessTimeParts;
  readonly #write;
  readonly #trust: ClockTrust;
  readonly #absence: ServerAbsence;
  #written: { at: number; isTrusted: boolean; absentMs: number; correctionMs: number } | undefined;
  #cancelNext: Cancel | undefined;
  /** By so much the date that is told is ahead of the wall clock. */
  #dateAheadMs = 0;

  constructor(parts: AccessTimeParts) {
    this.#parts = parts;
    const { store, clock, machineRun } = parts;
    this.#write = store.command(keptTimeQueries.write);
    const kept = this.#readKept();
    this.#trust = new ClockTrust(kept, { ...this.#read(), ...machineRun() });
    this.#absence = new ServerAbsence(kept?.absentMs ?? 0, clock.now());
  }

  start(): void {
    this.look();
    this.#cancelNext = this.#parts.clock.after(LOOK_EVERY_MS, () => this.start());
  }

  stop(): void {
    this.#cancelNext?.();
    this.#keep(this.look());
  }

  look(): AccessMoment {
    const reading = this.#read();
    const moment = this.#momentAt(reading);
    if (this.#isDue(moment, reading.monotonicMs)) {
      this.#keep(moment);
    }
    return moment;
  }

  /**
   * The date of what is told: as the server has it where that is sure, else as the wall clock has it, which may be hours off. Writes
   * nothing.
   */
  get date(): Date {
    const reading = this.#read();
    const { nowMs, isTrusted } = this.#momentAt(reading);
    const aheadMs = isTrusted ? nowMs - reading.wallMs : 0;
    if (Math.abs(aheadMs - this.#dateAheadMs) > DATE_OFF_MS) {
      this.#dateAheadMs = aheadMs;
    }
    return new Date(reading.wallMs + this.#dateAheadMs);
  }

  #momentAt(reading: Reading): AccessMoment {
    const serverTime = this.#parts.serverTime();
    if (serverTime !== undefined) {
      this.#trust.hear(serverTime, reading);
      this.#absence.hear(reading.monotonicMs);
    }
    return { ...this.#trust.look(reading), absentMs: this.#absence.at(reading.monotonicMs) };
  }

  #readKept(): z.infer<typeof Row> | undefined {
    const { store, log } = this.#parts;
    try {
      return store.query(keptTimeQueries.read, Row).get();
    } catch (error) {
      log.error({ err: error }, "what was kept of the time cannot be read");
      return undefined;
    }
  }

  #isDue({ isTrusted, absentMs }: AccessMoment, monotonicMs: number): boolean {
    const written = this.#written;
    return (
      written === undefined ||
      written.isTrusted !== isTrusted ||
      (absentMs === 0 && written.absentMs > 0) ||
      Math.abs(this.#trust.correctionMs - written.correctionMs) > CORRECTION_WRITTEN_MS ||
      monotonicMs - written.at >= WRITE_EVERY_MS
    );
  }

  #keep({ isTrusted, notBeforeMs, absentMs }: AccessMoment): void {
    const { machineRun, log } = this.#parts;
    const { wallMs, monotonicMs } = this.#read();
    if (this.#written?.isTrusted !== isTrusted && !isTrusted) {
      log.error("the clock cannot be trusted until the server is heard: only who always comes in does");
    }
    const { machine, upMs } = machineRun();
    // Also when the disk takes nothing: it is tried again when it is due again, and not at every card.
    const { correctionMs } = this.#trust;
    this.#written = { at: monotonicMs, isTrusted, absentMs, correctionMs };
    try {
      // What a clock in doubt says would take the place of the last moment that was sure.
      const sureWallMs = isTrusted ? wallMs : notBeforeMs - correctionMs;
      this.#write.run(sureWallMs, correctionMs, isTrusted ? 1 : 0, machine, upMs, absentMs);
    } catch (error) {
      log.error({ err: error }, "the time could not be kept");
    }
  }

  #read(): Reading {
    const { clock } = this.#parts;
    return { wallMs: clock.date().getTime(), monotonicMs: clock.now() };
  }
}
