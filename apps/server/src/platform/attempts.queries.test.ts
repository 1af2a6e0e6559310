import { createHash } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { waitingForALock } from "../../testing/test-calls.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import {
  countAttempt,
  forgetAttempts,
  forgetOldAttempts,
  giveBackAttempt,
  type Limit,
  type Pace,
  refusedJustNow,
  takeAttempt,
  takeTurn,
} from "./attempts.queries.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const limitOn = (subject: string): Limit => ({ subject: ["test", subject], most: 1_000_000 });

it("keeps whom it counts under the installation's key: a number of ten digits cannot be tried out", async () => {
  const { db, clock } = server;
  const subject = ["login", "1020304050"];
  await sql`delete from attempts`.execute(db);
  await takeAttempt(db, [{ subject, most: 5 }], clock.now());
  const kept = await db.selectFrom("attempts").select("key").executeTakeFirstOrThrow();
  expect(kept.key).toEqual(server.app.services.digest.of("attempts", ...subject));
  expect(kept.key).not.toEqual(createHash("sha256").update(JSON.stringify(subject)).digest());
});

describe("attempts that are counted and taken back", () => {
  it("are locked in one order by both, so that two requests never wait for each other", async () => {
    const { db, clock } = server;
    const now = clock.now();
    const one = limitOn("one");
    const other = limitOn("other");
    const row = async (limit: Limit): Promise<Buffer> => {
      await takeAttempt(db, [limit], now);
      const newest = await db
        .selectFrom("attempts")
        .select("key")
        .orderBy(sql`ctid`, "desc")
        .executeTakeFirst();
      return newest?.key ?? Buffer.alloc(0);
    };
    // The key that comes last lies first in the table: who locks rows as it finds them begins with it.
    const [first, last] = Buffer.compare(await row(one), await row(other)) < 0 ? [one, other] : [other, one];
    await sql`delete from attempts`.execute(db);
    await takeAttempt(db, [last], now);
    const firstKey = await row(first);
    await sql`analyze attempts`.execute(db);

    let taking: Promise<number> = Promise.resolve(0);
    let givingBack: Promise<void> = Promise.resolve();
    await db.transaction().execute(async (trx) => {
      await trx.selectFrom("attempts").select("key").where("key", "=", firstKey).forUpdate().execute();
      taking = takeAttempt(db, [first, last], now);
      await expect.poll(() => waitingForALock(server)).toBe(1);
      givingBack = giveBackAttempt(db, [first, last], now);
      await expect.poll(() => waitingForALock(server)).toBe(2);
    });
    await expect(Promise.all([taking, givingBack])).resolves.toEqual([0, undefined]);
  });

  it("of many people at once come to the sum of all", async () => {
    const { db, clock } = server;
    const now = clock.now();
    const subjects = Array.from({ length: 12 }, (_, index) => limitOn(`crowd ${index}`));
    const round = async (person: number): Promise<void> => {
      for (let turn = 0; turn < 6; turn += 1) {
        const by = (person * 5 + turn) % subjects.length;
        const mine = [...subjects.slice(by), ...subjects.slice(0, by)];
        await takeAttempt(db, mine, now);
        await giveBackAttempt(db, mine.slice(0, 6), now);
      }
    };
    await sql`delete from attempts`.execute(db);
    await Promise.all(Array.from({ length: 12 }, (_, person) => round(person)));
    const { total } = await db
      .selectFrom("attempts")
      .select((eb) => eb.fn.sum<string>("count").as("total"))
      .executeTakeFirstOrThrow();
    expect(Number(total)).toBe(12 * 6 * 6);
  });

  it("what is taken back is that window's and no other's, and never less than nothing", async () => {
    const { db, clock } = server;
    const now = clock.now();
    const limit: Limit = { subject: ["test", "one door"], most: 1 };
    const later = new Date(now.getTime() + 15 * 60_000);
    expect(await takeAttempt(db, [limit], now)).toBe(0);
    expect(await takeAttempt(db, [limit], later)).toBe(0);
    await giveBackAttempt(db, [limit], later);
    await giveBackAttempt(db, [limit], later);
    expect(await takeAttempt(db, [limit], later)).toBe(0);
    expect(await takeAttempt(db, [limit], now)).toBeGreaterThan(0);
  });
});

