import { type ArchiveHead, readArchive } from "./archive.ts";
import { readArchiveFile } from "./archive-file.ts";
import { unseal } from "./sealed-stream.ts";

/** Opens an archive of a file. */
export const openArchive = ({ path, key }: { path: string; key: Buffer }) =>
  readArchive(unseal(key, readArchiveFile(path)));

/** Reads all of an archive, comparing every part with what was written of it. */
export async function verifyBackup(archive: { path: string; key: Buffer }): Promise<ArchiveHead> {
  const { head, parts, close } = await openArchive(archive);
  try {
    for await (const { body } of parts) {
      for await (const _piece of body) {
        // Read to its end, where it is compared.
      }
    }
  } finally {
    await close();
  }
  return head;
}
