import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { LONG, longFirst } from "./long-first.mjs";
import { root } from "./run.mjs";

/** @type {(name: string, moduleId: string) => { project: { name: string }, moduleId: string }} */
const file = (name, moduleId) => ({ project: { name }, moduleId });

it("begins what takes long first in its project, and leaves the rest as it is", () => {
  const [big, small, web] = [
    file("server", "/a/big.test.ts"),
    file("server", "/a/small.test.ts"),
    file("web", "/w"),
  ];
  const long = file("server", `/clone/${LONG[0]}`);
  expect(longFirst([big, small, long, web])).toEqual([long, big, small, web]);
});

it("names files that are there", () => {
  expect(LONG.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
