import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { keepOnce, readKept } from "./kept-file.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "umbral-kept-"));
});
afterAll(() => rm(folder, { recursive: true }));

it("keeps a secret for its owner alone, and leaves nothing beside it", async () => {
  const path = join(folder, "one", "keys", "secret");
  expect(await readKept(path)).toBeUndefined();
  expect(await keepOnce(path, Buffer.from("mine"))).toEqual(Buffer.from("mine"));
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await stat(join(folder, "one", "keys"))).mode & 0o777).toBe(0o700);
  expect(await readdir(join(folder, "one", "keys"))).toEqual(["secret"]);
});

it("lets twenty who keep one at once agree on one, whole", async () => {
  const path = join(folder, "two", "secret");
  const kept = await Promise.all(
    Array.from({ length: 20 }, (_, index) => keepOnce(path, Buffer.alloc(32, index))),
  );
  expect(new Set(kept.map((secret) => secret.toString("hex"))).size).toBe(1);
  expect(kept[0]).toHaveLength(32);
  expect(await readdir(join(folder, "two"))).toEqual(["secret"]);
});

it("never takes the place of a file that is there, whatever it holds", async () => {
  const path = join(folder, "three", "secret");
  await mkdir(join(folder, "three"));
  await writeFile(path, "");
  expect(await keepOnce(path, Buffer.from("other"))).toHaveLength(0);
});

it("leaves no half of a file where it could not be written", async () => {
  const path = join(folder, "four", "secret");
  // A folder in its place: the last step fails, after all of it was written.
  await mkdir(join(path, "taken"), { recursive: true });
  await chmod(path, 0o700);
  await expect(keepOnce(path, Buffer.from("late"))).rejects.toThrow();
  expect(await readdir(join(folder, "four"))).toEqual(["secret"]);
  await expect(readFile(path)).rejects.toThrow();
});