describe("a window", () => {
  const noon = new Date("2026-11-20T12:00:00Z").getTime();
  const at = (minutes: number, seconds = 0) => new Date(noon + (minutes * 60 + seconds) * 1000);

  it("ends at every moment: as many as the limit in any fifteen minutes, and the wait is for the next that is forgotten", async () => {
    const { db } = server;
    const thrice: Limit = { subject: ["test", "thrice"], most: 3 };
    for (const minute of [7, 12, 16]) {
      expect(await takeAttempt(db, [thrice], at(minute, 20))).toBe(0);
    }
    // The first is forgotten at 22:20, the second at 27:20.
    expect(await takeAttempt(db, [thrice], at(21, 20))).toBe(60);
    expect(refusedJustNow(db, [thrice], at(21, 20))).toBe(60);
    expect(await takeAttempt(db, [thrice], at(22, 19))).toBe(1);
    expect(await takeAttempt(db, [thrice], at(22, 20))).toBe(0);
    expect(await takeAttempt(db, [thrice], at(22, 21))).toBe(4 * 60 + 59);
    expect(await takeAttempt(db, [thrice], at(27, 20))).toBe(0);
  });

  it("waits for as many as there are too much of, in the limit that takes longest", async () => {
    const { db } = server;
    const subject = ["test", "less from now on"];
    const other: Limit = { subject: ["test", "beside it"], most: 1 };
    for (const minute of [1, 2, 3]) {
      await takeAttempt(db, [{ subject, most: 5 }], at(minute));
    }
    await takeAttempt(db, [other], at(4));
    expect(await takeAttempt(db, [{ subject, most: 2 }], at(5))).toBe(12 * 60);
    expect(await takeAttempt(db, [{ subject, most: 2 }, other], at(6))).toBe(13 * 60);
  });

  it("holds what an earlier version counted by quarters of an hour", async () => {
    const { db } = server;
    const limit: Limit = { subject: ["test", "earlier version"], most: 2 };
    await takeAttempt(db, [limit], at(30, 30));
    await sql`update attempts set window_start = ${at(30)}, count = 2, last_at = null
      where window_start = ${at(30)} and count = 1`.execute(db);
    expect(await takeAttempt(db, [limit], at(40))).toBe(5 * 60);
    expect(await takeAttempt(db, [limit], at(45))).toBe(0);
  });

  it("counts on over the minutes for who only gets slower", async () => {
    const { db } = server;
    const pace: Pace = { subject: ["test", "slow"], from: 3, firstMs: 1000, mostMs: 30_000 };
    for (const minute of [50, 51, 52]) {
      expect(await takeTurn(db, pace, at(minute))).toBe(0);
    }
    expect(await takeTurn(db, pace, at(52))).toBe(1);
    expect(await takeTurn(db, pace, at(53))).toBe(0);
    expect(await takeTurn(db, pace, at(53, 1))).toBe(1);
    expect(await takeTurn(db, pace, at(53, 2))).toBe(0);
    // Of a minute before this one too.
    expect(await takeTurn(db, pace, at(54))).toBe(0);
    expect(await takeTurn(db, pace, at(54, 1))).toBe(7);
    // The first three are forgotten, three are left.
    expect(await takeTurn(db, pace, at(68, 1))).toBe(0);
    expect(await takeTurn(db, pace, at(68, 1))).toBe(2);
    expect(await countAttempt(db, pace.subject, at(68, 1))).toBe(4);
  });

  it("is let go once none holds it", async () => {
    const { db } = server;
    await sql`delete from attempts`.execute(db);
    await takeAttempt(db, [limitOn("kept")], at(80, 30));
    await forgetOldAttempts(db, at(95, 59));
    expect(await db.selectFrom("attempts").select("count").execute()).toHaveLength(1);
    await forgetOldAttempts(db, at(96));
    expect(await db.selectFrom("attempts").select("count").execute()).toEqual([]);
  });
});

