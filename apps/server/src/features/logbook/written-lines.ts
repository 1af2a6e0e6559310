import { sql } from "kysely";
import type { Trx } from "../../platform/database.ts";
import { insertLine } from "./logbook.queries.ts";
import type { WrittenLine } from "./note-line.ts";

/** Writes a line that people signed, in the transaction of what they did. @returns its id */
export const writeLine = (trx: Trx, line: WrittenLine): Promise<string> => insertLine(trx, line);

/**
 * In this transaction one shift is handed over to the next: the database writes no lines of its own of the end and the
 * beginning (migration 0100), because the handover's says both.
 */
export async function handingOver(trx: Trx): Promise<void> {
  await sql`select set_config('umbral.handing_over', 'yes', true)`.execute(trx);
}
