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
import { isWorthAnother } from "./overtaken.ts";

/** What changes rows says how many. */
const CHANGES = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"]);

/**
 * Asks what is no part of a transaction by the pool's own callbacks. Kysely's way there takes some twenty promises for a question, each
 * of which Node follows to know who asked; transactions, connections of one's own and plugins still go that way.
 */
export class PoolExecutor extends DefaultQueryExecutor {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool, driver: PostgresDriver) {
    super(new PostgresQueryCompiler(), new PostgresAdapter(), new DefaultConnectionProvider(driver));
    this.#pool = pool;
  }

  override async executeQuery<Row>(asked: CompiledQuery): Promise<QueryResult<Row>> {
    for (let run = 1; ; run += 1) {
      try {
        return await this.#ask<Row>(asked);
      } catch (error) {
        if (isWorthAnother(error, run)) {
          continue;
        }
        // The driver's own begins where it reads from its socket: who asked stands in the other.
        if (error instanceof Error) {
          error.stack = `${error.stack}\n${new Error().stack?.split("\n").slice(1).join("\n")}`;
        }
        throw error;
      }
    }
  }

  #ask<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    return new Promise((resolve, reject) => {
      this.#pool.connect((away, client, release) => {
        if (!client) {
          reject(away);
          return;
        }
        client.query<Row & pg.QueryResultRow>(sql, [...parameters], (error: Error | null, answer) => {
          // The pool sees by itself whether a line broke: what was refused leaves it whole.
          release();
          if (error) {
            reject(error);
          } else {
            resolve(resultOf(answer));
          }
        });
      });
    });
  }
}

const resultOf = <Row>({
  command,
  rowCount,
  rows,
}: pg.QueryResult<Row & pg.QueryResultRow>): QueryResult<Row> =>
  CHANGES.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows };
