import { join } from "node:path";
import { sql } from "kysely";
import type { Logger } from "pino";
import type { Db, Trx } from "./database.ts";
import { DiskFiles } from "./disk-files.ts";
import type { Env } from "./env.ts";
import type { FilesPlace, SealedFiles } from "./files.ts";
import { S3Files } from "./s3-files.ts";
import { findSetting, removeSetting, setSetting } from "./settings.queries.ts";
import { asTyped } from "./typed-commands.ts";

/** Of the settings, where it stands which place the files are in; none is the disk, as in what was begun by earlier versions. */
const SETTING = "files-place";
/** Held while a process looks where the files are, and alone by who moves them. Any constant number. */
const PLACE_LOCK = 7_201_971;

/** The files are not where the settings say that they are. The message is all that a person needs. */
export class FilesElsewhere extends Error {}

type Place = Pick<Env, "dataDir" | "s3" | "filesKeyLost">;
type Asked = { installation: string | null; log: Pick<Logger, "error" | "info"> };

export const diskFilesOf = ({ dataDir }: Pick<Env, "dataDir">): DiskFiles =>
  new DiskFiles(join(dataDir, "files"));

/** @param asked `installation` is the fingerprint of the key of its files; null where there is none yet */
export const s3FilesOf = ({ s3, filesKeyLost }: Place, { installation, log }: Asked): S3Files | undefined =>
  s3 && new S3Files(s3, { installation, takesOver: filesKeyLost, log });

/** Where the files are, as the settings say; whether they are there is not asked. */
export const filesOf = (env: Place, asked: Asked): SealedFiles => s3FilesOf(env, asked) ?? diskFilesOf(env);

/** Where the files are, as the database knows. */
export async function placeOf(db: Db): Promise<FilesPlace> {
  return (await findSetting(db, SETTING)) === "s3" ? "s3" : "disk";
}

/** In the transaction after which they are there. */
export const notePlace = (trx: Trx, place: FilesPlace): Promise<void> =>
  place === "s3" ? setSetting(trx, SETTING, place) : removeSetting(trx, SETTING);

/**
 * The files of an installation that is served or worked on.
 * @param isServed where there are no files yet, they begin where the settings say
 * @throws {FilesElsewhere} unless they are where the settings say
 */
export async function openFiles(db: Db, env: Place, asked: Asked, isServed = false): Promise<SealedFiles> {
  const wanted = env.s3 === undefined ? "disk" : "s3";
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock_shared(${sql.lit(PLACE_LOCK)})`.execute(trx);
    if ((await placeOf(trx)) === wanted) {
      return;
    }
    if (wanted === "disk") {
      throw new FilesElsewhere(
        "Los archivos de esta instalación están en S3. Pon S3_ENDPOINT y las demás variables S3_…, o devuélvelos al " +
          `disco con ellas puestas: ${asTyped("files-move", "--to disk")}.`,
      );
    }
    const { rows } = await sql`select from files limit 1`.execute(trx);
    if (rows.length > 0) {
      throw new FilesElsewhere(
        `Los archivos de esta instalación están en DATA_DIR y no en S3. Muévelos: ${asTyped("files-move", "--to s3")}. ` +
          "O quita las variables S3_….",
      );
    }
    if (isServed) {
      await notePlace(trx, wanted);
    }
  });
  return filesOf(env, asked);
}

/** Alone: nobody opens the files until the transaction ends. */
export async function takePlaceLock(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(PLACE_LOCK)})`.execute(trx);
}

/** As a person reads it. */
export const wordsOfOthers = ({ s3 }: Pick<Env, "s3">): string =>
  `En el bucket ${s3?.bucket ?? ""}${s3?.prefix ? ` (${s3.prefix})` : ""} hay archivos que no son de esta instalación. ` +
  "Usa otro bucket u otro S3_PREFIX. No se cambió nada.";
