import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { FakeClock } from "../../testing/fake-clock.ts";
import { letStoreGrow, newStore, refuseWrites, takeWrites } from "../../testing/store.ts";
import { FactQueue, type NewFact } from "./facts.ts";
import { silentLog } from "./log.ts";

const doorId = randomUUID();
const at = "2026-07-14T15:00:00.000Z";
const opened = (): NewFact => ({
  kind: "door-opened",
  at,
  openingId: randomUUID(),
  doorId,
  origin: "APP",
  orderId: null,
  isCertain: true,
});
const picture = (bytes: number): NewFact => ({
  kind: "opening-picture",
  at,
  openingId: randomUUID(),
  cameraId: doorId,
  jpeg: Buffer.alloc(bytes, 7),
});
const ALL = { facts: 1000, bytes: 1e9, pictures: 1000 };

function setUp() {
  const store = newStore();
  const clock = new FakeClock();
  const restart = () => new FactQueue(store, clock, silentLog);
  return { store, clock, restart, facts: restart() };
}
const numbers = (facts: FactQueue, after = 0) => facts.batchAfter(after, ALL).map(({ seq }) => seq);
const openings = (facts: FactQueue) =>
  facts.batchAfter(0, ALL).map((fact) => (fact.kind === "door-opened" ? fact.openingId : fact.kind));

describe("the queue of facts", () => {
  it("numbers facts from 1 without gaps and gives none twice, also after a restart", () => {
    const { facts, restart } = setUp();
    for (let count = 0; count < 3; count += 1) {
      expect(facts.record(opened())).toBe(true);
    }
    expect(numbers(facts)).toEqual([1, 2, 3]);
    expect(facts.acknowledge(3)).toBe(3);
    const again = restart();
    again.record(opened());
    expect(numbers(again)).toEqual([4]);
  });

  it("keeps what is not acknowledged, with its picture, byte for byte", () => {
    const { facts, restart } = setUp();
    facts.record(opened());
    facts.record(picture(5000));
    expect(numbers(facts)).toEqual([1, 2]);
    expect(facts.acknowledge(1)).toBe(1);
    const [kept, ...others] = restart().batchAfter(1, ALL);
    expect(others).toEqual([]);
    expect(kept).toMatchObject({ seq: 2, kind: "opening-picture" });
    expect(kept?.kind === "opening-picture" && Buffer.alloc(5000, 7).equals(kept.jpeg)).toBe(true);
  });

  it("makes batches of few enough facts and bytes, and never an empty one", () => {
    const { facts } = setUp();
    facts.record(picture(600_000));
    facts.record(picture(600_000));
    facts.record(opened());
    const sizes = { ...ALL, bytes: 500_000 };
    expect(facts.batchAfter(0, sizes)).toHaveLength(1);
    expect(facts.batchAfter(1, sizes)).toHaveLength(1);
    expect(facts.batchAfter(2, sizes)).toHaveLength(1);
    expect(facts.batchAfter(1, { ...ALL, facts: 1 })).toHaveLength(1);
    expect(facts.batchAfter(0, { ...ALL, pictures: 1 })).toHaveLength(1);
    expect(facts.batchAfter(1, { ...ALL, pictures: 1 })).toHaveLength(2);
  });

  it("does not believe an acknowledgement of what was never told", () => {
    const { facts } = setUp();
    facts.record(opened());
    facts.record(opened());
    facts.batchAfter(0, { ...ALL, facts: 1 });
    expect(facts.acknowledge(2)).toBe(1);
    expect(numbers(facts, 1)).toEqual([2]);
  });

  it("tells what is no fact as that, without its picture, and those behind it as they are", () => {
    const { facts, store } = setUp();
    const settled: string[] = [];
    facts.record(picture(1_600_000));
    facts.record({ ...opened(), doorId: "no id" } as NewFact, () => void settled.push("alongside"));
    facts.record(opened());
    // What another program wrote here, and what a failing disk left.
    facts.record(opened());
    facts.record(opened());
    store.command("update facts set body = 'no JSON' where seq = ?").run(4);
    const [large, odd, whole, broken, last] = facts.batchAfter(0, ALL);
    expect(large).toMatchObject({
      seq: 1,
      kind: "unreadable",
      body: expect.stringContaining("opening-picture"),
    });
    expect(large).not.toHaveProperty("jpeg");
    expect(odd).toMatchObject({ seq: 2, kind: "unreadable", body: expect.stringContaining("no id") });
    expect(settled).toEqual(["alongside"]);
    expect(broken).toEqual({ seq: 4, kind: "unreadable", body: "no JSON" });
    expect([whole, last]).toMatchObject([
      { seq: 3, kind: "door-opened" },
      { seq: 5, kind: "door-opened" },
    ]);
    expect(facts.acknowledge(5)).toBe(5);
  });

  it("is not held up by what can never be written", () => {
    const { facts } = setUp();
    const circle = { ...opened(), doorId: "no id", itself: {} };
    circle.itself = circle;
    facts.record(circle);
    facts.record(opened());
    expect(numbers(facts)).toEqual([1]);
    expect(facts.isOnDisk).toBe(true);
  });
});

