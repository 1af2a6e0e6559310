import { SimulatedDoor } from "@umbral/simulated-building/door";
import { describe, expect, it } from "vitest";
import { FakeClock } from "../../../testing/fake-clock.ts";
import { silentLog } from "../../platform/log.ts";
import { MomentPassed } from "./door-driver.ts";
import { PulsedRelay } from "./pulsed-relay.ts";

function setUp(lockType: "fail-safe" | "fail-secure" = "fail-secure") {
  const clock = new FakeClock();
  const door = new SimulatedDoor((ms) => new Promise((resolve) => void clock.after(ms, resolve)));
  door.lockType = lockType;
  const relay = new PulsedRelay({ coil: door.coil, clock, log: silentLog });
  const abort = new AbortController();
  const order = { pulseMs: 3000, mayMove: () => undefined, signal: abort.signal };
  return { clock, door, relay, order, abort };
}

describe.each(["fail-secure", "fail-safe"] as const)("a relay that holds a %s lock", (lockType) => {
  it("gives current for the time of the pulse, and none otherwise", async () => {
    const { clock, door, relay, order } = setUp(lockType);
    relay.start();
    await clock.push(0);
    expect(door).toMatchObject({ isEnergised: false, isUnlocked: false, timesOpened: 0 });
    await relay.pulse(order);
    expect(door).toMatchObject({ isEnergised: true, isUnlocked: true, timesOpened: 1 });
    await clock.push(2999);
    expect(door.isUnlocked).toBe(true);
    await clock.push(1);
    expect(door).toMatchObject({ isEnergised: false, isUnlocked: false });
    relay.stop();
    expect(clock.pending).toBe(0);
  });

  it("leaves the door locked when the process stops in the middle of a pulse, and before it starts", async () => {
    const { door, relay, order } = setUp(lockType);
    expect(door.isUnlocked).toBe(false);
    relay.start();
    await relay.pulse(order);
    relay.stop();
    expect(door).toMatchObject({ isEnergised: false, isUnlocked: false, timesOpened: 1 });
    // A process that was killed left the coil as it was: the next one takes the current first of all.
    await door.coil.set(true);
    new PulsedRelay({ coil: door.coil, clock: new FakeClock(), log: silentLog }).start();
    expect(door.isUnlocked).toBe(false);
  });

  it("is locked by its watchdog when it was not let go", async () => {
    const { clock, door, relay, order } = setUp(lockType);
    relay.start();
    await relay.pulse(order);
    door.coil.set = () => Promise.reject(new Error("stuck"));
    await clock.push(3499);
    expect(door.isUnlocked).toBe(true);
    await clock.push(1);
    expect(door.isUnlocked).toBe(false);
    relay.stop();
  });
});

