import { sql } from "kysely";
import pg from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { startTestServer } from "../../testing/test-server.ts";
import { isOfWhatIsGone } from "./overtaken.ts";

const server = await startTestServer();
afterAll(() => server.close());
const { db } = server.app.services;

const fails = (code: string) =>
  sql`do ${sql.lit(`begin raise exception 'on purpose' using errcode = '${code}'; end`)}`;

describe("a transaction in which somebody else came in between", () => {
  it("is done again, from its beginning and three times at most", async () => {
    for (const code of ["40P01", "40001", "23503"]) {
      let runs = 0;
      const once = await db.transaction().execute(async (trx) => {
        runs += 1;
        if (runs < 3) {
          await fails(code).execute(trx);
        }
        return runs;
      });
      expect(once).toBe(3);
      runs = 0;
      const never = db.transaction().execute(async (trx) => {
        runs += 1;
        await fails(code).execute(trx);
      });
      await expect(never).rejects.toMatchObject({ code });
      expect(runs).toBe(3);
    }
  });

  it("is not done again for anything else", async () => {
    let runs = 0;
    for (const code of ["23505", "57014", "08006"]) {
      const failing = db.transaction().execute(async (trx) => {
        runs += 1;
        await fails(code).execute(trx);
      });
      await expect(failing).rejects.toMatchObject({ code });
    }
    await expect(
      db.transaction().execute(async () => {
        runs += 1;
        throw new Error("of ours");
      }),
    ).rejects.toThrow("of ours");
    expect(runs).toBe(4);
  });
});

describe("a reference", () => {
  it("to what is gone is told from one that keeps something from going, in any language", async () => {
    await sql`create table kept_things (id int primary key)`.execute(server.db);
    await sql`create table naming_things (of int references kept_things (id))`.execute(server.db);
    await sql`insert into kept_things values (1)`.execute(server.db);
    await sql`insert into naming_things values (1)`.execute(server.db);
    const dangling = sql`insert into naming_things values (2)`.execute(server.db);
    await expect(dangling).rejects.toSatisfy(isOfWhatIsGone);
    const held = sql`delete from kept_things`.execute(server.db);
    await expect(held).rejects.toMatchObject({ code: "23503" });
    await expect(held).rejects.not.toSatisfy(isOfWhatIsGone);
    const said = (table: string, detail: string) =>
      Object.assign(new pg.DatabaseError("llave foránea", 1, "error"), { code: "23503", table, detail });
    expect(
      isOfWhatIsGone(said("calls", "La llave (apartment_id)=(1) no está presente en la tabla «apartments».")),
    ).toBe(true);
    expect(
      isOfWhatIsGone(said("calls", "La llave (id)=(1) todavía es referida desde la tabla «calls».")),
    ).toBe(false);
  });
});
