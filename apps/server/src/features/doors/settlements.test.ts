import { describe, expect, it } from "vitest";
import { Settlements } from "./settlements.ts";

const neverFails = (error: unknown) => {
  throw error;
};

describe("work that follows an answer", () => {
  it("begins when whoever waits for the answer was given it, however many promises that takes", async () => {
    const settlements = new Settlements();
    const order: string[] = [];
    settlements.begin("ana door", async () => order.push("settled"), neverFails);
    for (let promises = 0; promises < 50; promises += 1) {
      await Promise.resolve();
    }
    order.push("answered");
    await settlements.settled();
    expect(order).toEqual(["answered", "settled"]);
  });

  it("is waited for by the next of the same kind, in order, and by who stops; others wait for nothing", async () => {
    const settlements = new Settlements();
    const order: string[] = [];
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    settlements.begin("ana door", () => held.then(() => order.push("first")), neverFails);
    settlements.begin("ana door", async () => order.push("second"), neverFails);
    await settlements.of("ana other-door");
    expect(order).toEqual([]);
    const next = settlements.of("ana door").then(() => order.push("next press"));
    release();
    await Promise.all([next, settlements.settled()]);
    expect(order).toEqual(["first", "second", "next press"]);
    await settlements.of("ana door");
  });

  it("is tried again when the database was away for a moment, and said when it cannot be done", async () => {
    const settlements = new Settlements();
    const failures: unknown[] = [];
    let tries = 0;
    const after = (fine: number) => async () => {
      tries += 1;
      if (tries < fine) {
        throw new Error("away");
      }
    };
    settlements.begin("one", after(2), (error) => failures.push(error));
    await settlements.settled();
    expect([tries, failures]).toEqual([2, []]);
    tries = 0;
    settlements.begin("one", after(100), (error) => failures.push(error));
    await settlements.settled();
    expect([tries, failures.length]).toEqual([5, 1]);
  });
});