describe("a relay that holds a lock", () => {
  it("holds on for a second opening that comes during the first", async () => {
    const { clock, door, relay, order } = setUp();
    relay.start();
    await relay.pulse(order);
    await clock.push(2000);
    await relay.pulse(order);
    expect(door.timesOpened).toBe(2);
    await clock.push(2500);
    expect(door.isUnlocked).toBe(true);
    await clock.push(500);
    expect(door.isUnlocked).toBe(false);
    await clock.push(5000);
    expect(clock.pending).toBe(0);
  });

  it("is cut when the process stops in the middle of a pulse", async () => {
    const { clock, door, relay, order } = setUp();
    relay.start();
    await relay.pulse(order);
    relay.stop();
    expect(door.isEnergised).toBe(false);
    expect(clock.pending).toBe(0);
    await expect(relay.pulse(order)).rejects.toThrow("out of use");
    expect(door.timesOpened).toBe(1);
  });

  it("is let go by its watchdog when it did not let go by itself", async () => {
    const { clock, door, relay, order } = setUp();
    relay.start();
    await relay.pulse(order);
    const { set } = door.coil;
    door.coil.set = () => Promise.reject(new Error("stuck"));
    expect(relay.isNotAtRest).toBe(false);
    await clock.push(3000);
    expect(door.isEnergised).toBe(true);
    // Until the coil answers it is told of as one that may be on, whatever the watchdog cut.
    expect(relay.isNotAtRest).toBe(true);
    await clock.push(500);
    expect(door.isEnergised).toBe(false);
    expect(relay.isNotAtRest).toBe(true);
    door.coil.set = set;
    await clock.push(5000);
    expect(relay.isNotAtRest).toBe(false);
    expect(clock.pending).toBe(0);
  });

  it("is let go by its watchdog when it moved and never says so", async () => {
    const { clock, door, relay, order } = setUp();
    relay.start();
    door.answersAfterMs = 3_600_000;
    void relay.pulse(order);
    await clock.push(5999);
    expect(door.isUnlocked).toBe(true);
    expect(relay.isNotAtRest).toBe(false);
    await clock.push(1);
    expect(door).toMatchObject({ isEnergised: false, isUnlocked: false });
    expect(relay.isNotAtRest).toBe(true);
    relay.stop();
  });

  it("does not move later when it did not move in time", async () => {
    const { clock, door, relay, order, abort } = setUp();
    relay.start();
    door.movesAfterMs = 4000;
    const pulse = relay.pulse(order).catch((error: unknown) => error);
    await clock.push(2500);
    abort.abort();
    await clock.push(10_000);
    expect(await pulse).toBeInstanceOf(Error);
    expect(door).toMatchObject({ isEnergised: false, timesOpened: 0 });
    expect(clock.pending).toBe(0);
  });

  it("asks whether it still may when its turn comes, not before", async () => {
    const { clock, door, relay, order } = setUp();
    relay.start();
    door.movesAfterMs = 1000;
    const first = relay.pulse(order);
    let isTooLate = false;
    const mayMove = () => {
      if (isTooLate) {
        throw new MomentPassed();
      }
    };
    const second = relay.pulse({ ...order, mayMove }).catch((error: unknown) => error);
    await clock.push(500);
    isTooLate = true;
    await clock.push(500);
    await first;
    expect(await second).toBeInstanceOf(MomentPassed);
    expect(door.timesOpened).toBe(1);
  });
});

describe("a relay whose door is free", () => {
  it("is held until its lease is over, and for longer when it is renewed", async () => {
    const { clock, door, relay } = setUp();
    relay.start();
    await relay.hold(60_000);
    await clock.push(59_999);
    expect(door).toMatchObject({ isEnergised: true, timesOpened: 1 });
    await relay.hold(60_000);
    await clock.push(59_999);
    expect(door).toMatchObject({ isEnergised: true, timesOpened: 1 });
    await clock.push(1);
    expect(door.isEnergised).toBe(false);
    expect(clock.pending).toBe(0);
  });

  it("is let go at once, after the pulse that is under way", async () => {
    const { clock, door, relay, order } = setUp();
    relay.start();
    await relay.hold(60_000);
    relay.letGo();
    await clock.push(0);
    expect(door.isEnergised).toBe(false);
    await relay.hold(60_000);
    await relay.pulse(order);
    await clock.push(1000);
    relay.letGo();
    await clock.push(1999);
    expect(door.isEnergised).toBe(true);
    await clock.push(1);
    expect(door.isEnergised).toBe(false);
    expect(clock.pending).toBe(0);
  });

  it("outlasts the pulses of who holds a card to it, and their watchdog", async () => {
    const { clock, door, relay, order } = setUp();
    relay.start();
    await relay.hold(60_000);
    await relay.pulse(order);
    await clock.push(20_000);
    expect(door.isEnergised).toBe(true);
    // Nor does a pulse that fails end it.
    door.isJammed = true;
    await expect(relay.pulse(order)).rejects.toThrow("jammed");
    await clock.push(10_000);
    expect(door.isEnergised).toBe(true);
    relay.stop();
    expect(door.isEnergised).toBe(false);
    expect(clock.pending).toBe(0);
  });

  it("is not held when it did not move", async () => {
    const { clock, door, relay } = setUp();
    relay.start();
    door.isJammed = true;
    await expect(relay.hold(60_000)).rejects.toThrow("jammed");
    door.isJammed = false;
    await clock.push(5000);
    expect(door).toMatchObject({ isEnergised: false, timesOpened: 0 });
    expect(clock.pending).toBe(0);
  });

  it("moves no later than its hold: one that ended while it waited is not begun", async () => {
    const { clock, door, relay, order } = setUp();
    relay.start();
    door.movesAfterMs = 2000;
    void relay.pulse({ ...order, pulseMs: 100 });
    const held = relay.hold(1000).catch((error: unknown) => error);
    await clock.push(8000);
    expect(await held).toBeInstanceOf(MomentPassed);
    expect(door).toMatchObject({ isEnergised: false, timesOpened: 1 });
    expect(clock.pending).toBe(0);
  });
});
