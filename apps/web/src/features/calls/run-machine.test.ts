import { describe, expect, it } from "vitest";
import { also, runMachine } from "./run-machine.ts";

describe("running a machine", () => {
  it("lets what happens meanwhile wait until the effects of the event before it are under way", () => {
    const done: string[] = [];
    const machine = runMachine<readonly string[], string, string>({
      first: [],
      next: (state, event) => ({ state: [...state, event], effects: [`${event}-1`, `${event}-2`] }),
      act(effect) {
        done.push(effect);
        if (effect === "a-1") {
          machine.happen("b");
          expect(machine.state()).toEqual(["a"]);
        }
      },
      onChange: () => done.push("told"),
    });
    machine.happen("a");
    expect(machine.state()).toEqual(["a", "b"]);
    expect(done).toEqual(["a-1", "a-2", "told", "b-1", "b-2", "told"]);
  });

  it("tells of changes alone", () => {
    const told: number[] = [];
    const machine = runMachine<number, number, never>({
      first: 1,
      next: (_state, event) => ({ state: event, effects: [] }),
      act: () => undefined,
      onChange: () => told.push(machine.state()),
    });
    for (const event of [1, 2, 2, 3]) {
      machine.happen(event);
    }
    expect(told).toEqual([2, 3]);
  });

  it("goes on after an effect that failed", () => {
    const machine = runMachine<number, number, number>({
      first: 0,
      next: (state, event) => ({ state: state + event, effects: [event] }),
      act(effect) {
        if (effect === 1) {
          throw new Error("no such device");
        }
      },
      onChange: () => undefined,
    });
    expect(() => machine.happen(1)).toThrow("no such device");
    machine.happen(2);
    expect(machine.state()).toBe(3);
  });

  it("makes one step of two, each from where the other ends", () => {
    const step = also({ state: 1, effects: ["one"] }, (state) => ({ state: state + 1, effects: ["two"] }));
    expect(step).toEqual({ state: 2, effects: ["one", "two"] });
  });
});
