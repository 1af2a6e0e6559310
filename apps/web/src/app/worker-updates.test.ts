import { describe, expect, it } from "vitest";
import { createUpdates } from "./worker-updates.ts";

function setUp() {
  const world = { isInCall: false, isBusy: false, said: 0, reloads: 0, takeOvers: 0 };
  const updates = createUpdates({
    outsideCalls: async (work) => {
      if (!world.isInCall) {
        work();
      }
      return !world.isInCall;
    },
    isBusy: () => world.isBusy,
    onNew: () => {
      world.said += 1;
    },
    reload: () => {
      world.reloads += 1;
    },
  });
  const worker = (isOfThisPage: boolean) => ({
    isOfThisPage: async () => isOfThisPage,
    takeOver: () => {
      world.takeOvers += 1;
    },
  });
  return { world, updates, worker };
}

describe("a newer version", () => {
  it("is said, and comes with the next screen", async () => {
    const { world, updates, worker } = setUp();
    await updates.found(worker(false));
    expect(world).toMatchObject({ said: 1, takeOvers: 0 });
    await updates.navigated();
    expect(world).toMatchObject({ takeOvers: 1, reloads: 0 });
    updates.tookOver();
    expect(world.reloads).toBe(1);
    await updates.navigated();
    expect(world.takeOvers).toBe(1);
  });

  it("waits while somebody talks in another window, or it rings in this one", async () => {
    const { world, updates, worker } = setUp();
    await updates.found(worker(false));
    for (const hindrance of ["isInCall", "isBusy"] as const) {
      world[hindrance] = true;
      await updates.navigated();
      expect(world.takeOvers).toBe(0);
      world[hindrance] = false;
    }
    await updates.navigated();
    expect(world.takeOvers).toBe(1);
  });

  it("of which the page is already is nobody's business", async () => {
    const { world, updates, worker } = setUp();
    await updates.found(worker(true));
    updates.tookOver();
    expect(world).toMatchObject({ said: 0, takeOvers: 1, reloads: 0 });
  });

  it("that another window let in, or that is the first of all, reloads nothing here", () => {
    const { world, updates } = setUp();
    updates.tookOver();
    expect(world.reloads).toBe(0);
  });
});
