import { sql } from "kysely";
import type { Db } from "./database.ts";

/**
 * How far a process's clock may be from the database's: more, and it ends other processes' calls early or
 * sends their messages late. Door orders stand more than this for no time at all, and are therefore timed
 * on a steady clock that is set by the database's.
 */
const CLOCKS_APART_AT_MOST_MS = 1000;

const ASKED = 5;

/** How far a clock is behind the database's, in milliseconds, and by how much that may be wrong. */
export interface ClockReading {
  behindMs: number;
  uncertaintyMs: number;
}

/**
 * Compares a clock with the database's, which is every process's one clock. Of a few questions the one
 * that was answered soonest counts: it can be wrong by half the time it took.
 */
export async function compareWithDatabase(
  db: Db,
  readMs: () => number,
  times = ASKED,
): Promise<ClockReading> {
  let best: ClockReading = { behindMs: 0, uncertaintyMs: Number.POSITIVE_INFINITY };
  for (let time = 0; time < times; time += 1) {
    const asked = readMs();
    const { rows } = await sql<{ ms: number }>`
      select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(db);
    const answered = readMs();
    const [row] = rows;
    const uncertaintyMs = Math.abs(answered - asked) / 2;
    if (row && uncertaintyMs < best.uncertaintyMs) {
      best = { behindMs: row.ms - (asked + answered) / 2, uncertaintyMs };
    }
  }
  return best;
}

/** Is this more than two clocks may be apart, for certain? */
export const isApart = ({ behindMs, uncertaintyMs }: ClockReading): boolean =>
  Math.abs(behindMs) - uncertaintyMs > CLOCKS_APART_AT_MOST_MS;
