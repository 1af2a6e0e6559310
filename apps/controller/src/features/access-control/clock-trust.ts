/** By so much the clock may be set, or differ from the server's, and still be believed: a slow line, a network time step. */
const TOLERANCE_MS = 2 * 60_000;
/** Clocks of cheap boards gain or lose up to 200 millionths. */
const DRIFT = 200e-6;

/** The machine's two clocks, read together. */
export interface Reading {
  /** The clock on the wall: anybody may set it. */
  wallMs: number;
  /** Counts forwards from the start of the process, whatever is set. */
  monotonicMs: number;
}

/** The run of the machine, and for how long it has been up: they outlive the process. */
export interface MachineRun {
  /** Null where it has no name. */
  machine: string | null;
  upMs: number;
  /** Did its wall clock go on without power, or has the network set it since? */
  hasKeptTime(wallMs: number): boolean;
}

/** What the process after this one has to know of the clock. */
export interface KeptClock extends Pick<MachineRun, "machine" | "upMs"> {
  /** Without trust the last that was sure, with the correction added. */
  wallMs: number;
  /** To be added to the wall clock, as the server had it. */
  correctionMs: number;
  isTrusted: boolean;
}

/**
 * Whether the date can be believed without the server, and what it is. It can be after the server was heard, for as
 * long as the wall clock goes as fast as the monotonic one; a process that starts believes a wall clock that is not before
 * what the last one kept, and goes where it should on a machine that stayed up; on one that was off, where it kept time.
 */
export class ClockTrust {
  #anchor: Reading | undefined;
  #correctionMs: number;
  /** The last moment that was sure, and when it was. */
  #sure: { atMs: number; monotonicMs: number } | undefined;

  /** @param kept undefined when the server was never heard */
  constructor(kept: KeptClock | undefined, now: Reading & MachineRun) {
    this.#correctionMs = kept?.correctionMs ?? 0;
    this.#sure = kept && { atMs: kept.wallMs + kept.correctionMs, monotonicMs: now.monotonicMs };
    if (kept && isBelievable(kept, now)) {
      this.#anchor = now;
    }
  }

  /** The server says what time it is. */
  hear(serverMs: number, { wallMs, monotonicMs }: Reading): void {
    this.#correctionMs = serverMs - wallMs;
    this.#anchor = { wallMs, monotonicMs };
    this.#sure = { atMs: serverMs, monotonicMs };
  }

  /** What time it is, and whether that is sure. Once in doubt it stays so until the server is heard. */
  look(now: Reading): { nowMs: number; isTrusted: boolean; notBeforeMs: number } {
    if (this.#anchor && hasJumped(this.#anchor, now)) {
      this.#anchor = undefined;
    }
    const nowMs = now.wallMs + this.#correctionMs;
    if (this.#anchor) {
      this.#sure = { atMs: nowMs, monotonicMs: now.monotonicMs };
    }
    return { nowMs, isTrusted: this.#anchor !== undefined, notBeforeMs: this.#notBefore(now) };
  }

  /** Time goes on from the last moment that was sure, whatever the wall clock says. */
  #notBefore({ monotonicMs }: Reading): number {
    return this.#sure === undefined
      ? 0
      : this.#sure.atMs + (monotonicMs - this.#sure.monotonicMs) * (1 - DRIFT);
  }

  get correctionMs(): number {
    return this.#correctionMs;
  }
}

function hasJumped(from: Reading, now: Reading): boolean {
  const passed = now.monotonicMs - from.monotonicMs;
  return Math.abs(now.wallMs - from.wallMs - passed) > TOLERANCE_MS + passed * DRIFT;
}

function isBelievable(kept: KeptClock, now: Reading & MachineRun): boolean {
  if (!kept.isTrusted || now.wallMs < kept.wallMs) {
    return false;
  }
  if (kept.machine !== null && kept.machine === now.machine) {
    return !hasJumped(
      { wallMs: kept.wallMs, monotonicMs: kept.upMs },
      { wallMs: now.wallMs, monotonicMs: now.upMs },
    );
  }
  // How far off its wall clock was is not known to hold for another start of the machine; and one that stopped with the
  // power says a time that is not before what was kept, hours late.
  return Math.abs(kept.correctionMs) <= TOLERANCE_MS && now.hasKeptTime(now.wallMs);
}
