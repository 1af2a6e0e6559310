import pg from "pg";

/** What is asked this often is worth a name; what is asked seldom would only lie in PostgreSQL's memory. */
const OFTEN = 12;
/** Each lies in the memory of each connection's process: 20 to 200 kB for a large one. */
const NAMES_AT_MOST = 120;
/** Texts differ by how many values a list in them has: no more are counted than these. */
const COUNTED_AT_MOST = 2000;
/** What a statement answers may be otherwise after a migration, where it says so with a star; one inside of it answers nothing. */
const STAR = /(\.|select |returning )\*/i;
const INNERMOST = /\([^()]*\)/g;
/** Without values only what reads: the rest begins, ends or changes what a connection is. */
const READS = /^\s*(select|with)\b/i;
/** A plan whose columns became others; a statement that is not there, or is already: a pooler stands between after all. */
const OF_PREPARING = new Set(["0A000", "26000", "42P05"]);

/**
 * Has PostgreSQL read and plan once for each connection what this process asks it again and again: a statement that was asked
 * often enough is asked under a name from then on. Only where a connection is one session: a pooler that hands out another one for
 * each transaction does not know the names.
 */
export class PreparedStatements {
  #mayPrepare = (): boolean => false;
  readonly #times = new Map<string, number>();
  readonly #names = new Map<string, string>();
  #given = 0;

  /** Before that none is named. */
  allowWhile(keepsSessions: () => boolean): void {
    this.#mayPrepare = keepsSessions;
  }

  /** Asks the statements of this connection by their names, those that have one. */
  serve(client: pg.PoolClient): void {
    client.query = new Proxy(client.query, {
      apply: (query, self, asked: readonly unknown[]) => {
        const [text, values, answered] = asked;
        const name =
          typeof text === "string" && Array.isArray(values) && (values.length > 0 || READS.test(text))
            ? this.nameOf(text)
            : undefined;
        if (name === undefined) {
          return Reflect.apply(query, self, asked);
        }
        if (typeof answered === "function") {
          const hear = (error: unknown, ...more: readonly unknown[]) => {
            this.#hear(String(text), error);
            Reflect.apply(answered, undefined, [error, ...more]);
          };
          return Reflect.apply(query, self, [{ name, text, values }, hear]);
        }
        const answer: unknown = Reflect.apply(query, self, [{ name, text, values }]);
        if (answer instanceof Promise) {
          // Whoever asked hears of it too.
          answer.catch((error: unknown) => this.#hear(String(text), error));
        }
        return answer;
      },
    });
  }

  /** The name under which a statement is asked now; undefined for one that has none. */
  nameOf(text: string): string | undefined {
    if (!this.#mayPrepare()) {
      return undefined;
    }
    const known = this.#names.get(text);
    if (known !== undefined) {
      return known;
    }
    const times = (this.#times.get(text) ?? 0) + 1;
    if (this.#times.size >= COUNTED_AT_MOST) {
      this.#times.clear();
    }
    this.#times.set(text, times);
    if (times < OFTEN || this.#names.size >= NAMES_AT_MOST || answersWithStar(text)) {
      return undefined;
    }
    this.#given += 1;
    const name = `often_${this.#given}`;
    this.#names.set(text, name);
    this.#times.delete(text);
    return name;
  }

  /** A name that brought trouble is given up for good: the statement is asked in full from then on. */
  #hear(text: string, error: unknown): void {
    if (error instanceof pg.DatabaseError && OF_PREPARING.has(error.code ?? "")) {
      this.#names.delete(text);
      this.#times.set(text, Number.NEGATIVE_INFINITY);
    }
  }
}

function answersWithStar(text: string): boolean {
  for (let left = text, before = ""; ; left = left.replace(INNERMOST, "")) {
    if (left === before) {
      return STAR.test(left);
    }
    before = left;
  }
}
