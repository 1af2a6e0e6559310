import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from "kysely";
import type { Database, Db } from "./database.ts";
import { noteSmall } from "./small-questions.ts";
import type { Tables } from "./tables.ts";

/** Puts questions together, and asks nobody. */
const builder: Database = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** What a question is asked with. */
type Values = Readonly<Record<string, string | Date | readonly string[]>>;

/** What a question is put together as: Kysely's own, or a template. */
interface Question<Row> {
  compile(db: Db): CompiledQuery<Row>;
}

/**
 * A question that is put together once, and asked with other values each time: for what is asked with every request, where putting
 * it together costs as much as asking.
 * @param sample values of the same kinds, no two of them equal, nor equal to anything else in the question: by them it is known
 * where each stands
 */
export function builtOnce<Asked extends Values, Row>(
  sample: Asked,
  build: (db: Db, values: Asked) => Question<Row>,
): (db: Db, values: Asked) => Promise<QueryResult<Row>> {
  const compiled = build(builder, sample).compile(builder);
  noteSmall(compiled);
  const names = Object.keys(sample);
  const places = compiled.parameters.map((parameter) => ({
    name: names.find((name) => sample[name] === parameter),
    parameter,
  }));
  if (names.some((name) => !places.some((place) => place.name === name))) {
    throw new Error("a value does not stand in its question as it was given");
  }
  return (db, values) =>
    db.executeQuery({
      ...compiled,
      parameters: places.map(({ name, parameter }) => (name === undefined ? parameter : values[name])),
    });
}
