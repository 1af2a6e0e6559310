import { rm } from "node:fs/promises";
import type pg from "pg";
import type { SealedFiles } from "../files.ts";
import { writeArchive } from "./archive.ts";
import { writeArchiveFile } from "./archive-file.ts";
import { refusalOf } from "./backup-refused.ts";
import { type Told, withSnapshot } from "./dump.ts";
import { seal } from "./sealed-stream.ts";
import { verifyBackup } from "./verify.ts";

/** What a backup is made of. */
export interface BackupSource {
  /** As the owner of the tables. */
  connection: pg.ClientConfig;
  files: SealedFiles;
  /** The fingerprint of the key that the pictures are encrypted with; the key itself goes nowhere. */
  filesKey: string | null;
}

/** An archive that is there. */
export interface MadeBackup extends Told {
  path: string;
  bytes: number;
}

/**
 * Makes an archive of an installation as it is in one moment, while it goes on, and reads it once to its end.
 * @param to `signal` gives it up
 * @throws {BackupRefused} with nothing left behind
 */
export async function makeBackup(
  source: BackupSource,
  to: { path: string; key: Buffer; madeAt: Date; signal?: AbortSignal },
): Promise<MadeBackup> {
  const told: Told = { rows: 0, pictures: 0, lost: 0 };
  try {
    const bytes = await withSnapshot(source.connection, ({ migrations, parts }) => {
      const head = {
        format: 1,
        madeAt: to.madeAt.toISOString(),
        migrations,
        filesKey: source.filesKey,
      } as const;
      const plain = writeArchive(head, parts(source.files, told));
      return writeArchiveFile(to.path, seal(to.key, plain), to.signal);
    });
    await verifyBackup(to).catch(async (error: unknown) => {
      await rm(to.path, { force: true });
      throw error;
    });
    return { path: to.path, bytes, ...told };
  } catch (error) {
    throw refusalOf(error);
  }
}
