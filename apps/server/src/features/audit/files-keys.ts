import type { Clock } from "../../platform/clock.ts";
import type { Database, Db } from "../../platform/database.ts";
import { FilesKeyUnusable, makeFilesKey, readFilesKey } from "../../platform/files-key.ts";
import { KeyedDigest } from "../../platform/keyed-digest.ts";
import { writeAuditLine } from "./audit.service.ts";
import { takeSealLockInTurn } from "./audit-seals.queries.ts";
import {
  type FilesKeyRow,
  findFilesKey,
  insertFilesKey,
  lastPlaces,
  takeKeyLock,
  wasServedWithKey,
} from "./files-keys.queries.ts";

/** Where the key lies, and whether the operator says that it is lost (`FILES_KEY_LOST=1`). */
interface FilesKeyPlace {
  filesKeyFile: string;
  filesKeyLost: boolean;
}

/** How a server came by its key: the one it had, the first one, or another after that one was lost. */
export type KeyState = "same" | "first" | "replaced";

/**
 * The key that this database was served with before. The database knows its fingerprint: with none or another one
 * nothing goes on, because pictures would be gone and the audit would look altered without anybody having said so.
 * @throws {FilesKeyUnusable} unless the operator says that the key is lost
 */
export async function openFilesKey(
  db: Database,
  place: FilesKeyPlace,
  clock: Clock,
): Promise<{ key: Buffer; state: KeyState }> {
  return db.transaction().execute(async (trx) => {
    await takeKeyLock(trx);
    const known = await findFilesKey(trx);
    const found = await readFilesKey(place.filesKeyFile);
    if (known && found && new KeyedDigest(found).fingerprint === known.fingerprint) {
      return { key: found, state: "same" };
    }
    const isFirst = known === undefined && (found !== undefined || !(await wasServedWithKey(trx)));
    if (!isFirst && !place.filesKeyLost) {
      throw new FilesKeyUnusable(refusal(place.filesKeyFile, found !== undefined));
    }
    const key = found ?? (await makeFilesKey(place.filesKeyFile));
    // Nobody seals meanwhile: what was sealed before and what comes after are told apart for good.
    await takeSealLockInTurn(trx);
    const digest = new KeyedDigest(key);
    const at = clock.now();
    const row = {
      epoch: (known?.epoch ?? 0) + 1,
      fingerprint: digest.fingerprint,
      takenUpAt: at,
      sealedBefore: isFirst ? {} : await lastPlaces(trx),
    };
    await insertFilesKey(trx, { ...row, proof: proofOf(digest, row) });
    if (isFirst) {
      return { key, state: "first" };
    }
    await writeAuditLine(trx, {
      buildingId: null,
      actorId: null,
      action: "audit.files-key-replaced",
      subjectId: null,
      detail: { epoch: row.epoch },
      at,
    });
    return { key, state: "replaced" };
  });
}

/**
 * The key for who only wants to read what was made with it; nothing is made or written down.
 * @throws {FilesKeyUnusable} when it is not there or is another one
 */
export async function readFilesKeyOf(db: Db, filesKeyFile: string): Promise<Buffer> {
  const [known, key] = await Promise.all([findFilesKey(db), readFilesKey(filesKeyFile)]);
  if (key === undefined) {
    throw new FilesKeyUnusable(`No está la clave de los archivos (${filesKeyFile}).`);
  }
  if (known && known.fingerprint !== new KeyedDigest(key).fingerprint) {
    throw new FilesKeyUnusable(`La clave de los archivos (${filesKeyFile}) no es la de esta base de datos.`);
  }
  return key;
}

/** Ties what the row says to the key, so that nobody moves the border of what can be verified. */
export function proofOf(digest: KeyedDigest, row: Omit<FilesKeyRow, "proof">): Buffer {
  const places = Object.entries(row.sealedBefore).sort(([one], [other]) => (one < other ? -1 : 1));
  return digest.of(
    "files key",
    String(row.epoch),
    row.fingerprint,
    row.takenUpAt.toISOString(),
    JSON.stringify(places),
  );
}

const refusal = (path: string, isOther: boolean): string =>
  [
    isOther
      ? `La clave de los archivos (${path}) no es la de esta base de datos.`
      : `No está la clave de los archivos (${path}) con la que se usó esta base de datos.`,
    "Devuelve la clave a su lugar, o di dónde está con FILES_KEY_FILE; Umbral no inicia sin ella.",
    "Si se perdió, FILES_KEY_LOST=1 sigue con otra: las imágenes y las contraseñas de cámaras guardadas no se podrán",
    "leer, los códigos de hoy y de verificación en dos pasos dejan de servir, y lo anterior de la auditoría no se podrá",
    "verificar (docs/operating.md).",
  ].join("\n");
