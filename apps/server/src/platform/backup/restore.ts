import { access, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { holdDataFolder } from "../data-folder-lock.ts";
import { isOutcomeUnknown, type Trx } from "../database.ts";
import { startEmbeddedPostgres } from "../embedded-postgres.ts";
import type { PostgresLog } from "../embedded-postgres-log.ts";
import type { Env } from "../env.ts";
import { readFilesKey } from "../files-key.ts";
import { KeyedDigest } from "../keyed-digest.ts";
import { migrationTexts } from "../migrate.ts";
import type { ArchiveHead } from "./archive.ts";
import { BackupRefused, refusalOf } from "./backup-refused.ts";
import { type Loaded, loadArchive } from "./load.ts";
import { picturesIn, type RestoredPictures } from "./restored-pictures.ts";
import { openArchive, verifyBackup } from "./verify.ts";

/** Where an installation is to be, as the server's own settings say. */
export type RestorePlace = Pick<Env, "databaseUrl" | "dataDir" | "filesKeyFile" | "filesKeyLost" | "s3">;

/** What came back, and from when. */
export interface Restored extends Loaded {
  madeAt: string;
}

/**
 * Puts an archive back into an installation that is not there yet. It is read whole before anything is touched, and
 * whatever does not match later takes back what was begun.
 * @param finish done with the whole database, before it holds; told when the archive was made
 * @throws {BackupRefused} with nothing changed
 */
export async function restoreBackup(
  archive: { path: string; key: Buffer },
  place: RestorePlace,
  more: { finish: (trx: Trx, madeAt: Date) => Promise<void>; log: PostgresLog },
): Promise<Restored> {
  try {
    const head = await checkBackup(archive);
    await filesKeyMustFit(head, place);
    const loaded = await inPlace(place, more.log, (connection) =>
      loadWithPictures(archive, connection, picturesIn(place, head.filesKey), (trx) =>
        more.finish(trx, new Date(head.madeAt)),
      ),
    );
    return { ...loaded, madeAt: head.madeAt };
  } catch (error) {
    throw refusalOf(error);
  }
}

/**
 * Looks whether an archive could be restored by this program; changes nothing.
 * @throws {BackupRefused}
 */
export async function checkBackup(archive: { path: string; key: Buffer }): Promise<ArchiveHead> {
  try {
    const head = await verifyBackup(archive);
    await migrationTexts(head.migrations);
    return head;
  } catch (error) {
    throw refusalOf(error);
  }
}

/** A key that is not the pictures' own would be noticed by the server only, when all of this is done. */
async function filesKeyMustFit(head: ArchiveHead, place: RestorePlace): Promise<void> {
  const key = await readFilesKey(place.filesKeyFile);
  const isOther = key !== undefined && head.filesKey !== new KeyedDigest(key).fingerprint;
  if (isOther && head.filesKey !== null && !place.filesKeyLost) {
    throw new BackupRefused(
      "OTHER_FILES_KEY",
      `La clave de los archivos (${place.filesKeyFile}) no es la de esta copia: sus imágenes no se podrían ver. ` +
        "Pon la que va con ella; si se perdió, FILES_KEY_LOST=1. No se cambió nada.",
    );
  }
}

/** Opens the database that is to be filled, making it where it is the embedded one; a failure takes it away again. */
async function inPlace<Result>(
  place: RestorePlace,
  log: PostgresLog,
  act: (connection: pg.PoolConfig) => Promise<Result>,
): Promise<Result> {
  const made = await mkdir(place.dataDir, { recursive: true, mode: 0o700 });
  try {
    return place.databaseUrl === undefined
      ? await inEmbedded(place.dataDir, log, act)
      : await act({ connectionString: place.databaseUrl });
  } catch (error) {
    // A database of one's own that may hold all of it names the pictures that lie here.
    const mayHold = place.databaseUrl !== undefined && isOutcomeUnknown(error);
    if (made !== undefined && !mayHold) {
      await rm(place.dataDir, { recursive: true, force: true });
    }
    throw error;
  }
}

async function inEmbedded<Result>(
  dataDir: string,
  log: PostgresLog,
  act: (connection: pg.PoolConfig) => Promise<Result>,
): Promise<Result> {
  const lock = await holdDataFolder(dataDir);
  const folder = join(dataDir, "postgres");
  const wasThere = await isThere(folder);
  let isDone = false;
  try {
    const postgres = await startEmbeddedPostgres({ dataDir, log, lock });
    try {
      const result = await act(postgres.connection);
      isDone = true;
      return result;
    } finally {
      await postgres.stop();
    }
  } finally {
    if (!isDone && !wasThere) {
      await rm(folder, { recursive: true, force: true });
    }
    await lock.release();
  }
}

/** Pictures are where they are to be before the database that names them holds. */
async function loadWithPictures(
  archive: { path: string; key: Buffer },
  connection: pg.PoolConfig,
  pictures: RestoredPictures,
  finish: (trx: Trx) => Promise<void>,
): Promise<Loaded> {
  await pictures.begin();
  let close: (() => Promise<void>) | undefined;
  let loaded: Loaded;
  try {
    const reading = await openArchive(archive);
    close = reading.close;
    loaded = await loadArchive(connection, reading, {
      pictures,
      finish: async (trx) => {
        await finish(trx);
        await pictures.settle(trx);
      },
    });
  } catch (error) {
    // A line that broke at the very end leaves it open whether all of it holds: then the pictures stay.
    await pictures.undo(isOutcomeUnknown(error));
    throw error;
  } finally {
    await close?.();
  }
  await pictures.end();
  return loaded;
}

async function isThere(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch {
    return false;
  }
}
