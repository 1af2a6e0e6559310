import pg from "pg";
import { FilesAway, isDiskRefusal } from "../files.ts";
import { DatabaseOfAnotherVersion } from "../migrate.ts";
import { ArchiveIsThere } from "./archive-file.ts";
import { DamagedBackup, OtherBackupKey } from "./sealed-stream.ts";

/** Why a backup was not made or not put back, in a word that is kept. */
export type BackupRefusal =
  | "ALREADY_THERE"
  | "DAMAGED"
  | "DISK_FULL"
  | "DISK_REFUSES"
  | "FILES_AWAY"
  | "INCOMPLETE"
  | "KEY_MISSING"
  | "NEWER_VERSION"
  | "NOT_EMPTY"
  | "OTHER_FILES_KEY"
  | "OTHER_KEY"
  | "UNDERWAY";

/** A backup or a restore that was not done, with nothing changed. The message is all that a person needs. */
export class BackupRefused extends Error {
  readonly code: BackupRefusal;

  constructor(code: BackupRefusal, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** A disk, or what a process may write, is full: `EFBIG` is what `ulimit -f` says, 53100 what PostgreSQL does. */
const FULL: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT", "EFBIG", "53100"]);

/** What went wrong as a person reads it; anything that nobody foresaw stays as it is. */
export function refusalOf(error: unknown): unknown {
  const options = { cause: error };
  if (error instanceof OtherBackupKey) {
    return new BackupRefused(
      "OTHER_KEY",
      "La copia se hizo con otra clave: di cuál con --key o con BACKUP_KEY_FILE. No se cambió nada.",
      options,
    );
  }
  if (error instanceof DamagedBackup) {
    return new BackupRefused(
      "DAMAGED",
      "La copia está dañada o incompleta: algo de ella no es como se escribió. Usa otra. No se cambió nada.",
      options,
    );
  }
  if (error instanceof ArchiveIsThere) {
    return new BackupRefused(
      "ALREADY_THERE",
      `Ya hay un archivo ${error.message}. No se cambió nada.`,
      options,
    );
  }
  if (error instanceof DatabaseOfAnotherVersion) {
    return new BackupRefused("NEWER_VERSION", error.message, options);
  }
  if (error instanceof FilesAway) {
    return new BackupRefused(
      "FILES_AWAY",
      `El almacén S3 no responde o no acepta nada (${error.message}). No se cambió nada.`,
      options,
    );
  }
  const code = error instanceof pg.DatabaseError || isSystemError(error) ? error.code : undefined;
  if (FULL.has(code)) {
    return new BackupRefused(
      "DISK_FULL",
      "No hay espacio suficiente en el disco. No se cambió nada.",
      options,
    );
  }
  // EEXIST: where the folder is to be, something else lies.
  if (isDiskRefusal(error) || code === "EEXIST") {
    return new BackupRefused(
      "DISK_REFUSES",
      `El disco o la carpeta no deja leer o escribir (${code}). No se cambió nada.`,
      options,
    );
  }
  return error;
}

const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && "code" in error;
