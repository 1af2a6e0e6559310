import { randomUUID } from "node:crypto";
import { link, mkdir, open, readFile, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { keepNames } from "./durable-file.ts";

/** What a key's file holds; undefined when there is none. */
export async function readKept(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (isCode(error, "ENOENT")) {
      return undefined;
    }
    throw error;
  }
}

/**
 * Keeps a secret in a file that only its owner reads: whole and on the disk, or not at all. A file that is there
 * already stays as it is, so that two who keep one at the same time agree on whose it is.
 * @returns what lies there now
 */
export async function keepOnce(path: string, secret: Uint8Array): Promise<Buffer> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const unfinished = `${path}.${randomUUID()}.new`;
  try {
    const file = await open(unfinished, "wx", 0o600);
    try {
      await file.writeFile(secret);
      await file.sync();
    } finally {
      await file.close();
    }
    // Unlike a rename, a link never takes the place of a file that somebody else finished first.
    await link(unfinished, path).catch((error: unknown) => {
      if (!isCode(error, "EEXIST")) {
        throw error;
      }
    });
  } finally {
    await rm(unfinished, { force: true });
  }
  await keepNames(folder);
  return readFile(path);
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && "code" in error && error.code === code;
