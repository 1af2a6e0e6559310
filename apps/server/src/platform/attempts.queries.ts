import { type RawBuilder, sql } from "kysely";
import type { Db } from "./database.ts";
import type { KeyedDigest } from "./keyed-digest.ts";
import { RememberedRefusals } from "./remembered-refusals.ts";

/** Attempts count for so long, each from its own moment on (decisions §3). */
const WINDOW_MS = 15 * 60_000;
/** They are counted by the minute. A minute is forgotten once its last attempt is as old as the window. */
const MINUTE_MS = 60_000;

/** What is limited: at most `most` in any window, for this subject. */
export interface Limit {
  /** What is counted, with whom or from where. Stored as a digest under a key only. */
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

const digests = new WeakMap<object, KeyedDigest>();

/**
 * Says what attempts in this database are kept under, in all of its transactions: they share its adapter. Numbers of documents
 * and addresses are few enough to be tried out where a digest has no key.
 */
export function keepAttemptsUnder(db: Db, digest: KeyedDigest): void {
  digests.set(db.getExecutor().adapter, digest);
}

/** Under what attempts of a subject are kept. */
export function keyOf(db: Db, { subject }: Pick<Limit, "subject">): Buffer {
  const digest = digests.get(db.getExecutor().adapter);
  if (digest === undefined) {
    throw new Error("attempts in this database have no key to be kept under");
  }
  return digest.of("attempts", ...subject);
}

const keysOf = (db: Db, limits: readonly Pick<Limit, "subject">[]): Buffer[] =>
  limits.map((limit) => keyOf(db, limit));
const nameOf = (db: Db, limit: Pick<Limit, "subject">): string => keyOf(db, limit).toString("base64");
const minuteOf = (moment: Date): Date => new Date(Math.floor(moment.getTime() / MINUTE_MS) * MINUTE_MS);
const windowBefore = (now: Date): Date => new Date(now.getTime() - WINDOW_MS);

/** Minutes before the one of `now` that still count. An earlier version counted by quarters of an hour, without `last_at`. */
const stillCounts = (now: Date): RawBuilder<boolean> => sql`earlier.window_start < ${minuteOf(now)}
  and earlier.window_start >= ${minuteOf(windowBefore(now))}
  and coalesce(earlier.last_at, earlier.window_start) > ${windowBefore(now)}`;

/**
 * True. By itself an attempt waits for no disk, and no door waits for those of a flood: a database that loses its power forgets the
 * last half a second of them, and who waits for one to be tried gains nothing. Within a transaction the rest of it decides.
 */
const isUnhurried = (db: Db): RawBuilder<boolean> =>
  db.isTransaction ? sql`true` : sql`set_config('synchronous_commit', 'off', true) = 'off'`;

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
  return Math.max(
    0,
    ...limits.map((limit) => secondsUntil(refusals.endOf(nameOf(db, limit), now) ?? 0, now)),
  );
}

const secondsUntil = (moment: number, now: Date): number => Math.ceil((moment - now.getTime()) / 1000);

/**
 * Counts one attempt against each limit before it is made, so that many at once cannot all slip under.
 * @returns 0, or the seconds to wait when a limit is used up; then nothing was counted. Throws when it cannot know.
 */
export async function takeAttempt(db: Db, limits: readonly Limit[], now: Date): Promise<number> {
  const wait = refusedJustNow(db, limits, now);
  if (wait > 0) {
    return wait;
  }
  const rows = await count(db, inOrder(db, limits), now);
  const usedUp = limits.filter((limit) =>
    rows.some((row) => row.key.equals(keyOf(db, limit)) && row.count > limit.most),
  );
  if (usedUp.length === 0) {
    return 0;
  }
  await takeBack(db, limits, now);
  const ends = await endsOf(db, usedUp, now);
  for (const [limit, end] of ends) {
    refusalsOf(db).remember(nameOf(db, limit), now, end);
  }
  return Math.max(1, ...[...ends.values()].map((end) => secondsUntil(end, now)));
}

