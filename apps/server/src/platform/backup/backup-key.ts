import { randomBytes } from "node:crypto";
import { keepOnce, readKept } from "../kept-file.ts";
import { BackupRefused, refusalOf } from "./backup-refused.ts";

const KEY_BYTES = 32;

/**
 * The key that archives are encrypted with; it is made when there is none yet.
 * @returns whether it was made now: somebody has to keep a copy of it elsewhere
 * @throws {BackupRefused} where its folder takes none
 */
export async function openBackupKey(path: string): Promise<{ key: Buffer; isNew: boolean }> {
  try {
    const kept = await readKept(path);
    return {
      key: checked(path, kept ?? (await keepOnce(path, randomBytes(KEY_BYTES)))),
      isNew: kept === undefined,
    };
  } catch (error) {
    throw refusalOf(error);
  }
}

/** The key for who only reads an archive: one that was made now would open none. */
export async function readBackupKey(path: string): Promise<Buffer> {
  const kept = await readKept(path);
  if (kept === undefined) {
    throw new BackupRefused(
      "KEY_MISSING",
      `No está la clave de las copias (${path}). Di dónde está con --key o con BACKUP_KEY_FILE. No se cambió nada.`,
    );
  }
  return checked(path, kept);
}

function checked(path: string, key: Buffer): Buffer {
  if (key.length !== KEY_BYTES) {
    throw new BackupRefused(
      "KEY_MISSING",
      `La clave de las copias (${path}) debe tener exactamente ${KEY_BYTES} bytes y tiene ${key.length}. ` +
        "Devuelve la copia que guardas de ella. No se cambió nada.",
    );
  }
  return key;
}
