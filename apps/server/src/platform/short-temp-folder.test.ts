import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { shortTempFolder } from "./short-temp-folder.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

it("is short and private, also where TMPDIR is too deep for a socket", async () => {
  const deep = await mkdtemp(join(tmpdir(), "a".repeat(90)));
  vi.stubEnv("TMPDIR", deep);

  const folder = await shortTempFolder();
  expect(folder.startsWith(deep)).toBe(false);
  expect(folder.length).toBeLessThan(70);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  await rm(folder, { recursive: true });
  await rm(deep, { recursive: true });
});

it("passes over a TMPDIR that is not there", async () => {
  vi.stubEnv("TMPDIR", "/nowhere");

  const folder = await shortTempFolder();
  expect((await stat(folder)).isDirectory()).toBe(true);
  await rm(folder, { recursive: true });
});
