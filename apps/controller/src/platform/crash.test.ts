import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";

const module = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);

it.each([
  ["throws", 'setImmediate(() => { throw new Error("oops") })', 1],
  ["forgets a promise", 'Promise.reject(new Error("oops"))', 1],
  ["ends by itself", "", 0],
])("cuts the current when the process %s", (_how, fault, status) => {
  const script = `
    import { writeSync } from "node:fs";
    const [{ atTheEnd }, { silentLog }] = await Promise.all([import(${module("./crash.ts")}), import(${module("./log.ts")})]);
    atTheEnd(() => writeSync(1, "cut "), silentLog);
    ${fault}`;
  const ended = spawnSync(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script]);
  expect(ended.status).toBe(status);
  expect(ended.stdout.toString()).toMatch(/^cut/);
});
