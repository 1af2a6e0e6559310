import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { access, mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";
import { writeDurably } from "../durable-file.ts";

const READ_BYTES = 256 * 1024;
/** What an archive is called until all of it is there. */
const UNFINISHED = ".unfinished";

/** Something lies already where an archive was to be written. */
export class ArchiveIsThere extends Error {}

/**
 * Writes an archive: whole, readable by its owner alone and on the disk, or not at all.
 * @returns its length
 */
export async function writeArchiveFile(
  path: string,
  bytes: AsyncIterable<Buffer>,
  signal?: AbortSignal,
): Promise<number> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  if (await isThere(path)) {
    throw new ArchiveIsThere(path);
  }
  return writeDurably(path, `${path}.${randomUUID()}${UNFINISHED}`, untilAborted(bytes, signal));
}

async function* untilAborted(bytes: AsyncIterable<Buffer>, signal?: AbortSignal): AsyncGenerator<Buffer> {
  for await (const piece of bytes) {
    signal?.throwIfAborted();
    yield piece;
  }
}

/** An archive from its beginning to its end. */
export async function* readArchiveFile(path: string): AsyncGenerator<Buffer> {
  const file = await open(path, constants.O_RDONLY);
  try {
    for (;;) {
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(READ_BYTES), 0, READ_BYTES, null);
      if (bytesRead === 0) {
        return;
      }
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

async function isThere(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch {
    return false;
  }
}
