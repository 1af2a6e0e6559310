import { ORDER_LIFETIME_MS } from "@umbral/contract/doors/doors.contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ClockSync } from "./clock-sync.ts";

/** The server's clock is this far ahead of the controller's. */
const AHEAD = 5_000_000;
const bornAt = 1000;

function synchronised(tripMs = 20, at = 10_000): ClockSync {
  const sync = new ClockSync(bornAt);
  sync.begin(at - 5000);
  sync.add({ sentAt: at - tripMs, receivedAt: at, steadyMs: at - tripMs / 2 + AHEAD });
  return sync;
}

describe("the age of an order", () => {
  it("is unknown before the server's clock was read, and after a new connection", () => {
    const sync = new ClockSync(bornAt);
    expect(sync.timeLeft(10_000 + AHEAD, 10_000)).toBe(0);
    const read = synchronised();
    expect(read.timeLeft(10_000 + AHEAD, 10_000)).toBeGreaterThan(0);
    read.end();
    expect(read.timeLeft(10_000 + AHEAD, 10_000)).toBe(0);
    expect(read.isSynchronised(10_000)).toBe(false);
  });

  it("counts what the estimate may be wrong by against the order", () => {
    const sync = synchronised(400);
    const issued = 10_000 + AHEAD;
    expect(sync.timeLeft(issued, 10_000)).toBeCloseTo(ORDER_LIFETIME_MS - 200, 3);
    expect(sync.timeLeft(issued, 10_000 + ORDER_LIFETIME_MS - 210)).toBeGreaterThan(0);
    expect(sync.timeLeft(issued, 10_000 + ORDER_LIFETIME_MS - 190)).toBe(0);
  });

  it("refuses an order from the future, and one that is no number", () => {
    const sync = synchronised(20);
    expect(sync.timeLeft(10_000 + AHEAD + 50, 10_000)).toBeGreaterThan(0);
    expect(sync.timeLeft(10_000 + AHEAD + 70, 10_000)).toBe(0);
    expect(sync.timeLeft(10_000 + AHEAD + 365 * 86_400_000, 10_000)).toBe(0);
    expect(sync.timeLeft(Number.NaN, 10_000)).toBe(0);
  });

  it("refuses an order that is older than this process, however young", () => {
    const sync = new ClockSync(9900);
    sync.begin(9000);
    sync.add({ sentAt: 9980, receivedAt: 10_000, steadyMs: 9990 + AHEAD });
    expect(sync.timeLeft(9890 + AHEAD, 10_000)).toBe(0);
    expect(sync.timeLeft(9905 + AHEAD, 10_000)).toBe(0);
    expect(sync.timeLeft(9915 + AHEAD, 10_000)).toBeGreaterThan(0);
  });

  it("refuses an order that is older than this connection", () => {
    const sync = new ClockSync(bornAt);
    sync.begin(9950);
    sync.add({ sentAt: 9980, receivedAt: 10_000, steadyMs: 9990 + AHEAD });
    expect(sync.timeLeft(9930 + AHEAD, 10_000)).toBe(0);
    expect(sync.timeLeft(9960 + AHEAD, 10_000)).toBeGreaterThan(0);
  });

  it("believes the tightest reading, and none that is old", () => {
    const sync = synchronised(10, 10_000);
    sync.add({ sentAt: 10_100, receivedAt: 10_900, steadyMs: 10_500 + AHEAD + 300 });
    expect(sync.timeLeft(10_900 + AHEAD, 10_900)).toBeGreaterThan(ORDER_LIFETIME_MS - 10);
    expect(sync.isSynchronised(10_900 + 61_000)).toBe(false);
  });

  it("is not told by the server's date, which may be set right while orders are on their way", () => {
    const sync = synchronised();
    expect(sync.serverDate(10_000)).toBeCloseTo(10_000 + AHEAD, 3);
    const hours = 7 * 3_600_000;
    sync.add({
      sentAt: 10_980,
      receivedAt: 11_000,
      steadyMs: 10_990 + AHEAD,
      dateMs: 10_990 + AHEAD + hours,
    });
    expect(sync.serverDate(12_000)).toBeCloseTo(12_000 + AHEAD + hours, 3);
    expect(sync.timeLeft(12_000 + AHEAD, 12_000)).toBeGreaterThan(ORDER_LIFETIME_MS - 50);
    sync.end();
    expect(sync.serverDate(12_000)).toBeUndefined();
  });

  it("follows a server whose clock leapt", () => {
    const sync = synchronised(10, 10_000);
    sync.add({ sentAt: 14_990, receivedAt: 15_000, steadyMs: 14_995 + AHEAD - 86_400_000 });
    expect(sync.timeLeft(15_000 + AHEAD, 15_000)).toBe(0);
    expect(sync.timeLeft(15_000 + AHEAD - 86_400_000, 15_000)).toBeGreaterThan(0);
  });

  it("never says that an order lives when it is really older than it may be", () => {
    const reading = fc.record({
      at: fc.integer({ min: 5000, max: 60_000 }),
      there: fc.integer({ min: 0, max: 3000 }),
      back: fc.integer({ min: 0, max: 3000 }),
    });
    fc.assert(
      fc.property(
        fc.array(reading, { minLength: 1, maxLength: 20 }),
        fc.integer({ min: -100_000_000, max: 100_000_000 }),
        fc.integer({ min: -10_000, max: 70_000 }),
        fc.integer({ min: 0, max: 10_000 }),
        (readings, ahead, issuedAt, later) => {
          const sync = new ClockSync(bornAt);
          sync.begin(bornAt);
          let now = 0;
          for (const { at, there, back } of readings.toSorted((a, b) => a.at - b.at)) {
            sync.add({ sentAt: at, receivedAt: at + there + back, steadyMs: at + there + ahead });
            now = Math.max(now, at + there + back);
          }
          now += later;
          const age = now - issuedAt;
          if (sync.timeLeft(issuedAt + ahead, now) > 0) {
            expect(age).toBeLessThanOrEqual(ORDER_LIFETIME_MS);
            expect(issuedAt).toBeGreaterThan(bornAt);
          }
        },
      ),
      { numRuns: 2000 },
    );
  });
});
