import { describe, expect, it } from "vitest";
import { FakeClock } from "../../testing/fake-clock.ts";
import { ClockKeeper } from "./clock-keeper.ts";
import { ClockSync } from "./clock-sync.ts";
import { silentLog } from "./log.ts";

function setUp(read: () => Promise<{ steadyMs: number }>) {
  const clock = new FakeClock();
  const sync = new ClockSync(0);
  const dropped: string[] = [];
  let firstReadings = 0;
  let reads = 0;
  const keeper = new ClockKeeper({
    link: () => ({
      request: () => {
        reads += 1;
        return read();
      },
      drop: (why) => void dropped.push(why),
    }),
    sync,
    clock,
    log: silentLog,
    onFirstReading: () => {
      firstReadings += 1;
    },
  });
  return { clock, sync, keeper, dropped, firstReadings: () => firstReadings, reads: () => reads };
}

describe("keeping the server's clock", () => {
  it("reads it a few times quickly, then every few seconds", async () => {
    const { clock, sync, keeper, firstReadings, reads } = setUp(() => Promise.resolve({ steadyMs: 5 }));
    keeper.onSignedIn(clock.now());
    await clock.push(0);
    expect(firstReadings()).toBe(1);
    expect(sync.isSynchronised(clock.now())).toBe(true);
    await clock.push(600);
    expect(reads()).toBe(4);
    await clock.push(20_000);
    expect(reads()).toBe(6);
    expect(firstReadings()).toBe(1);
    keeper.stop();
    expect(clock.pending).toBe(0);
  });

  it("lets whoever waits for the first reading go on when it comes, or when it does not", async () => {
    let answer: (reply: { steadyMs: number }) => void = () => undefined;
    const { clock, keeper } = setUp(() => new Promise((resolve) => (answer = resolve)));
    keeper.onSignedIn(clock.now());
    const order: string[] = [];
    void keeper.whenSynchronised(1000).then(() => order.push("impatient"));
    void keeper.whenSynchronised(3000).then(() => order.push("patient"));
    await clock.push(1000);
    expect(order).toEqual(["impatient"]);
    answer({ steadyMs: 1 });
    await clock.push(0);
    expect(order).toEqual(["impatient", "patient"]);
    keeper.stop();
    expect(clock.pending).toBe(0);
  });

  it("knows how old an order is by the first reading of its own connection, and of no other", async () => {
    const { clock, keeper } = setUp(() => Promise.resolve({ steadyMs: 50_000 }));
    const ages: (number | undefined)[] = [];
    keeper.onSignedIn(clock.now());
    void keeper.ageOf(49_000, 1000).then((age) => ages.push(age));
    await clock.push(0);
    expect(ages).toEqual([1000]);
    keeper.onLost();
    void keeper.ageOf(49_000, 1000).then((age) => ages.push(age));
    await clock.push(500);
    keeper.onSignedIn(clock.now());
    await clock.push(500);
    expect(ages).toEqual([1000, undefined]);
    keeper.stop();
  });

  it("gives up a line on which the server says nothing", async () => {
    const { clock, keeper, dropped } = setUp(() => Promise.reject(new Error("timed out")));
    keeper.onSignedIn(clock.now());
    await clock.push(100);
    expect(dropped).toEqual([]);
    await clock.push(200);
    expect(dropped).toEqual(["the server is silent"]);
    keeper.onLost();
    expect(clock.pending).toBe(0);
  });

  it("asks again at once where an answer did not come, and gives up a line that is dead for good", async () => {
    let isSilent = false;
    const { clock, keeper, dropped, reads } = setUp(() =>
      isSilent ? Promise.reject(new Error("timed out")) : Promise.resolve({ steadyMs: 5 }),
    );
    keeper.onSignedIn(clock.now());
    await clock.push(600);
    isSilent = true;
    await clock.push(10_000);
    expect(reads()).toBe(5);
    isSilent = false;
    await clock.push(200);
    expect(reads()).toBe(6);
    isSilent = true;
    await clock.push(9999);
    expect(reads()).toBe(6);
    await clock.push(201);
    expect(dropped).toEqual(["the server is silent"]);
    keeper.stop();
  });

  it("does not take the answer of an earlier line for one of this line", async () => {
    const answers: ((reply: { steadyMs: number }) => void)[] = [];
    const { clock, sync, keeper } = setUp(() => new Promise((resolve) => void answers.push(resolve)));
    keeper.onSignedIn(clock.now());
    keeper.onLost();
    keeper.onSignedIn(clock.now());
    answers[0]?.({ steadyMs: 1 });
    await clock.push(0);
    expect(sync.isSynchronised(clock.now())).toBe(false);
    answers[1]?.({ steadyMs: 1 });
    await clock.push(0);
    expect(sync.isSynchronised(clock.now())).toBe(true);
    keeper.stop();
  });
});
