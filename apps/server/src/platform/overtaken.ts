import { type Transaction, TransactionBuilder } from "kysely";
import pg from "pg";

/** Nothing of it was written, and nothing is wrong with it: a deadlock, of which PostgreSQL ends one side; a moment that is past. */
const CROSSED: ReadonlySet<string | undefined> = new Set(["40P01", "40001"]);
const NOT_REFERABLE = "23503";
const RUNS_AT_MOST = 3;

/** Does what somebody else came in between of once more, three times in all at most. @throws what the last run threw */
export async function repeated<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let run = 1; ; run += 1) {
    try {
      return await work();
    } catch (error) {
      if (run === RUNS_AT_MOST || !isWorthAnother(error)) {
        throw error;
      }
    }
  }
}

function isWorthAnother(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError &&
    // It was deleted, or referred to, since it was read: read again, there is a better word for that.
    (CROSSED.has(error.code) || error.code === NOT_REFERABLE)
  );
}

/**
 * What is written refers to something that is gone. What is to be deleted and is referred to has the same SQLSTATE, and
 * names who refers to it in its detail, in whatever language: that is a fault of who deletes.
 */
export function isOfWhatIsGone(error: unknown): error is pg.DatabaseError {
  return (
    error instanceof pg.DatabaseError &&
    error.code === NOT_REFERABLE &&
    error.table !== undefined &&
    error.detail !== undefined &&
    !new RegExp(`(?<![\\w$])${error.table}(?![\\w$])`, "u").test(error.detail)
  );
}

/**
 * A transaction that is done again from its beginning where somebody else came in between. So it does nothing but ask its
 * database: what is told, sent or moved comes after it. One that sets how it is isolated is done once.
 */
export class RepeatedTransaction<Tables> extends TransactionBuilder<Tables> {
  override execute<Result>(work: (trx: Transaction<Tables>) => Promise<Result>): Promise<Result> {
    return repeated(() => super.execute(work));
  }
}
