import { expect, it } from "vitest";
import { InputWatch } from "./input-watch.ts";

it("a change counts when it lasts, and not before", () => {
  const watch = new InputWatch("open", 30);
  expect(watch.see(false, 0)).toBeUndefined();
  expect(watch.look(30)).toEqual({ isOn: false, isDone: false });
  expect(watch.see(true, 100)).toBeUndefined();
  expect(watch.dueAt).toBe(130);
  expect(watch.look(129)).toBeUndefined();
  expect(watch.look(130)).toEqual({ isOn: true, isDone: true });
});

it("a disturbance of some milliseconds is nothing", () => {
  const watch = new InputWatch("open", 30);
  watch.see(false, 0);
  watch.look(30);
  for (let time = 100; time < 1000; time += 20) {
    expect(watch.see(true, time)).toBeUndefined();
    expect(watch.see(false, time + 10)).toBeUndefined();
  }
  expect(watch.dueAt).toBeUndefined();
  expect(watch.isOn).toBe(false);
});

it("one that rests closed is on while its wire is open: a cut wire is told", () => {
  const watch = new InputWatch("closed", 0);
  expect(watch.see(true, 0)).toEqual({ isOn: false, isDone: false });
  expect(watch.see(false, 1)).toEqual({ isOn: true, isDone: true });
});

it("what it is at the start, or after a silence, nobody did now", () => {
  const watch = new InputWatch("open", 0);
  expect(watch.see(true, 0)).toEqual({ isOn: true, isDone: false });
  expect(watch.see(false, 1)).toEqual({ isOn: false, isDone: true });
  expect(watch.see(null, 2)).toBeUndefined();
  expect(watch.see(true, 3)).toEqual({ isOn: true, isDone: false });
  expect(watch.see(null, 4)).toBeUndefined();
  // Back as it was: from here on somebody is seen to do it.
  expect(watch.see(true, 5)).toBeUndefined();
  expect(watch.see(false, 6)).toEqual({ isOn: false, isDone: true });
});
