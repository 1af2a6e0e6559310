import { expect, it } from "vitest";
import { FakeClock } from "../../../testing/fake-clock.ts";
import { newStore, refuseWrites, takeWrites } from "../../../testing/store.ts";
import { silentLog } from "../../platform/log.ts";
import type { Store } from "../../platform/store.ts";
import { AccessTime } from "./access-time.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** A controller's process after process on one disk. */
class Building {
  readonly clock = new FakeClock();
  readonly store: Store = newStore();
  isServerThere = false;
  /** By so much its clock is ahead of the one on the controller's wall. */
  serverAheadMs = 0;
  /** Counts starts of the machine. */
  machine = 1;
  hasKeptTime = true;
  time = this.start();

  start(): AccessTime {
    const time = new AccessTime({
      store: this.store,
      clock: this.clock,
      serverTime: () => (this.isServerThere ? this.clock.date().getTime() + this.serverAheadMs : undefined),
      machineRun: () => ({
        machine: `start ${this.machine}`,
        upMs: this.clock.now(),
        hasKeptTime: () => this.hasKeptTime,
      }),
      log: silentLog,
    });
    time.start();
    return time;
  }

  /** The process is killed: nothing is said to it. */
  restart(): void {
    this.clock.forgetTimers();
    this.time = this.start();
  }
}

it("knows after a kill what time it is and for how long the server has been away, but for some minutes", async () => {
  const building = new Building();
  building.isServerThere = true;
  building.time.look();
  building.isServerThere = false;
  await building.clock.push(2 * DAY);
  building.restart();
  expect(building.time.look().isTrusted).toBe(true);
  await building.clock.push(DAY);
  building.restart();
  const { isTrusted, absentMs } = building.time.look();
  expect(isTrusted).toBe(true);
  expect(absentMs).toBeLessThanOrEqual(3 * DAY);
  expect(absentMs).toBeGreaterThan(3 * DAY - 21 * MINUTE);
});

it("says after a stop what it said before it, to the millisecond", async () => {
  const building = new Building();
  building.isServerThere = true;
  building.time.look();
  building.isServerThere = false;
  await building.clock.push(5 * MINUTE);
  building.time.stop();
  building.restart();
  expect(building.time.look()).toMatchObject({ isTrusted: true, absentMs: 5 * MINUTE });
});

it("believes no clock that was set back while it was killed, until it hears the server", async () => {
  const building = new Building();
  building.isServerThere = true;
  building.time.look();
  building.isServerThere = false;
  await building.clock.push(DAY);
  building.clock.setDate(Date.UTC(1970, 0, 1));
  building.restart();
  expect(building.time.look().isTrusted).toBe(false);
  building.isServerThere = true;
  expect(building.time.look()).toMatchObject({ isTrusted: true, absentMs: 0 });
});

it("does not take the date of its shutdown for now, on a board whose clock stops with the power", async () => {
  const building = new Building();
  building.hasKeptTime = false;
  building.isServerThere = true;
  const { nowMs } = building.time.look();
  building.isServerThere = false;
  // Four hours without power, and the clock goes on where it stopped.
  building.machine += 1;
  building.restart();
  expect(building.time.look()).toMatchObject({ isTrusted: false, nowMs });
  // Nor does the next process of the same start.
  building.restart();
  expect(building.time.look().isTrusted).toBe(false);
  building.serverAheadMs = 4 * 60 * MINUTE;
  building.isServerThere = true;
  expect(building.time.look()).toMatchObject({ isTrusted: true, nowMs: nowMs + 4 * 60 * MINUTE });
});

it("knows in doubt that it is no earlier than when it was last sure, from process to process", async () => {
  const building = new Building();
  expect(building.time.look().notBeforeMs).toBe(0);
  building.isServerThere = true;
  await building.clock.push(DAY);
  const sureMs = building.time.look().nowMs;
  building.isServerThere = false;
  // A board without a battery begins in 1970; then somebody sets it years ahead.
  building.clock.setDate(0);
  for (const wallMs of [0, sureMs + 900 * DAY]) {
    building.clock.setDate(wallMs);
    building.restart();
    const { isTrusted, notBeforeMs } = building.time.look();
    expect(isTrusted).toBe(false);
    expect(Math.abs(notBeforeMs - sureMs)).toBeLessThan(21 * MINUTE);
  }
  // Time goes on all the same.
  const { notBeforeMs } = building.time.look();
  await building.clock.push(DAY);
  const passed = building.time.look().notBeforeMs - notBeforeMs;
  expect(passed).toBeGreaterThan(DAY - MINUTE);
  expect(passed).toBeLessThanOrEqual(DAY);
});

it("is not led astray by a clock that was set right while the server was there", async () => {
  const building = new Building();
  building.serverAheadMs = 3 * DAY;
  building.isServerThere = true;
  building.time.look();
  // A minute later the network's time comes.
  await building.clock.push(MINUTE);
  building.clock.setDate(building.clock.date().getTime() + 3 * DAY);
  building.serverAheadMs = 0;
  await building.clock.push(MINUTE);
  building.isServerThere = false;
  building.restart();
  expect(building.time.look()).toMatchObject({ isTrusted: true, nowMs: building.clock.date().getTime() });
});

it("tells the server's date where that is sure, and steadily; else the one on the wall", async () => {
  const building = new Building();
  const wallMs = () => building.clock.date().getTime();
  expect(building.time.date.getTime()).toBe(wallMs());
  building.isServerThere = true;
  // As every clock is off: it stays as it is.
  building.serverAheadMs = 400;
  expect(building.time.date.getTime()).toBe(wallMs());
  building.serverAheadMs = 7 * 60 * MINUTE;
  const ahead = building.time.date.getTime() - wallMs();
  expect(ahead).toBe(7 * 60 * MINUTE);
  building.serverAheadMs -= 30;
  expect(building.time.date.getTime() - wallMs()).toBe(ahead);
  building.isServerThere = false;
  await building.clock.push(DAY);
  building.restart();
  expect(building.time.date.getTime() - wallMs()).toBe(7 * 60 * MINUTE - 30);
  // The network's time came: what was known of the clock holds no more.
  building.clock.setDate(wallMs() + 7 * 60 * MINUTE);
  expect(building.time.date.getTime()).toBe(wallMs());
});

it("notices a jump by itself, and a next process knows of it", async () => {
  const building = new Building();
  building.isServerThere = true;
  building.time.look();
  building.isServerThere = false;
  building.clock.setDate(building.clock.date().getTime() + 3 * DAY);
  await building.clock.push(MINUTE);
  building.clock.setDate(building.clock.date().getTime() - 2 * DAY);
  building.restart();
  expect(building.time.look().isTrusted).toBe(false);
});

it("goes on when the disk takes nothing", async () => {
  const building = new Building();
  refuseWrites(building.store);
  building.isServerThere = true;
  expect(building.time.look().isTrusted).toBe(true);
  building.isServerThere = false;
  await building.clock.push(DAY);
  expect(building.time.look()).toMatchObject({ isTrusted: true, absentMs: DAY });
  takeWrites(building.store);
  await building.clock.push(11 * MINUTE);
  building.restart();
  expect(building.time.look().isTrusted).toBe(true);
});