/** One more attempt of each, in this order. @returns how many there are with it in the window that ends now */
function count(db: Db, keys: readonly Buffer[], now: Date): Promise<{ key: Buffer; count: number }[]> {
  return db
    .with("counted", (cte) =>
      cte
        .insertInto("attempts")
        .values(keys.map((key) => ({ key, window_start: minuteOf(now), count: 1, last_at: now })))
        .onConflict((conflict) =>
          conflict.columns(["key", "window_start"]).doUpdateSet({
            count: sql`attempts.count + 1`,
            last_at: sql`greatest(attempts.last_at, excluded.last_at)`,
          }),
        )
        .returning(["key", "count"]),
    )
    .selectFrom("counted")
    .select((eb) => [
      "key",
      sql<number>`counted.count + ${eb
        .selectFrom("attempts as earlier")
        .select(sql`coalesce(sum(earlier.count), 0)::int`.as("count"))
        .whereRef("earlier.key", "=", "counted.key")
        .where(stillCounts(now))}`.as("count"),
    ])
    .where(isUnhurried(db))
    .execute();
}

/** When there is room again in limits that are used up: as soon as enough of their minutes are forgotten. */
async function endsOf(db: Db, usedUp: readonly Limit[], now: Date): Promise<ReadonlyMap<Limit, number>> {
  const minutes = await db
    .selectFrom("attempts")
    .select(["key", "count", sql<Date>`coalesce(last_at, window_start)`.as("lastAt")])
    .where("key", "in", keysOf(db, usedUp))
    .where("window_start", ">=", minuteOf(windowBefore(now)))
    .where(sql<Date>`coalesce(last_at, window_start)`, ">", windowBefore(now))
    .orderBy("lastAt")
    .execute();
  return new Map(
    usedUp.map((limit) => {
      const own = minutes.filter(({ key }) => key.equals(keyOf(db, limit)));
      let left = own.reduce((sum, minute) => sum + minute.count, 0);
      const last = own.find((minute) => {
        left -= minute.count;
        return left < limit.most;
      });
      return [limit, (last?.lastAt ?? now).getTime() + (last ? WINDOW_MS : 0)];
    }),
  );
}

/** Counts one attempt that nothing forbids. @returns how many there were before it in this window */
export async function countAttempt(db: Db, subject: readonly string[], now: Date): Promise<number> {
  const [row] = await count(db, [keyOf(db, { subject })], now);
  return (row?.count ?? 1) - 1;
}

/**
 * Counts one attempt where its turn has come. Nothing is kept waiting here: who comes too early is told when to come.
 * @returns 0, or the seconds to wait; then nothing was counted. Throws when it cannot know.
 */
export async function takeTurn(db: Db, pace: Pace, now: Date): Promise<number> {
  const key = keyOf(db, pace);
  const { from, firstMs, mostMs } = pace;
  // 2^30 times a millisecond is more than any wait: the power itself must not outgrow its type.
  const nextAfter = (
    counted: RawBuilder<number>,
    lastAt: RawBuilder<Date>,
  ) => sql<Date>`${lastAt} + least(${mostMs}::float8,
    ${firstMs}::float8 * 2 ^ least(${counted} - ${from}::int, 30)) * interval '1 millisecond'`;
  const isDue = (counted: RawBuilder<number>, lastAt: RawBuilder<Date>) =>
    sql<boolean>`(${counted} < ${from} or ${nextAfter(counted, lastAt)} <= ${now})`;
  const before = sql`select coalesce(sum(earlier.count), 0)::int as count, max(earlier.last_at) as last_at
    from attempts as earlier where earlier.key = ${key} and ${stillCounts(now)}`;
  const all = sql<number>`(attempts.count + (select count from before))`;
  const newest = sql<Date>`greatest(attempts.last_at, (select last_at from before))`;
  const { rows } = await sql`with before as (${before})
    insert into attempts (key, window_start, count, last_at)
    select ${key}::bytea, ${minuteOf(now)}::timestamptz, 1, ${now}::timestamptz from before
      where ${isUnhurried(db)} and ${isDue(sql`before.count`, sql`before.last_at`)}
    on conflict (key, window_start) do update set count = attempts.count + 1, last_at = excluded.last_at
      where ${isDue(all, newest)}
    returning count`.execute(db);
  if (rows.length > 0) {
    return 0;
  }
  const waiting = await sql<{ nextAt: Date }>`select ${nextAfter(
    sql`sum(earlier.count)::int`,
    sql`max(earlier.last_at)`,
  )} as "nextAt" from attempts as earlier where earlier.key = ${key}
    and (${stillCounts(now)} or earlier.window_start = ${minuteOf(now)}) having count(*) > 0`.execute(db);
  return Math.max(1, secondsUntil(waiting.rows[0]?.nextAt.getTime() ?? 0, now));
}

