import type { Trx } from "../../platform/database.ts";
import type { LineOf, NotedKind } from "./line-shapes.ts";
import { insertLine } from "./logbook.queries.ts";

/**
 * Writes a line of the lobby's logbook, in the transaction of what it tells of: both are there, or neither. Screens hear of
 * it by themselves. Any room may call it.
 */
export const noteInLogbook = (trx: Trx, line: LineOf & { kind: NotedKind }): Promise<string> =>
  insertLine(trx, line);
