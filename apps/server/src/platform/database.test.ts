import { sql } from "kysely";
import { expect, it } from "vitest";
import { testDatabase } from "../../testing/cluster.ts";
import { openDatabase } from "./database.ts";

it("tells of a line that breaks, and of none that breaks after its good-bye: then a stop ends the database", async () => {
  const database = await testDatabase();
  const other = openDatabase({ ...database.connection, max: 1 }, () => undefined);
  const told: string[] = [];
  for (const isEnded of [false, true]) {
    const db = openDatabase({ ...database.connection, max: 1 }, (error) => told.push(error.message));
    let ending = Promise.resolve();
    await db.connection().execute(async (held) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(held);
      if (isEnded) {
        ending = db.destroy();
      }
      await sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`.execute(other);
      const isGone = () =>
        sql`select 1`.execute(held).then(
          () => false,
          () => true,
        );
      await expect.poll(isGone).toBe(true);
    });
    await (isEnded ? ending : db.destroy());
    const words = told.splice(0);
    expect(words.some((text) => text.includes("due to administrator command"))).toBe(!isEnded);
    expect(words.length > 0).toBe(!isEnded);
  }
  await other.destroy();
  await database.drop();
});
