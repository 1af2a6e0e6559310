import { type ArchiveHead, readArchive } from "./archive.ts";
import { readArchiveFile } from "./archive-file.ts";
import { unseal } from "./sealed-stream.ts";

/** Opens an archive of a file. */
export const openArchive = ({ path, key }: { path: string; key: Buffer }) =>
  readArchive(unseal(key, readArchiveFile(path)));

/** Reads all of an archive, comparing every part with what was written of it. @param archive `signal` gives it up */
export async function verifyBackup(archive: {
  path: string;
  key: Buffer;
  signal?: AbortSignal;
}): Promise<ArchiveHead> {
  const { head, parts, close } = await openArchive(archive);
  try {
    for await (const { body } of parts) {
      // Read to its end, where it is compared.
      for await (const _piece of body) {
        archive.signal?.throwIfAborted();
      }
    }
  } finally {
    await close();
  }
  return head;
}
