import { type RawBuilder, type SqlBool, sql } from "kysely";

/** Nothing of somebody under a legal hold runs out: what this column points at is nobody, or somebody without one. */
export const isNotHeld = (person: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`not exists (select from legal_holds where legal_holds.user_id = ${sql.ref(person)})`;
