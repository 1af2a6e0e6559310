// @ts-check
import { afterAll, expect, vi } from "vitest";

/*
 * Files of one project share a process, and what they import. This runs around each of them, and fails the file that
 * leaves something of the process changed for the next one.
 */

/** Node makes these when they are first read. */
const madeWhenRead = new Set(
  Object.entries(Object.getOwnPropertyDescriptors(globalThis)).flatMap(([name, { get }]) =>
    get ? [name] : [],
  ),
);
/** `worker-timers`, which MQTT.js brings, is compiled for browsers so old that it puts this there. */
const REGENERATOR = "regeneratorRuntime";
const [globals, env, cwd] = [globalsNow(), { ...process.env }, process.cwd()];

afterAll(() => {
  const hasFakeClock = vi.isFakeTimers();
  vi.useRealTimers();
  const now = globalsNow();
  const changed = [...new Set([...globals.keys(), ...now.keys()])].filter(
    (name) => !Object.is(globals.get(name), now.get(name)),
  );
  expect({ hasFakeClock, changed, cwd: process.cwd(), env: withoutSharps({ ...process.env }) }).toEqual({
    hasFakeClock: false,
    changed: [],
    cwd,
    env: withoutSharps(env),
  });
});

/** What each name stands for. Packages note under `__` and symbols that they were loaded, once for all files. */
function globalsNow() {
  return new Map(
    Object.entries(Object.getOwnPropertyDescriptors(globalThis))
      .filter(([name]) => !name.startsWith("__") && name !== REGENERATOR)
      .map(([name, { value }]) => [name, madeWhenRead.has(name) ? "Node's" : value]),
  );
}

/**
 * sharp says where it was built when it is loaded.
 * @param {NodeJS.ProcessEnv} variables
 */
function withoutSharps({ VIPSHOME: _, ...others }) {
  return others;
}
