import {
  DOOR_CLOSE,
  DOOR_ERROR_SHOWN_MS,
  DOOR_OPEN,
  ORDER_LIFETIME_MS,
} from "@umbral/contract/doors/doors.contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createStore } from "../../lib/store.ts";
import {
  createDoorPress,
  DONE_SHOWN_MS,
  DOUBLE_PRESS_MS,
  type DoorOrder,
  SAME_PRESS_MS,
} from "./door-press.ts";

class Refusal extends Error {}
class Lost extends Error {}

/** A door's buttons, with the server in the test's hands. */
function newDoor() {
  const orders: DoorOrder[] = [];
  const open: { resolve(): void; reject(error: Error): void }[] = [];
  let ids = 0;
  let vibrations = 0;
  let looks = 0;
  let serversClock: number | undefined;
  let ready: Promise<void> | undefined;
  const isCovered = createStore(false);
  const press = createDoorPress({
    untilReady: () => ready,
    send: (order) => {
      orders.push(order);
      return new Promise<void>((resolve, reject) => open.push({ resolve, reject }));
    },
    newRequestId: () => {
      ids += 1;
      return `press-${ids}`;
    },
    isAnswer: (error) => error instanceof Refusal,
    sentenceFor: (error) => (error instanceof Error ? error.message : ""),
    steadyMs: () => performance.now(),
    onServersClock: (momentMs) => serversClock && momentMs + serversClock,
    errorShownMs: DOOR_ERROR_SHOWN_MS,
    isCovered,
    onMoved: () => {
      vibrations += 1;
    },
    onFailed: () => {
      looks += 1;
    },
  });
  const settle = () => vi.advanceTimersByTimeAsync(0);
  return {
    press,
    orders,
    covers: (isOver: boolean) => isCovered.set(isOver),
    vibrations: () => vibrations,
    looks: () => looks,
    lineIsMade: (line: Promise<void>) => {
      ready = line;
    },
    serverIsAheadBy: (ms: number) => {
      serversClock = ms;
    },
    moved: () => {
      open.shift()?.resolve();
      return settle();
    },
    fails: (error: Error) => {
      open.shift()?.reject(error);
      return settle();
    },
  };
}

