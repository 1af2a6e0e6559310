import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openDatabase } from "../src/platform/database.ts";
import { newDemonstration, seedForThisRun } from "./demonstration.ts";

it("gives everybody the same people and pictures, each their own to change", async () => {
  const seed = await seedForThisRun();
  const folders = await Promise.all([0, 1].map(() => mkdtemp(join(tmpdir(), "umbral-demonstration-"))));
  const [one, other] = await Promise.all(folders.map((folder) => newDemonstration(join(folder, "files"))));
  if (!one || !other) {
    throw new Error("there are two");
  }
  const dbs = [one, other].map(({ database }) =>
    openDatabase({ ...database.asServer, max: 1 }, () => undefined),
  );
  const pictures = await Promise.all(
    dbs.map((db) => db.selectFrom("files").select("id").orderBy("id").execute()),
  );
  expect(pictures[0]?.length).toBeGreaterThan(10);
  expect(pictures[1]).toEqual(pictures[0]);

  const id = pictures[0]?.[0]?.id ?? "";
  await one.files.remove(id);
  expect(await one.files.get(id)).toBeNull();
  expect((await other.files.get(id))?.byteLength).toBeGreaterThan(100);

  await Promise.all(dbs.map((db) => db.destroy()));
  await Promise.all([one.database.drop(), other.database.drop()]);
  await seed.stop();
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true })));
  await expect(newDemonstration(folders[0] ?? "")).rejects.toThrow("No demonstration");
});
