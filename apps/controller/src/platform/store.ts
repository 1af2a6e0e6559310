import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import Database from "libsql";
import { z } from "zod";
import { SetupMistake } from "./env.ts";
import { openingPragmas, readSchemaVersion, schemaSteps, writeSchemaVersion } from "./store.queries.ts";

export type Value = string | number | null | Uint8Array;

const STORE_FILE = "controller.db";
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

/**
 * The controller's file on disk. Everything is synchronous: when a call returns, it is written and
 * synced, and when it throws, nothing of it happened.
 */
export class Store {
  readonly #db: Database.Database;
  #inTransaction = false;

  constructor(db: Database.Database) {
    this.#db = db;
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
      run: (...values) => {
        statement.run(...values);
      },
    };
  }

  /** All of it or nothing. Inside another transaction it is a part of that one. */
  transaction<Result>(work: () => Result): Result {
    if (this.#inTransaction) {
      return work();
    }
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

  /** The lock on the data folder ends with the process, when the last prepared statement is gone. */
  close(): void {
    if (this.#db.open) {
      this.#db.close();
    }
  }

  #rollBack(): void {
    // A full disk or a failing one may have rolled back by itself.
    if (this.#db.inTransaction) {
      this.#db.exec("rollback");
    }
  }
}

/**
 * Opens the store of this data folder and holds it until the process ends.
 * @throws {SetupMistake} when another controller holds it
 */
export function openStore(dataDir: string): Store {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, STORE_FILE);
  const db = new Database(file, { timeout: WAIT_FOR_LOCK_MS });
  try {
    // Cameras' passwords are in there.
    chmodSync(file, 0o600);
    for (const pragma of openingPragmas) {
      db.pragma(pragma);
    }
    migrate(db);
  } catch (error) {
    db.close();
    if (error instanceof Error && "code" in error && error.code === "SQLITE_BUSY") {
      throw new SetupMistake(`another controller is running on ${dataDir}`);
    }
    throw error;
  }
  return new Store(db);
}

function migrate(db: Database.Database): void {
  db.exec("begin exclusive");
  const found = z.object({ user_version: z.number() }).parse(db.prepare(readSchemaVersion).get());
  if (found.user_version > schemaSteps.length) {
    throw new SetupMistake("the data folder was written by a newer version of the controller");
  }
  for (const step of schemaSteps.slice(found.user_version)) {
    db.exec(step);
  }
  db.exec(writeSchemaVersion(schemaSteps.length));
  db.exec("commit");
}
