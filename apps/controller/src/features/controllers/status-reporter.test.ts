import {
  type DeviceFault,
  HEARS_RELAYS,
  STATUS_EVERY_MS,
} from "@umbral/contract/controllers/controllers.contract";
import { describe, expect, it } from "vitest";
import { FakeClock } from "../../../testing/fake-clock.ts";
import { StatusReporter } from "./status-reporter.ts";

function setUp() {
  const clock = new FakeClock();
  const told: unknown[] = [];
  const state = {
    waiting: 0,
    serverTime: undefined as number | undefined,
    diskFailingSince: null as Date | null,
    faults: [] as DeviceFault[],
    relaysNotAtRest: [] as string[],
  };
  const reporter = new StatusReporter({
    tell: (_message, payload) => void told.push(payload),
    clock,
    waiting: () => state.waiting,
    diskFailingSince: () => state.diskFailingSince,
    faults: () => state.faults,
    relaysNotAtRest: () => state.relaysNotAtRest,
    serverTime: () => state.serverTime,
  });
  return { clock, told, state, reporter };
}

describe("a controller's word about itself", () => {
  it("comes soon after the sign-in, and then from time to time", async () => {
    const { clock, told, state, reporter } = setUp();
    reporter.onSignedIn([]);
    expect(told).toEqual([]);
    await clock.push(1000);
    expect(told).toEqual([
      { uptimeMs: 1000, queue: 0, clockErrorMs: null, diskFailingSince: null, faults: [] },
    ]);

    state.waiting = 7;
    state.diskFailingSince = new Date(Date.UTC(2026, 6, 14));
    state.faults = [{ device: "reader", id: "0199dddd-0000-7000-8000-0000000000d0" }];
    state.serverTime = clock.date().getTime() + STATUS_EVERY_MS - 1500;
    await clock.push(STATUS_EVERY_MS);
    expect(told.at(-1)).toEqual({
      uptimeMs: 1000 + STATUS_EVERY_MS,
      queue: 7,
      clockErrorMs: 1500,
      diskFailingSince: "2026-07-14T00:00:00.000Z",
      faults: [{ device: "reader", id: "0199dddd-0000-7000-8000-0000000000d0" }],
    });
  });

  it("is not said again while nothing is otherwise, and within seconds when something is", async () => {
    const { clock, told, state, reporter } = setUp();
    state.serverTime = clock.date().getTime();
    reporter.onSignedIn([]);
    const push = async (seconds: number) => {
      for (let second = 0; second < seconds; second += 1) {
        // The server's clock goes on as its own does.
        state.serverTime = clock.date().getTime() + 1000;
        await clock.push(1000);
      }
    };
    await push(51);
    expect(told).toHaveLength(1);
    await push(10);
    expect(told).toHaveLength(2);

    state.faults = [{ device: "reader", id: "0199dddd-0000-7000-8000-0000000000d0" }];
    await push(10);
    expect(told).toMatchObject([{ faults: [] }, { faults: [] }, { faults: state.faults }]);
    clock.setDate(clock.date().getTime() + 2000);
    state.serverTime = clock.date().getTime() - 1000;
    await clock.push(10_000);
    expect(told).toHaveLength(4);
    reporter.stop();
  });

  it("says which relays did not let go to the server alone that hears it, at each sign-in anew", async () => {
    const { clock, told, state, reporter } = setUp();
    state.relaysNotAtRest = ["0199dddd-0000-7000-8000-0000000000d0"];
    reporter.onSignedIn(["of tomorrow", HEARS_RELAYS]);
    await clock.push(1000);
    expect(told).toMatchObject([{ relaysNotAtRest: state.relaysNotAtRest }]);
    state.relaysNotAtRest = [];
    await clock.push(10_000);
    expect(told).toMatchObject([{}, { relaysNotAtRest: [] }]);
    // One that refuses the whole of it for a word that it does not know.
    reporter.onLost();
    reporter.onSignedIn([]);
    await clock.push(1000);
    expect(told).toHaveLength(3);
    expect(told.at(-1)).not.toHaveProperty("relaysNotAtRest");
    reporter.stop();
  });

  it("stops with the line", async () => {
    const { clock, told, reporter } = setUp();
    reporter.onSignedIn([]);
    reporter.onLost();
    await clock.push(10 * STATUS_EVERY_MS);
    expect(told).toEqual([]);
  });
});
