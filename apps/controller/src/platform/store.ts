import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "libsql";
import { z } from "zod";
import { SetupMistake } from "./env.ts";
import type { Log } from "./log.ts";
import {
  beginsEmpty,
  diskQueries,
  openingPragmas,
  readOldestReader,
  readSchemaVersion,
  schemaSteps,
  writeSchemaVersion,
} from "./store.queries.ts";

export type Value = string | number | null | Uint8Array;

const STORE_FILE = "controller.db";
/** What SQLite keeps beside its file: commits that are not in it yet. */
const WAL_FILE = `${STORE_FILE}-wal`;
/** The process before this one may be taking its leave. */
const WAIT_FOR_LOCK_MS = 2000;

/** A prepared statement whose rows are checked on the way out. */
export interface Query<Row> {
  get(...values: Value[]): Row | undefined;
  all(...values: Value[]): Row[];
}
export interface Command {
  run(...values: Value[]): void;
}

/** Is this the disk's own failure, as SQLite names it? A mistake in what was to be written is none. */
export const isOfTheDisk = (error: unknown): boolean =>
  /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN|CORRUPT|NOTADB|BUSY|NOMEM)/.test(codeOf(error));

/**
 * The controller's file on disk. Everything is synchronous: when a call returns, it is written and
 * synced, and when it throws, nothing of it happened.
 */
export class Store {
  /** False where the folder's own file could not be opened and this is a copy, which ends with the process. */
  readonly isKept: boolean;
  readonly #db: Database.Database;
  readonly #onClosed: () => void;
  #inTransaction = false;
  #onTrouble: (code: string) => void = () => undefined;

  /** @param forgetCopy given where it is a copy: called when it is closed */
  constructor(db: Database.Database, forgetCopy?: () => void) {
    this.#db = db;
    this.isKept = forgetCopy === undefined;
    this.#onClosed = () => forgetCopy?.();
  }

  /** Called with SQLite's code each time that the disk does not take something. */
  whenTroubled(then: (code: string) => void): void {
    this.#onTrouble = then;
  }

  query<Row>(sql: string, row: z.ZodType<Row>): Query<Row> {
    const statement = this.#db.prepare<Value[]>(sql);
    return {
      get: (...values) => {
        const found = statement.get(...values);
        return found === undefined ? undefined : row.parse(found);
      },
      all: (...values) => statement.all(...values).map((found) => row.parse(found)),
    };
  }

  command(sql: string): Command {
    const statement = this.#db.prepare<Value[]>(sql);
    return {
      run: (...values) => this.#noticing(() => void statement.run(...values)),
    };
  }

  /** All of it or nothing. Inside another transaction it is a part of that one. */
  transaction<Result>(work: () => Result): Result {
    if (this.#inTransaction) {
      return work();
    }
    return this.#noticing(() => this.#whole(work));
  }

  /** Writes nothing new, synced like everything else. @returns whether the disk took it */
  takesWrites(): boolean {
    try {
      this.transaction(() => {
        this.command(diskQueries.there).run();
        this.command(diskQueries.back).run();
      });
      return true;
    } catch {
      return false;
    }
  }

  /** The lock on the data folder ends with the process, when the last prepared statement is gone. */
  close(): void {
    if (this.#db.open) {
      this.#db.close();
      this.#onClosed();
    }
  }

  #whole<Result>(work: () => Result): Result {
    this.#db.exec("begin immediate");
    this.#inTransaction = true;
    try {
      const result = work();
      this.#db.exec("commit");
      return result;
    } catch (error) {
      this.#rollBack();
      throw error;
    } finally {
      this.#inTransaction = false;
    }
  }

  #noticing<Result>(write: () => Result): Result {
    try {
      return write();
    } catch (error) {
      if (isOfTheDisk(error)) {
        this.#onTrouble(codeOf(error));
      }
      throw error;
    }
  }

  #rollBack(): void {
    // A full disk or a failing one may have rolled back by itself.
    if (this.#db.inTransaction) {
      this.#db.exec("rollback");
    }
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";

