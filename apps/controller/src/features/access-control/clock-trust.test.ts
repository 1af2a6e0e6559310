import { describe, expect, it } from "vitest";
import { ClockTrust, type KeptClock, type MachineRun } from "./clock-trust.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOON = Date.UTC(2026, 6, 14, 17);

/** A machine whose clocks are pushed and set, and whose process and power come and go. */
class Machine {
  wallMs: number = NOON;
  monotonicMs = 5000;
  upMs = HOUR;
  machine = "first";
  /** Its own clock has a battery, or the network sets it before the controller starts. */
  hasKeptTime = true;
  trust: ClockTrust;

  constructor(kept?: KeptClock) {
    this.trust = new ClockTrust(kept, this.#now());
  }

  pass(ms: number): this {
    this.wallMs += ms;
    this.monotonicMs += ms;
    this.upMs += ms;
    return this;
  }

  hear(serverMs: number): this {
    this.trust.hear(serverMs, this.#now());
    return this;
  }

  get isTrusted(): boolean {
    return this.trust.look(this.#now()).isTrusted;
  }

  get nowMs(): number {
    return this.trust.look(this.#now()).nowMs;
  }

  /** The process ends and another one starts. @param off for how long the machine has no power */
  restart(off?: number): this {
    const kept: KeptClock = {
      wallMs: this.wallMs,
      correctionMs: this.trust.correctionMs,
      isTrusted: this.isTrusted,
      machine: this.machine,
      upMs: this.upMs,
    };
    return this.startWith(kept, off);
  }

  startWith(kept: KeptClock, off?: number): this {
    this.monotonicMs = 0;
    if (off !== undefined) {
      this.wallMs += off;
      this.upMs = 10_000;
      this.machine = `after ${this.machine}`;
    }
    this.trust = new ClockTrust(kept, this.#now());
    return this;
  }

  #now() {
    const { machine, upMs, hasKeptTime } = this;
    const run: MachineRun = { machine, upMs, hasKeptTime: () => hasKeptTime };
    return { wallMs: this.wallMs, monotonicMs: this.monotonicMs, ...run };
  }
}

describe("a controller's clock", () => {
  it("is believed once the server was heard, and not before", () => {
    const machine = new Machine();
    expect(machine.isTrusted).toBe(false);
    expect(machine.hear(NOON).isTrusted).toBe(true);
    expect(machine.pass(30 * DAY).isTrusted).toBe(true);
  });

  it("goes by the server's when the one on the wall is wrong", () => {
    const machine = new Machine().hear(NOON + 3 * HOUR);
    expect(machine.pass(DAY).nowMs).toBe(NOON + 3 * HOUR + DAY);
    expect(machine.isTrusted).toBe(true);
  });

  it.each([
    ["forwards", 5 * MINUTE],
    ["backwards", -5 * MINUTE],
  ])("that jumps %s is not believed until the server is heard, also when it jumps back", (_way, jump) => {
    const machine = new Machine().hear(NOON).pass(HOUR);
    machine.wallMs += jump;
    expect(machine.isTrusted).toBe(false);
    machine.wallMs -= jump;
    expect(machine.isTrusted).toBe(false);
    expect(machine.pass(HOUR).isTrusted).toBe(false);
    expect(machine.hear(NOON + 2 * HOUR).isTrusted).toBe(true);
  });

  it("may be put right by a little", () => {
    const machine = new Machine().hear(NOON).pass(HOUR);
    machine.wallMs += 90_000;
    expect(machine.isTrusted).toBe(true);
    machine.wallMs += 90_000;
    expect(machine.isTrusted).toBe(false);
  });

  it("is believed by the next process when it goes on where it should", () => {
    expect(new Machine().hear(NOON).pass(DAY).restart().isTrusted).toBe(true);
    expect(
      new Machine()
        .hear(NOON)
        .pass(DAY)
        .restart(3 * DAY).isTrusted,
    ).toBe(true);
    // Also for a second one, without the server all the while.
    expect(new Machine().hear(NOON).restart(HOUR).pass(HOUR).restart(HOUR).isTrusted).toBe(true);
  });

  it("is not believed by a process that finds it before the last time that was kept", () => {
    expect(new Machine().hear(NOON).pass(DAY).restart(-1000).isTrusted).toBe(false);
    // A board without a battery begins in 1970.
    expect(new Machine().hear(NOON).restart(-NOON).isTrusted).toBe(false);
  });

  it.each([
    {
      found: "where its own clock, with a battery, or the network says so",
      hasKeptTime: true,
      isTrusted: true,
    },
    // A board without a battery wakes with the date of its shutdown: hours may have passed.
    { found: "not where nothing kept the time", hasKeptTime: false, isTrusted: false },
  ])("of a machine that was off is believed $found", ({ hasKeptTime, isTrusted }) => {
    for (const passed of [0, 1, HOUR, 3 * DAY]) {
      const machine = new Machine().hear(NOON).pass(DAY);
      machine.hasKeptTime = hasKeptTime;
      expect(machine.restart(passed).isTrusted).toBe(isTrusted);
      expect(machine.hear(NOON + 5 * DAY).isTrusted).toBe(true);
    }
  });

  it("of a machine that stayed up needs none to say so", () => {
    const machine = new Machine().hear(NOON).pass(DAY);
    machine.hasKeptTime = false;
    expect(machine.restart().isTrusted).toBe(true);
  });

  it("that was set while no process looked is found out, where the machine stayed up", () => {
    const machine = new Machine().hear(NOON).pass(HOUR);
    const kept: KeptClock = {
      wallMs: machine.wallMs,
      correctionMs: 0,
      isTrusted: true,
      machine: "first",
      upMs: machine.upMs,
    };
    machine.pass(MINUTE).wallMs += DAY;
    expect(machine.startWith(kept).isTrusted).toBe(false);
  });

  it("that was in doubt is so for the next process as well", () => {
    const machine = new Machine().hear(NOON).pass(HOUR);
    machine.wallMs += DAY;
    expect(machine.restart().isTrusted).toBe(false);
    expect(machine.restart(HOUR).isTrusted).toBe(false);
    expect(machine.hear(NOON).restart(HOUR).isTrusted).toBe(false);
  });
});