describe("facts while the disk takes nothing", () => {
  it("wait in their order, with what belongs to them, and get their numbers afterwards", async () => {
    const { facts, store, clock } = setUp();
    refuseWrites(store);
    const written: string[] = [];
    const waiting = ["first", "second"].map((name) => ({ name, fact: opened() }));
    for (const { name, fact } of waiting) {
      expect(facts.record(fact, () => void written.push(name))).toBe(false);
    }
    expect(facts.record(picture(10))).toBe(false);
    takeWrites(store);
    written.length = 0;
    const third = opened();
    facts.record(third, () => void written.push("third"));
    expect(written).toEqual(["first", "second", "third"]);
    expect(openings(facts)).toEqual(
      [...waiting.map(({ fact }) => fact), third].map(
        (fact) => fact.kind === "door-opened" && fact.openingId,
      ),
    );
    await clock.push(5000);
    expect(clock.pending).toBe(0);
  });

  it("hold up nothing when what belongs to one of them can never be written", async () => {
    const { facts, store, clock } = setUp();
    const number = store.command("update fact_counter set only_one = ?");
    refuseWrites(store);
    const [first, second] = [opened(), opened()];
    facts.record(first, () => number.run(2));
    facts.record(second);
    takeWrites(store);
    await clock.push(5000);
    expect(openings(facts)).toEqual(
      [first, second].map((fact) => fact.kind === "door-opened" && fact.openingId),
    );
  });

  it("are not half written when the disk runs full", async () => {
    const { facts, store, clock } = setUp();
    letStoreGrow(store, false);
    let written = 0;
    while (facts.record(picture(3000))) {
      written += 1;
    }
    expect(written).toBeLessThan(50);
    const last = opened();
    facts.record(last);
    expect(numbers(facts)).toHaveLength(facts.waiting);
    letStoreGrow(store, true);
    await clock.push(5000);
    expect(openings(facts).at(-1)).toBe(last.kind === "door-opened" && last.openingId);
    expect(numbers(facts)).toEqual(numbers(facts).map((_seq, index) => index + 1));
  });
});

describe("signing in", () => {
  it("learns of an acknowledgement that got lost on the way", () => {
    const { facts } = setUp();
    facts.record(opened());
    facts.record(opened());
    numbers(facts);
    expect(facts.agreeWith(1)).toBe(1);
    expect(numbers(facts)).toEqual([2]);
  });

  it("keeps new facts apart from older ones that this disk has lost", () => {
    const { facts, restart } = setUp();
    facts.record(opened());
    numbers(facts);
    // The server has three: two more were acknowledged before the disk went back in time.
    const after = restart();
    const [isNew, newer] = [opened(), opened()];
    after.record(isNew);
    after.record(newer);
    expect(after.agreeWith(3)).toBe(3);
    expect(numbers(after)).toEqual([4, 5]);
    expect(openings(after)[0]).toBe(isNew.kind === "door-opened" && isNew.openingId);
    after.record(opened());
    expect(numbers(after)).toEqual([4, 5, 6]);
  });

  it.each([2, 7])(
    "keeps what the processes since then recorded and never told: the server has %i",
    (serverHas) => {
      const { facts, restart } = setUp();
      facts.whenRecorded(
        () => undefined,
        () => true,
      );
      facts.record(opened());
      const recorded = Array.from({ length: 3 }, () => {
        const one = opened();
        restart().record(one);
        return one.kind === "door-opened" && one.openingId;
      });
      const last = restart();
      expect(last.agreeWith(serverHas)).toBe(serverHas);
      expect(openings(last)).toEqual(recorded);
      expect(numbers(last)).toEqual([1, 2, 3].map((more) => serverHas + more));
      // An acknowledgement that got lost on the way is none of these.
      expect(restart().agreeWith(serverHas + 2)).toBe(serverHas + 2);
      expect(numbers(restart())).toEqual([serverHas + 3]);
    },
  );

  it("goes back with a server that was restored from a backup", () => {
    const { facts } = setUp();
    for (let count = 0; count < 5; count += 1) {
      facts.record(opened());
    }
    numbers(facts);
    facts.acknowledge(4);
    expect(facts.agreeWith(2)).toBe(2);
    expect(numbers(facts)).toEqual([3]);
    facts.record(opened());
    expect(numbers(facts)).toEqual([3, 4]);
    expect(facts.acknowledge(4)).toBe(4);
    expect(numbers(facts)).toEqual([]);
  });

  it("does not forget what is being told when an older number comes again", () => {
    const { facts } = setUp();
    facts.record(opened());
    facts.record(opened());
    numbers(facts);
    expect(facts.agreeWith(0)).toBe(0);
    expect(numbers(facts)).toEqual([1, 2]);
  });
});
