import { describe, expect, it } from "vitest";
import { LeafWatch } from "./leaf-watch.ts";

const HELD_AFTER_MS = 30_000;

/** A door that has been shut for a while. */
function shutDoor() {
  const watch = new LeafWatch(HELD_AFTER_MS);
  watch.see("closed", 0);
  return watch;
}

describe("a leaf that opens", () => {
  it("is forced when no relay let anybody in", () => {
    const watch = shutDoor();
    expect(watch.see("open", 1000)).toBe("door-forced");
    expect(watch.see("closed", 4000)).toBe("ended");
    expect(watch.see("open", 9000)).toBe("door-forced");
  });

  it("has its cause in a relay that moves, that has moved, and that is still held", () => {
    const moving = shutDoor();
    moving.relayMoves();
    expect(moving.see("open", 1000)).toBeUndefined();
    moving.relayAnswered(1100, 5000);
    moving.see("closed", 2000);
    expect(moving.see("open", 13_000)).toBeUndefined();
    moving.see("closed", 14_000);
    expect(moving.see("open", 60_000)).toBe("door-forced");
  });

  it("has no cause in a relay that did not move", () => {
    const watch = shutDoor();
    watch.relayMoves();
    watch.relayAnswered(1000, null);
    expect(watch.see("open", 1500)).toBe("door-forced");
  });

  it("has no cause in an answer to what somebody else began", () => {
    const watch = shutDoor();
    watch.relayAnswered(1000, null);
    watch.relayMoves();
    watch.relayAnswered(1200, null);
    expect(watch.see("open", 1500)).toBe("door-forced");
  });

  it("is nobody's fault when it was open at the start", () => {
    const watch = new LeafWatch(HELD_AFTER_MS);
    expect(watch.see("open", 0)).toBeUndefined();
    expect(watch.look(HELD_AFTER_MS)).toBe("door-held");
  });
});

describe("a leaf that stays open", () => {
  /** Somebody was let in at 1000. */
  function openDoor() {
    const watch = shutDoor();
    watch.relayMoves();
    watch.relayAnswered(1000, 1000);
    watch.see("open", 1000);
    return watch;
  }

  it("is held after its time, once, until it closes", () => {
    const watch = openDoor();
    expect(watch.dueAt).toBe(31_000);
    expect(watch.look(30_999)).toBeUndefined();
    expect(watch.look(31_000)).toBe("door-held");
    expect(watch.look(90_000)).toBeUndefined();
    expect(watch.dueAt).toBeUndefined();
    expect(watch.see("open", 95_000)).toBeUndefined();
    expect(watch.see("closed", 96_000)).toBe("ended");
    expect(watch.look(200_000)).toBeUndefined();
  });

  it("is not held when it closes in time", () => {
    const watch = openDoor();
    expect(watch.see("closed", 20_000)).toBeUndefined();
    expect(watch.look(31_000)).toBeUndefined();
  });

  it("may stay longer when it is opened anew meanwhile", () => {
    const watch = openDoor();
    watch.relayMoves();
    watch.relayAnswered(25_000, 1000);
    expect(watch.look(31_000)).toBeUndefined();
    expect(watch.look(55_000)).toBe("door-held");
  });

  it("is forced and not held as well", () => {
    const watch = shutDoor();
    watch.see("open", 1000);
    expect(watch.dueAt).toBeUndefined();
    expect(watch.look(500_000)).toBeUndefined();
  });

  it("follows a new limit", () => {
    const watch = openDoor();
    watch.heldAfterMs = 5000;
    expect(watch.look(6000)).toBe("door-held");
  });
});

describe("the leaf of a door that is free", () => {
  it("is neither forced nor held, and what had begun is over", () => {
    const watch = shutDoor();
    watch.see("open", 1000);
    expect(watch.setFree(true, 2000)).toBe("ended");
    watch.see("closed", 3000);
    expect(watch.see("open", 100_000)).toBeUndefined();
    expect(watch.dueAt).toBeUndefined();
  });

  it("has its whole time to close when the door is free no longer, and is forced after that", () => {
    const watch = shutDoor();
    watch.setFree(true, 1000);
    watch.see("open", 2000);
    watch.setFree(false, 500_000);
    expect(watch.dueAt).toBe(500_000 + HELD_AFTER_MS);
    watch.see("closed", 503_000);
    expect(watch.see("open", 505_000)).toBeUndefined();
    watch.see("closed", 506_000);
    expect(watch.see("open", 520_000)).toBe("door-forced");
  });
});
