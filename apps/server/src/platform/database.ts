import { Kysely, type KyselyProps, PostgresDialect, PostgresDriver, type Transaction } from "kysely";
import pg from "pg";
import { RepeatedTransaction } from "./overtaken.ts";
import { PoolExecutor } from "./pool-executor.ts";
import type { PreparedStatements } from "./prepared-statements.ts";
import type { Tables } from "./tables.ts";

export type Database = Kysely<Tables>;
export type Db = Kysely<Tables> | Transaction<Tables>;
export type { Transaction } from "kysely";
export type Trx = Transaction<Tables>;

/** Counts come back as numbers: none of ours nears 2^53. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
/** A day is a day and no moment: `YYYY-MM-DD`, whatever the time zone of this process. */
pg.types.setTypeParser(pg.types.builtins.DATE, String);

/** How long a request waits for a free connection before it is told that the database is away. */
const CONNECT_TIMEOUT_MS = 3000;
/** A statement that takes longer than this is a fault of ours; it must not hold a connection for ever. */
const STATEMENT_TIMEOUT_MS = 15_000;
/**
 * A line on which nothing comes for longer than any statement may take is broken, though nobody said so: the database's machine is
 * gone, and another may have its name by now. TCP alone would hold who asked for a quarter of an hour.
 */
const SILENT_AFTER_MS = STATEMENT_TIMEOUT_MS + 5000;

/** By pool: its lines, and when each was opened, on the clock of this process (`performance.now`). */
const linesOf = new WeakMap<object, Map<pg.PoolClient, number>>();

/** Ends lines that were opened before then: nobody is at their other end any more, and whoever waits there is told so at once. */
export function endLinesOpenedBefore(db: Db, moment: number): void {
  const old = [...(linesOf.get(db) ?? [])].flatMap(([line, openedAt]) => (openedAt < moment ? line : []));
  for (const line of old) {
    // A pool lets go of an idle one as soon as it hears of it. Its end is heard later than that of others, whose askers ask again.
    line.emit("error", new Error("the line leads to a server that is gone"));
  }
  for (const line of old) {
    line.connection.stream.destroy();
  }
}

/**
 * Opens a pool. It connects when first asked, and again by itself after the database was away.
 * @param onIdleError hears of a connection that broke; whoever asks next is told by the query itself
 * @param prepared names what is asked often, for a server, whose lines also break when nothing comes on them; without it every
 *   statement is asked in full, and may take its time as a migration does
 */
export function openDatabase(
  connection: pg.PoolConfig,
  onIdleError: (error: Error) => void,
  prepared?: PreparedStatements,
): Database {
  const pool = new pg.Pool({
    max: 16,
    // Never let go: the first to come after a rest does not wait for a sign-in, and the sweeps need none of their own.
    min: 2,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    // What is asked on a line goes out without waiting for what was asked before; a transaction waits by itself.
    pipeline: true,
    ...(prepared && { query_timeout: SILENT_AFTER_MS }),
    ...connection,
  });
  const broke = (error: Error) => {
    // What breaks after its good-bye is no news: the pool does not wait for it, and a database of one's own is stopped next.
    if (!pool.ending) {
      onIdleError(error);
    }
  };
  pool.on("error", broke);
  const lines = new Map<pg.PoolClient, number>();
  pool.on("remove", (client) => lines.delete(client));
  // A connection can also break while a request holds it but asks nothing: unheard, that would end the process.
  pool.on("connect", (client) => {
    lines.set(client, performance.now());
    client.on("error", broke);
    prepared?.serve(client);
  });
  const dialect = new PostgresDialect({ pool });
  const driver = new PostgresDriver({ pool });
  // It takes its pool at once.
  void driver.init();
  const db = new RepeatingDatabase({
    config: { dialect },
    dialect,
    driver,
    executor: new PoolExecutor(pool, driver),
  });
  linesOf.set(db, lines);
  return db;
}

/** Its transactions are done again where others came in between. */
class RepeatingDatabase extends Kysely<Tables> {
  readonly #props: KyselyProps;

  constructor(props: KyselyProps) {
    super(props);
    this.#props = props;
  }

  override transaction(): RepeatedTransaction<Tables> {
    return new RepeatedTransaction(this.#props);
  }
}

/**
 * PostgreSQL says that it cannot serve: class 08, 53 (full), 57 (its own; 57014: not within the time that a statement may take,
 * since others had the row or all of the disk) or 58 (its disk), or that it only reads (25006); or the socket says it is not there.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) {
    return false;
  }
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return (
    /^(08|53|57|58|25006$)/.test(code) ||
    // A disk that is only read is, to PostgreSQL, a missing right.
    (code === "42501" && error.message.includes("Read-only file system")) ||
    ["ECONNREFUSED", "ECONNRESET", "ENOENT", "EPIPE", "ETIMEDOUT"].includes(code) ||
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout/.test(
      error.message,
    )
  );
}

/** The line broke before PostgreSQL said how it ended: a commit may have happened or not. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  isDatabaseAway(error) && !(error instanceof pg.DatabaseError);

const UNSTORABLE: ReadonlySet<string | undefined> = new Set(["22021", "22P05", "22008"]);

/**
 * What PostgreSQL cannot hold: a text with a zero byte in it (22021, 22P05), half of a letter in a column of JSON, or a day of the
 * year 0, which ISO 8601 has and its calendar has not (22008). The fault of who wrote it, not ours.
 */
export function isUnstorable(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (UNSTORABLE.has(error.code) || isHalfALetter(error));
}

/** All that is sent as JSON was written by `JSON.stringify`: what is refused of that can only be one half of a surrogate pair. */
const isHalfALetter = ({ code, file }: pg.DatabaseError): boolean =>
  code === "22P02" && file === "jsonfuncs.c";

/** The database refused a second of something (SQLSTATE 23505), by this index when one is named. */
export function isDuplicate(error: unknown, index?: string): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.code === "23505" &&
    (index === undefined || error.constraint === index)
  );
}
