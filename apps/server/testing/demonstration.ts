import { randomBytes } from "node:crypto";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { v7 } from "uuid";
import { z } from "zod";
import { seedDemonstration } from "../src/demo/seed.ts";
import { systemClock } from "../src/platform/clock.ts";
import { openDatabase } from "../src/platform/database.ts";
import { DiskFiles } from "../src/platform/disk-files.ts";
import { EncryptedFiles } from "../src/platform/files.ts";
import { startTestCluster, type TestDatabase, testDatabase } from "./cluster.ts";

/** Tells the workers, which are processes of their own, where the run's demonstration is. */
const VARIABLE = "UMBRAL_TEST_DEMONSTRATION";

const Place = z.object({
  /** What products' databases are copies of; nobody may stay connected to it. */
  database: z.string(),
  /** Its pictures, encrypted with the key. */
  files: z.string(),
  filesKey: z.base64(),
});

/** The cluster of a run of stories, with the demonstration in it: see `seedForThisRun`. */
export async function startDemonstrations(): Promise<{ stop(): Promise<void> }> {
  const cluster = await startTestCluster();
  try {
    const seed = await seedForThisRun();
    return {
      async stop() {
        await seed.stop();
        await cluster.stop();
      },
    };
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

/**
 * The one seeding of a run: a database of its cluster that holds the demonstration, beside its pictures. Each product
 * begins with a copy. The key that both are sealed with is of this run alone.
 */
export async function seedForThisRun(): Promise<{ stop(): Promise<void> }> {
  const filesKey = randomBytes(32);
  const database = await testDatabase();
  const files = await mkdtemp(join(tmpdir(), "umbral-e2e-seed-"));
  const stop = async () => {
    delete process.env[VARIABLE];
    await database.drop();
    await rm(files, { recursive: true, force: true });
  };
  const db = openDatabase({ ...database.asServer, max: 1 }, (error) => {
    process.stderr.write(`${error.message}\n`);
  });
  try {
    await seedDemonstration({
      db,
      files: new EncryptedFiles(new DiskFiles(files), filesKey),
      newId: v7,
      clock: systemClock,
    });
  } catch (error) {
    await stop();
    throw error;
  } finally {
    await db.destroy();
  }
  process.env[VARIABLE] = JSON.stringify({
    database: database.connection.database,
    files,
    filesKey: filesKey.toString("base64"),
  } satisfies z.infer<typeof Place>);
  return { stop };
}

/** A demonstration of one's own: its database, its pictures in the folder, and the key of both. */
export async function newDemonstration(
  folder: string,
): Promise<{ database: TestDatabase; files: EncryptedFiles; filesKey: Buffer }> {
  const text = process.env[VARIABLE];
  if (!text) {
    throw new Error("No demonstration: the runner's global setup has to call startDemonstrations() first.");
  }
  const place = Place.parse(JSON.parse(text));
  const filesKey = Buffer.from(place.filesKey, "base64");
  const [database] = await Promise.all([
    testDatabase(place.database),
    cp(place.files, folder, { recursive: true }),
  ]);
  return { database, files: new EncryptedFiles(new DiskFiles(folder), filesKey), filesKey };
}
