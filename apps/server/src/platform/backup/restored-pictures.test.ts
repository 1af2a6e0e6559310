import { randomBytes } from "node:crypto";
import { type FileHandle, mkdtemp, open, readlink, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { v7 } from "uuid";
import { expect, it, vi } from "vitest";
import { testDatabase } from "../../../testing/cluster.ts";
import { openDatabase } from "../database.ts";
import { DiskFiles } from "../disk-files.ts";
import { picturesIn } from "./restored-pictures.ts";

it("are under their name after a power cut too, before the database that names them holds", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "umbral-restored-"));
  const database = await testDatabase();
  const db = openDatabase({ ...database.connection, max: 1 }, () => undefined);
  const pictures = picturesIn({ dataDir, s3: undefined, filesKeyLost: false }, null);
  await pictures.begin();
  const [id, bytes] = [v7(), randomBytes(500)];
  await pictures.write(id, [bytes]);

  const synced: string[] = [];
  const folder = await open(dataDir);
  const anyFile: FileHandle = Object.getPrototypeOf(folder);
  vi.spyOn(anyFile, "sync").mockImplementation(async function (this: FileHandle) {
    synced.push(await readlink(`/proc/self/fd/${this.fd}`));
  });
  await folder.close();
  await db.transaction().execute((trx) => pictures.settle(trx));
  expect(synced).toEqual([expect.stringContaining("files.restoring-"), dataDir]);
  expect(await new DiskFiles(join(dataDir, "files")).read(id)).toEqual(bytes);

  await db.destroy();
  await database.drop();
  await rm(dataDir, { recursive: true });
});
