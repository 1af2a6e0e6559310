import { sql } from "kysely";
import type { Trx } from "../../platform/database.ts";
import type { WrittenLine } from "./line-shapes.ts";
import { findByRequest, insertLine, takePressLock } from "./logbook.queries.ts";

/** Writes a line that people signed, in the transaction of what they did. @returns its id */
export const writeLine = (trx: Trx, line: WrittenLine): Promise<string> => insertLine(trx, line);

/** The line that this press wrote before, where it was sent again; no other of this person's is written until the transaction ends. */
export async function lineOfPress(
  trx: Trx,
  actorId: string,
  requestId: string | undefined,
): Promise<string | undefined> {
  if (requestId === undefined) {
    return undefined;
  }
  await takePressLock(trx, actorId);
  return findByRequest(trx, actorId, requestId);
}

/**
 * In this transaction one shift is handed over to the next: the database writes no lines of its own of the end and the
 * beginning (migration 0100), because the handover's says both.
 */
export async function handingOver(trx: Trx): Promise<void> {
  await sql`select set_config('umbral.handing_over', 'yes', true)`.execute(trx);
}
