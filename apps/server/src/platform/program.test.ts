import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { programOf } from "./program.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "umbral-program-"));
});
afterAll(() => rm(folder, { recursive: true }));

it("is the same wherever the same bundle lies, and another one where that is another", async () => {
  const [one, copy, other] = ["one.js", "copy.js", "other.js"].map((name) => join(folder, name));
  const of = (path = "") => programOf(pathToFileURL(path).href);
  await writeFile(one ?? "", "export {};\n");
  await copyFile(one ?? "", copy ?? "");
  await writeFile(other ?? "", "export {}; // Changed.\n");
  expect(of(one)).toMatch(/^[0-9a-f]{16}$/);
  expect(of(copy)).toBe(of(one));
  expect(of(other)).not.toBe(of(one));
});

it("is another one with each process that runs from the sources", () => {
  expect(programOf("file:///src/program.ts")).not.toBe(programOf("file:///src/program.ts"));
});