/**
 * Opens the store of this data folder and holds it until the process ends. Where its file is there and cannot be
 * opened (remounted read-only, a failing card), a copy of it is opened elsewhere: the building runs on what it knew.
 * @throws {SetupMistake} when another controller holds it
 */
export function openStore(dataDir: string, log?: Log): Store {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    return new Store(openFile(dataDir, dataDir));
  } catch (error) {
    if (error instanceof SetupMistake || !existsSync(join(dataDir, STORE_FILE))) {
      throw error;
    }
    if (isNoStore(error)) {
      return openNewInstead(dataDir, error, log);
    }
    log?.error(
      { err: error },
      "El disco no deja abrir la memoria de este controlador (controller.db). El edificio sigue con una copia de lo que " +
        "sabía; lo que pase desde ahora se pierde si el controlador se apaga sin servidor. Revisa o cambia el disco.",
    );
    return openCopy(dataDir);
  }
}

/** What is there is no database, or one that cannot be read: no copy of it would be better. */
const isNoStore = (error: unknown): boolean => /^SQLITE_(NOTADB|CORRUPT)/.test(codeOf(error));

/** What cannot be read is set aside for whoever wants to look, in place of the one before it, and the memory is empty. */
function openNewInstead(dataDir: string, error: unknown, log?: Log): Store {
  for (const name of [STORE_FILE, WAL_FILE]) {
    const file = join(dataDir, name);
    if (existsSync(file)) {
      renameSync(file, `${file}.broken`);
    }
  }
  log?.error(
    { err: error },
    "La memoria de este controlador (controller.db) está dañada. Se apartó como controller.db.broken y empieza una nueva, " +
      "que el servidor llena. Lo que no alcanzó a contar está en el archivo apartado. Revisa o cambia el disco.",
  );
  return new Store(openFile(dataDir, dataDir));
}

/** A copy in a folder of its own. Nothing locks the original: where it cannot be written, it cannot be locked either. */
function openCopy(dataDir: string): Store {
  const folder = mkdtempSync(join(tmpdir(), "umbral-controller-"));
  const forget = () => rmSync(folder, { recursive: true, force: true });
  try {
    copyFileSync(join(dataDir, STORE_FILE), join(folder, STORE_FILE));
    try {
      copyFileSync(join(dataDir, WAL_FILE), join(folder, WAL_FILE));
    } catch {
      // None, or it cannot be read: what the file itself holds is older and whole.
    }
    return new Store(openFile(folder, dataDir), forget);
  } catch (error) {
    forget();
    throw error;
  }
}

function openFile(folder: string, dataDir: string): Database.Database {
  const file = join(folder, STORE_FILE);
  const db = new Database(file, { timeout: WAIT_FOR_LOCK_MS });
  try {
    // Cameras' passwords are in there.
    chmodSync(file, 0o600);
    for (const pragma of openingPragmas) {
      db.pragma(pragma);
    }
    migrate(db);
    return db;
  } catch (error) {
    db.close();
    if (codeOf(error) === "SQLITE_BUSY") {
      throw new SetupMistake(`another controller is running on ${dataDir}`);
    }
    throw error;
  }
}

/**
 * Takes the steps that are missing. Where none is, nothing is written: a full disk must not keep the doors shut. A store
 * that a newer program wrote is used as it is, when that one left it so: an update that is taken back must open doors.
 */
function migrate(db: Database.Database): void {
  db.exec("begin exclusive");
  const found = z.object({ user_version: z.number() }).parse(db.prepare(readSchemaVersion).get());
  const oldest = z.object({ application_id: z.number() }).parse(db.prepare(readOldestReader).get());
  if (oldest.application_id > schemaSteps.length) {
    throw new SetupMistake(
      "CONTROLLER_DATA_DIR: la carpeta es de una versión más nueva del controlador. Usa esa versión.",
    );
  }
  if (found.user_version < schemaSteps.length) {
    for (const step of schemaSteps.slice(found.user_version)) {
      db.exec(step);
    }
    if (found.user_version === 0) {
      db.exec(beginsEmpty);
    }
    db.exec(writeSchemaVersion(schemaSteps.length));
  }
  db.exec("commit");
}
