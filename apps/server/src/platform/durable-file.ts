import { constants } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Writes a file that only its owner reads: under its name it is whole and on the disk, or not at all.
 * @param unfinished what it is called until then, in the same folder, and by nobody else
 * @param pieces its bytes; what they throw leaves nothing
 * @returns its length in bytes
 * @throws what the disk says, `ENOSPC` among it
 */
export async function writeDurably(
  path: string,
  unfinished: string,
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<number> {
  let length = 0;
  try {
    const file = await open(unfinished, "wx", 0o600);
    try {
      for await (const piece of pieces) {
        await file.writeFile(piece);
        length += piece.length;
      }
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  await keepNames(dirname(path));
  return length;
}

/** The names in a folder survive a power cut from now on, too. */
export async function keepNames(folder: string): Promise<void> {
  const names = await open(folder, constants.O_RDONLY);
  try {
    await names.sync();
  } finally {
    await names.close();
  }
}