describe("an attempt that was refused", () => {
  it("is refused again for a second without the database, which decides after that", async () => {
    const { db } = server;
    // Not at the end of a window, where everything begins anew.
    const now = new Date("2026-11-20T12:01:00Z");
    const later = (milliseconds: number) => new Date(now.getTime() + milliseconds);
    const once: Limit = { subject: ["test", "once"], most: 1 };
    expect(await takeAttempt(db, [once], now)).toBe(0);
    expect(await takeAttempt(db, [once], now)).toBeGreaterThan(0);
    await sql`delete from attempts`.execute(db);
    // The database would let it in.
    expect(await takeAttempt(db, [limitOn("another"), once], later(500))).toBeGreaterThan(0);
    expect(await takeAttempt(db, [once], later(1000))).toBe(0);
  });

  it("is remembered of its own database, also when it was refused in a transaction", async () => {
    const { db, clock } = server;
    const other = await startTestServer();
    const now = clock.now();
    const once: Limit = { subject: ["test", "two databases"], most: 1 };
    await takeAttempt(db, [once], now);
    expect(await db.transaction().execute((trx) => takeAttempt(trx, [once], now))).toBeGreaterThan(0);
    expect(refusedJustNow(db, [once], now)).toBeGreaterThan(0);
    expect(refusedJustNow(other.db, [once], now)).toBe(0);
    await other.close();
  });

  it("is asked about again as soon as one was taken back or all were forgotten", async () => {
    const { db, clock } = server;
    const now = clock.now();
    for (const takeBack of [giveBackAttempt, forgetAttempts]) {
      const once: Limit = { subject: ["test", takeBack.name], most: 1 };
      expect(await takeAttempt(db, [once], now)).toBe(0);
      expect(await takeAttempt(db, [once], now)).toBeGreaterThan(0);
      await takeBack(db, [once], now);
      expect(await takeAttempt(db, [once], now)).toBe(0);
    }
  });
});

it("waits for no disk by itself, and leaves that of a transaction as it is", async () => {
  const { db, clock } = server;
  await sql`create table committed (wait text)`.execute(db);
  // At the end of each transaction, when the wait is decided.
  await sql`create function note_wait() returns trigger language plpgsql as
    $$ begin insert into committed values (current_setting('synchronous_commit')); return null; end $$`.execute(
    db,
  );
  await sql`create constraint trigger note_wait after insert on attempts
    deferrable initially deferred for each row execute function note_wait()`.execute(db);
  const now = clock.now();
  const paceOn = (subject: string): Pace => ({
    subject: ["pace", subject],
    from: 1,
    firstMs: 1000,
    mostMs: 1000,
  });
  try {
    // A test's database waits for no disk at all.
    await db.connection().execute(async (line) => {
      await sql`set synchronous_commit = 'on'`.execute(line);
      await takeAttempt(line, [limitOn("at once")], now);
      await takeTurn(line, paceOn("at once"), now);
      await line.transaction().execute(async (trx) => {
        await takeAttempt(trx, [limitOn("with others")], now);
        await takeTurn(trx, paceOn("with others"), now);
      });
      expect((await sql`show synchronous_commit`.execute(line)).rows).toEqual([{ synchronous_commit: "on" }]);
      await sql`reset synchronous_commit`.execute(line);
    });
    const { rows } = await sql<{ wait: string }>`select wait from committed`.execute(db);
    expect(rows.map(({ wait }) => wait)).toEqual(["off", "off", "on", "on"]);
  } finally {
    await sql`drop trigger note_wait on attempts`.execute(db);
    await sql`drop function note_wait`.execute(db);
    await sql`drop table committed`.execute(db);
  }
});
