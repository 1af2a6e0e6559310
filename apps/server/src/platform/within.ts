import type { Buildings } from "@umbral/contract/lib/policy";
import { type RawBuilder, type SqlBool, sql } from "kysely";

/** Is the building in this column one of these? Rows of others are never read, and so never sorted out after. */
export const within = (column: string, buildings: Buildings): RawBuilder<SqlBool> =>
  buildings === "everywhere"
    ? sql<SqlBool>`true`
    : sql<SqlBool>`${sql.ref(column)} = any(${[...buildings]}::uuid[])`;