describe("door press", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("answers at once, says it is open only when the relay moved, and rests after that", async () => {
    const { press, orders, moved, vibrations } = newDoor();
    press.press(DOOR_OPEN);
    expect(press.state()).toEqual({ kind: "pending", action: DOOR_OPEN });
    expect(orders).toEqual([{ action: DOOR_OPEN, requestId: "press-1" }]);
    await vi.advanceTimersByTimeAsync(2900);
    expect(press.state().kind).toBe("pending");
    expect(vibrations()).toBe(0);
    await moved();
    expect(press.state()).toEqual({ kind: "done", action: DOOR_OPEN });
    expect(vibrations()).toBe(1);
    await vi.advanceTimersByTimeAsync(DONE_SHOWN_MS);
    expect(press.state()).toEqual({ kind: "idle" });
  });

  it("makes one order of many presses while it is under way and while it shows that it was done", async () => {
    const { press, orders, moved } = newDoor();
    press.press(DOOR_OPEN);
    press.press(DOOR_OPEN);
    press.press(DOOR_CLOSE);
    await moved();
    press.press(DOOR_OPEN);
    await vi.advanceTimersByTimeAsync(DONE_SHOWN_MS - 1);
    press.press(DOOR_OPEN);
    expect(orders).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    press.press(DOOR_OPEN);
    expect(orders.map(({ requestId }) => requestId)).toEqual(["press-1", "press-2"]);
  });

  it("takes a second touch after a quick refusal for the same press", async () => {
    const { press, orders, fails } = newDoor();
    press.press(DOOR_OPEN);
    await fails(new Refusal("Sin conexión con el edificio."));
    await vi.advanceTimersByTimeAsync(DOUBLE_PRESS_MS - 1);
    press.press(DOOR_OPEN);
    expect(orders).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    press.press(DOOR_OPEN);
    expect(orders).toHaveLength(2);
  });

  it("closes at once what has just been opened", async () => {
    const { press, orders, moved } = newDoor();
    press.press(DOOR_OPEN);
    await moved();
    press.press(DOOR_CLOSE);
    expect(orders.map(({ action }) => action)).toEqual([DOOR_OPEN, DOOR_CLOSE]);
    await moved();
    expect(press.state()).toEqual({ kind: "done", action: DOOR_CLOSE });
  });

  it("shows why not for five seconds", async () => {
    const { press, fails, vibrations, looks } = newDoor();
    press.press(DOOR_OPEN);
    expect(looks()).toBe(0);
    await fails(new Refusal("La puerta no se movió."));
    expect(press.state()).toEqual({ kind: "failed", sentence: "La puerta no se movió." });
    // How it is said to be may be so no more: it is looked at anew.
    expect(looks()).toBe(1);
    await vi.advanceTimersByTimeAsync(4999);
    expect(press.state().kind).toBe("failed");
    await vi.advanceTimersByTimeAsync(1);
    expect(press.state()).toEqual({ kind: "idle" });
    expect(vibrations()).toBe(0);
  });

  it("keeps what became of it for as long as nobody could see it", async () => {
    const { press, fails, covers } = newDoor();
    press.press(DOOR_OPEN);
    covers(true);
    await fails(new Refusal("La puerta no se movió."));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(press.state().kind).toBe("failed");
    covers(false);
    await vi.advanceTimersByTimeAsync(DOOR_ERROR_SHOWN_MS - 1);
    expect(press.state().kind).toBe("failed");
    // What comes over it while it stands there takes none of its time.
    covers(true);
    covers(false);
    await vi.advanceTimersByTimeAsync(DOOR_ERROR_SHOWN_MS - 1);
    expect(press.state().kind).toBe("failed");
    await vi.advanceTimersByTimeAsync(1);
    expect(press.state()).toEqual({ kind: "idle" });
  });

  it("is the same press again when its answer was lost, and a new one when it was answered no", async () => {
    const { press, orders, fails } = newDoor();
    press.press(DOOR_OPEN);
    await fails(new Lost("Se perdió la conexión"));
    await vi.advanceTimersByTimeAsync(SAME_PRESS_MS - 1);
    press.press(DOOR_OPEN);
    await fails(new Refusal("La puerta no respondió."));
    await vi.advanceTimersByTimeAsync(SAME_PRESS_MS - 1);
    press.press(DOOR_OPEN);
    expect(orders.map(({ requestId }) => requestId)).toEqual(["press-1", "press-1", "press-2"]);
  });

  it("is a new press when its answer was lost long ago, or when it is another action", async () => {
    const { press, orders, fails } = newDoor();
    press.press(DOOR_OPEN);
    await fails(new Lost("Se perdió la conexión"));
    await vi.advanceTimersByTimeAsync(SAME_PRESS_MS);
    press.press(DOOR_OPEN);
    await fails(new Lost("Se perdió la conexión"));
    press.press(DOOR_CLOSE);
    expect(orders.map(({ requestId }) => requestId)).toEqual(["press-1", "press-2", "press-3"]);
  });

  it("is a new press when it is for another visit, in another call or for another visitor", async () => {
    const { press, orders, fails } = newDoor();
    for (const occasion of [{}, { visitId: "visit-1" }, { callId: "call-1" }, { visitorId: "visitor-1" }]) {
      press.press(DOOR_OPEN, occasion);
      await fails(new Lost("Se perdió la conexión"));
      await vi.advanceTimersByTimeAsync(DOUBLE_PRESS_MS);
    }
    expect(orders).toEqual([
      { action: DOOR_OPEN, requestId: "press-1" },
      { action: DOOR_OPEN, requestId: "press-2", visitId: "visit-1" },
      { action: DOOR_OPEN, requestId: "press-3", callId: "call-1" },
      { action: DOOR_OPEN, requestId: "press-4", visitorId: "visitor-1" },
    ]);
  });

  it("is forgotten no later than its order dies", () => {
    expect(SAME_PRESS_MS).toBeLessThanOrEqual(ORDER_LIFETIME_MS);
  });

  it("says when the finger touched, on the server's clock, once that is known", async () => {
    const { press, orders, fails, serverIsAheadBy } = newDoor();
    press.press(DOOR_OPEN, {}, 300);
    expect(orders[0]).not.toHaveProperty("pressedAt");
    await fails(new Lost("Se perdió la conexión"));
    await vi.advanceTimersByTimeAsync(DOUBLE_PRESS_MS);
    serverIsAheadBy(1_000_000);
    const now = performance.now();
    press.press(DOOR_OPEN, {}, 300);
    // The same press by its name; its age is that of the finger.
    expect(orders[1]).toEqual({ ...orders[0], pressedAt: now - 300 + 1_000_000 });
  });

  it("waits for the page's first line, and counts that as the press's age; without one it was not sent", async () => {
    const { press, orders, lineIsMade, serverIsAheadBy } = newDoor();
    let lineStands = () => {};
    lineIsMade(
      new Promise((resolve) => {
        lineStands = resolve;
      }),
    );
    const pressed = performance.now();
    press.press(DOOR_OPEN);
    expect(press.state()).toEqual({ kind: "pending", action: DOOR_OPEN });
    await vi.advanceTimersByTimeAsync(1000);
    expect(orders).toEqual([]);
    serverIsAheadBy(1_000_000);
    lineStands();
    await vi.advanceTimersByTimeAsync(0);
    expect(orders).toMatchObject([{ action: DOOR_OPEN, pressedAt: pressed + 1_000_000 }]);

    const other = newDoor();
    other.lineIsMade(Promise.reject(new Refusal("Sin conexión")));
    other.press.press(DOOR_OPEN);
    await vi.advanceTimersByTimeAsync(0);
    expect(other.press.state()).toEqual({ kind: "failed", sentence: "Sin conexión" });
    expect(other.orders).toEqual([]);
  });

  it("says that the door opened late, and to nobody while a newer press waits for its answer", async () => {
    const { press, fails } = newDoor();
    press.press(DOOR_OPEN);
    await fails(new Refusal("La puerta no respondió."));
    press.movedLate("La puerta abrió tarde");
    expect(press.state()).toEqual({ kind: "late", sentence: "La puerta abrió tarde" });
    await vi.advanceTimersByTimeAsync(DOOR_ERROR_SHOWN_MS);
    expect(press.state()).toEqual({ kind: "idle" });

    press.press(DOOR_OPEN);
    press.movedLate("La puerta abrió tarde");
    expect(press.state()).toEqual({ kind: "pending", action: DOOR_OPEN });
  });

  it("knows whether somebody sees its buttons", () => {
    const { press } = newDoor();
    expect(press.movedLate("La puerta abrió tarde")).toBe(false);
    const stop = press.subscribe(() => undefined);
    expect(press.movedLate("La puerta abrió tarde")).toBe(true);
    stop();
    expect(press.movedLate("La puerta abrió tarde")).toBe(false);
  });

  it("says during which call it was pressed", () => {
    const { press, orders } = newDoor();
    press.press(DOOR_OPEN, { callId: "call-1" });
    expect(orders).toEqual([{ action: DOOR_OPEN, requestId: "press-1", callId: "call-1" }]);
  });
});
