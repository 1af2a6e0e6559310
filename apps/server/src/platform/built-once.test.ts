import { afterAll, expect, it } from "vitest";
import { startTestServer } from "../../testing/test-server.ts";
import { builtOnce } from "./built-once.ts";

const server = await startTestServer();
afterAll(() => server.close());

it("asks the same question with the values of each time, and one that loses a value is not built", async () => {
  const [one, other] = [await server.newBuilding("Uno"), await server.newBuilding("Otro")];
  const find = builtOnce({ id: "00000000-0000-4000-8000-000000000001", before: new Date(0) }, (db, asked) =>
    db
      .selectFrom("buildings")
      .select("name")
      .where("type", "=", "RESIDENTIAL")
      .where("id", "=", asked.id)
      .where("created_at", "<", asked.before),
  );
  const now = new Date();
  const named = async (id: string, before: Date) => (await find(server.db, { id, before })).rows;
  expect(await named(one.id, now)).toEqual([{ name: "Uno" }]);
  expect(await named(other.id, now)).toEqual([{ name: "Otro" }]);
  expect(await named(other.id, new Date(1))).toEqual([]);
  await server.db.transaction().execute(async (trx) => {
    expect((await find(trx, { id: one.id, before: now })).rows).toHaveLength(1);
  });
  expect(() =>
    builtOnce({ id: "lost" }, (db) => db.selectFrom("buildings").select("name").where("id", "=", "another")),
  ).toThrow("does not stand in its question");
});
