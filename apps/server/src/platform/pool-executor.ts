import {
  type CompiledQuery,
  DefaultConnectionProvider,
  DefaultQueryExecutor,
  PostgresAdapter,
  type PostgresDriver,
  PostgresQueryCompiler,
  type QueryResult,
} from "kysely";
import type pg from "pg";
import { repeated } from "./overtaken.ts";
import { isSmall } from "./small-questions.ts";

/** What changes rows says how many. */
const CHANGES = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"]);

/** A question that waits for a line, and who asked it. */
interface Asking {
  ask(line: pg.PoolClient, answered: () => void): void;
  fail(away: Error | undefined): void;
}

/** Questions that wait for each other on one line, at most. */
const ON_ONE_LINE = 4;

/**
 * Asks what is no part of a transaction by the pool's own callbacks. Kysely's way there takes some twenty promises for a question, each
 * of which Node follows to know who asked; transactions, connections of one's own and plugins still go that way.
 */
export class PoolExecutor extends DefaultQueryExecutor {
  readonly #pool: pg.Pool;
  /** What goes out together when this turn of the event loop ends. */
  #together: Asking[] = [];

  /** @param pool of clients that pipeline: they send what they are asked without waiting for an answer */
  constructor(pool: pg.Pool, driver: PostgresDriver) {
    super(new PostgresQueryCompiler(), new PostgresAdapter(), new DefaultConnectionProvider(driver));
    this.#pool = pool;
  }

  override async executeQuery<Row>(asked: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      return await repeated(() => this.#ask<Row>(asked));
    } catch (error) {
      // The driver's own begins where it reads from its socket: who asked stands in the other.
      if (error instanceof Error) {
        error.stack = `${error.stack}\n${new Error().stack?.split("\n").slice(1).join("\n")}`;
      }
      throw error;
    }
  }

  #ask<Row>(question: CompiledQuery): Promise<QueryResult<Row>> {
    return new Promise((resolve, reject) => {
      const asking: Asking = {
        ask: (line, answered) =>
          line.query<Row & pg.QueryResultRow>(
            question.sql,
            [...question.parameters],
            (error: Error | null, answer) => {
              answered();
              if (error) {
                reject(error);
              } else {
                resolve(resultOf(answer));
              }
            },
          ),
        fail: reject,
      };
      if (isSmall(question)) {
        this.#join(asking);
      } else {
        this.#send([asking]);
      }
    });
  }

  /**
   * What a reading asks at once goes out in one write and wakes one process of PostgreSQL. Only what is small: long questions are better
   * off each on a line of its own.
   */
  #join(asking: Asking): void {
    const together = this.#together;
    together.push(asking);
    if (together.length === ON_ONE_LINE) {
      this.#together = [];
    }
    if (together.length === 1) {
      // Nothing else that came in is looked at before: these are of one asker.
      process.nextTick(() => {
        if (this.#together === together) {
          this.#together = [];
        }
        this.#send(together);
      });
    }
  }

  #send(together: readonly Asking[]): void {
    this.#pool.connect((away, line, release) => {
      if (!line) {
        for (const { fail } of together) {
          fail(away);
        }
        return;
      }
      let unanswered = together.length;
      const answered = () => {
        unanswered -= 1;
        if (unanswered === 0) {
          // The pool sees by itself whether a line broke: what was refused leaves it whole.
          release();
        }
      };
      const { stream } = line.connection;
      stream.cork();
      for (const { ask } of together) {
        ask(line, answered);
      }
      stream.uncork();
    });
  }
}

const resultOf = <Row>({
  command,
  rowCount,
  rows,
}: pg.QueryResult<Row & pg.QueryResultRow>): QueryResult<Row> =>
  CHANGES.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows };
