// @ts-check
import { access, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { faults } from "./faults.mjs";
import { plant } from "./plant.mjs";
import { root } from "./run.mjs";

it("plants at the one place that is meant, and nowhere else", () => {
  const fault = { name: "a", find: "b", put: "c" };
  expect(plant("abd", fault)).toBe("acd");
  expect(() => plant("abbd", fault)).toThrow("2 times");
  expect(() => plant("ad", fault)).toThrow("0 times");
  expect(() => plant("abd", { ...fault, put: "b" })).toThrow();
});

it("keeps a list of at least a hundred faults, each with its place and its tests in the code of today", async () => {
  expect(faults.length).toBeGreaterThanOrEqual(100);
  expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
  for (const fault of faults) {
    plant(await readFile(join(root, fault.file), "utf8"), fault);
    expect(fault.tests).not.toEqual([]);
    await Promise.all(fault.tests.map((file) => access(join(root, file))));
  }
});