/**
 * Counts one attempt of a longer time than the window: all of them until its end, under which they are kept. What is kept
 * of attempts goes when it began a quarter of an hour ago.
 * @returns 0, or the seconds until that end when the limit is used up; then nothing was counted
 */
export async function takeUntil(db: Db, limit: Limit, end: Date, now: Date): Promise<number> {
  const taken = await db
    .insertInto("attempts")
    .values({ key: keyOf(db, limit), window_start: end, count: 1, last_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(["key", "window_start"])
        .doUpdateSet({ count: sql`attempts.count + 1`, last_at: now })
        .where("attempts.count", "<", limit.most),
    )
    .returning("count")
    .executeTakeFirst();
  return taken === undefined ? Math.max(1, secondsUntil(end.getTime(), now)) : 0;
}

/** Takes back what {@link takeUntil} counted. */
export async function giveBackUntil(db: Db, limit: Pick<Limit, "subject">, end: Date): Promise<void> {
  await db
    .updateTable("attempts")
    .set({ count: sql`greatest(attempts.count - 1, 0)` })
    .where("key", "=", keyOf(db, limit))
    .where("window_start", "=", end)
    .execute();
}

/** Takes back what {@link takeAttempt} counted: only failures are to count. */
export async function giveBackAttempt(
  db: Db,
  limits: readonly Pick<Limit, "subject">[],
  now: Date,
): Promise<void> {
  await takeBack(db, limits, now);
  for (const limit of limits) {
    refusalsOf(db).forget(nameOf(db, limit));
  }
}

async function takeBack(db: Db, limits: readonly Pick<Limit, "subject">[], now: Date): Promise<void> {
  await db
    .with("counted", (cte) =>
      cte
        .selectFrom("attempts")
        .select("key")
        .where("key", "in", keysOf(db, limits))
        .where("window_start", "=", minuteOf(now))
        // An update by itself locks rows as it finds them, which is no order.
        .orderBy("key")
        .forUpdate(),
    )
    .updateTable("attempts")
    .from("counted")
    .whereRef("attempts.key", "=", "counted.key")
    .where("attempts.window_start", "=", minuteOf(now))
    .set({ count: sql`greatest(attempts.count - 1, 0)` })
    .execute();
}

/** Begins the count anew: whoever it was has proved who they are. */
export async function forgetAttempts(
  db: Db,
  limits: readonly Pick<Limit, "subject">[],
  now: Date,
): Promise<void> {
  await db
    .deleteFrom("attempts")
    .where("key", "in", keysOf(db, limits))
    .where("window_start", ">=", minuteOf(windowBefore(now)))
    .execute();
  for (const limit of limits) {
    refusalsOf(db).forget(nameOf(db, limit));
  }
}

/** Lets go of minutes that no window holds any more. */
export async function forgetOldAttempts(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom("attempts")
    .where("window_start", "<", minuteOf(windowBefore(now)))
    .execute();
}

/** Rows are locked in one order by everybody: two requests never wait for each other. */
const inOrder = (db: Db, limits: readonly Limit[]): Buffer[] => keysOf(db, limits).sort(Buffer.compare);
