import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "./database.ts";
import { RememberedRefusals } from "./remembered-refusals.ts";

/** Attempts are counted in windows of this length (decisions §3). */
const WINDOW_MS = 15 * 60_000;

/** What is limited: at most `most` in a window, for this subject. */
export interface Limit {
  /** What is counted, with whom or from where. Stored as a digest only. */
  subject: readonly string[];
  most: number;
}

/** What gets slow: from `from` attempts in a window on, each waits longer for the one before it, whoever makes it. */
export interface Pace {
  subject: readonly string[];
  from: number;
  /** The first wait; the next ones double up to `mostMs`. */
  firstMs: number;
  mostMs: number;
}

const keyOf = (limit: Pick<Limit, "subject">): Buffer =>
  createHash("sha256").update(JSON.stringify(limit.subject)).digest();
const nameOf = (limit: Pick<Limit, "subject">): string => keyOf(limit).toString("base64");
const windowOf = (now: Date): Date => new Date(Math.floor(now.getTime() / WINDOW_MS) * WINDOW_MS);

const memories = new WeakMap<object, RememberedRefusals>();

/** What one database refused a moment ago, whichever of its transactions asks: they share its adapter. */
function refusalsOf(db: Db): RememberedRefusals {
  const { adapter } = db.getExecutor();
  const refusals = memories.get(adapter) ?? new RememberedRefusals();
  memories.set(adapter, refusals);
  return refusals;
}

/**
 * Was one of these limits found used up a moment ago? Nothing is asked of the database.
 * @returns 0, or the seconds to wait
 */
export function refusedJustNow(db: Db, limits: readonly Limit[], now: Date): number {
  const refusals = refusalsOf(db);
  return limits.some((limit) => refusals.isRefused(nameOf(limit), now)) ? secondsLeft(now) : 0;
}

const endOfWindow = (now: Date): number => windowOf(now).getTime() + WINDOW_MS;
const secondsLeft = (now: Date): number => Math.ceil((endOfWindow(now) - now.getTime()) / 1000);

/**
 * Counts one attempt against each limit before it is made, so that many at once cannot all slip under.
 * @returns 0, or the seconds to wait when a limit is used up; then nothing was counted. Throws when it cannot know.
 */
export async function takeAttempt(db: Db, limits: readonly Limit[], now: Date): Promise<number> {
  const wait = refusedJustNow(db, limits, now);
  if (wait > 0) {
    return wait;
  }
  const rows = await db
    .insertInto("attempts")
    .values(inOrder(limits).map((limit) => ({ key: keyOf(limit), window_start: windowOf(now), count: 1 })))
    .onConflict((conflict) =>
      conflict.columns(["key", "window_start"]).doUpdateSet({ count: sql`attempts.count + 1` }),
    )
    .returning(["key", "count"])
    .execute();
  const usedUp = limits.filter((limit) =>
    rows.some((row) => row.key.equals(keyOf(limit)) && row.count > limit.most),
  );
  if (usedUp.length === 0) {
    return 0;
  }
  await takeBack(db, limits, now);
  for (const limit of usedUp) {
    refusalsOf(db).remember(nameOf(limit), now, endOfWindow(now));
  }
  return secondsLeft(now);
}

/** Counts one attempt that nothing forbids. @returns how many there were before it in this window */
export async function countAttempt(db: Db, subject: readonly string[], now: Date): Promise<number> {
  const { count } = await db
    .insertInto("attempts")
    .values({ key: keyOf({ subject }), window_start: windowOf(now), count: 1 })
    .onConflict((conflict) =>
      conflict.columns(["key", "window_start"]).doUpdateSet({ count: sql`attempts.count + 1` }),
    )
    .returning("count")
    .executeTakeFirstOrThrow();
  return count - 1;
}

/**
 * Counts one attempt where its turn has come. Nothing is kept waiting here: who comes too early is told when to come.
 * @returns 0, or the seconds to wait; then nothing was counted. Throws when it cannot know.
 */
export async function takeTurn(db: Db, pace: Pace, now: Date): Promise<number> {
  const key = keyOf(pace);
  // 2^30 times a millisecond is more than any wait: the power itself must not outgrow its type.
  const nextAt = sql<Date>`attempts.last_at + least(${pace.mostMs}::float8,
    ${pace.firstMs}::float8 * 2 ^ least(attempts.count - ${pace.from}::int, 30)) * interval '1 millisecond'`;
  const taken = await db
    .insertInto("attempts")
    .values({ key, window_start: windowOf(now), count: 1, last_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(["key", "window_start"])
        .doUpdateSet({ count: sql`attempts.count + 1`, last_at: now })
        .where((or) => or.or([or("attempts.count", "<", pace.from), or(nextAt, "<=", now)])),
    )
    .returning("count")
    .executeTakeFirst();
  if (taken) {
    return 0;
  }
  const waiting = await db
    .selectFrom("attempts")
    .select(nextAt.as("nextAt"))
    .where("key", "=", key)
    .where("window_start", "=", windowOf(now))
    .executeTakeFirst();
  return Math.max(1, Math.ceil(((waiting?.nextAt.getTime() ?? 0) - now.getTime()) / 1000));
}

/** Takes back what {@link takeAttempt} counted: only failures are to count. */
export async function giveBackAttempt(
  db: Db,
  limits: readonly Pick<Limit, "subject">[],
  now: Date,
): Promise<void> {
  await takeBack(db, limits, now);
  for (const limit of limits) {
    refusalsOf(db).forget(nameOf(limit));
  }
}

async function takeBack(db: Db, limits: readonly Pick<Limit, "subject">[], now: Date): Promise<void> {
  await db
    .with("counted", (cte) =>
      cte
        .selectFrom("attempts")
        .select("key")
        .where("key", "in", limits.map(keyOf))
        .where("window_start", "=", windowOf(now))
        // An update by itself locks rows as it finds them, which is no order.
        .orderBy("key")
        .forUpdate(),
    )
    .updateTable("attempts")
    .from("counted")
    .whereRef("attempts.key", "=", "counted.key")
    .where("attempts.window_start", "=", windowOf(now))
    .set({ count: sql`greatest(attempts.count - 1, 0)` })
    .execute();
}

/** Begins the count of this window anew: whoever it was has proved who they are. */
export async function forgetAttempts(
  db: Db,
  limits: readonly Pick<Limit, "subject">[],
  now: Date,
): Promise<void> {
  await db
    .deleteFrom("attempts")
    .where("key", "in", limits.map(keyOf))
    .where("window_start", "=", windowOf(now))
    .execute();
  for (const limit of limits) {
    refusalsOf(db).forget(nameOf(limit));
  }
}

/** Forgets windows that are over. */
export async function forgetOldAttempts(db: Db, now: Date): Promise<void> {
  await db.deleteFrom("attempts").where("window_start", "<", windowOf(now)).execute();
}

/** Rows are locked in one order by everybody: two requests never wait for each other. */
const inOrder = (limits: readonly Limit[]): Limit[] =>
  [...limits].sort((one, other) => Buffer.compare(keyOf(one), keyOf(other)));
