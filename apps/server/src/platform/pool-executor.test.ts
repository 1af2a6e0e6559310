import { sql } from "kysely";
import { afterAll, expect, it } from "vitest";
import { testDatabase } from "../../testing/cluster.ts";
import { builtOnce } from "./built-once.ts";
import { openDatabase } from "./database.ts";

const { connection } = await testDatabase();
const db = openDatabase({ ...connection, max: 4 }, () => undefined);
afterAll(() => db.destroy());

/** Which of PostgreSQL's processes answers, and for which number. */
const answering = ({ number }: { number: string }) =>
  sql<{ line: number; answer: number }>`select pg_backend_pid() as line, 12 / ${number}::int as answer`;
const small = builtOnce({ number: "1" }, (_db, asked) => answering(asked));
const ask = async (number: string) => (await small(db, { number })).rows;
const linesOf = (answers: { line: number }[][]) => new Set(answers.flat().map(({ line }) => line));

it("asks small questions of one moment on one line, four at most, and each hears its own answer", async () => {
  const four = await Promise.all(["1", "2", "3", "4"].map(ask));
  expect(four.flat().map(({ answer }) => answer)).toEqual([12, 6, 4, 3]);
  expect(linesOf(four).size).toBe(1);
  expect(linesOf(await Promise.all(["1", "2", "3", "4", "6"].map(ask))).size).toBe(2);
});

it("asks what is not built once on lines of its own", async () => {
  const asked = ["1", "2"].map((number) => answering({ number }).execute(db));
  expect(linesOf((await Promise.all(asked)).map(({ rows }) => rows)).size).toBe(2);
});

it("tells one that fails alone that it did, and goes on asking on its line", async () => {
  const [before, failed, after] = await Promise.allSettled(["3", "0", "4"].map(ask));
  expect([before, after]).toMatchObject([{ value: [{ answer: 4 }] }, { value: [{ answer: 3 }] }]);
  expect(failed).toMatchObject({ status: "rejected", reason: { code: "22012" } });
  expect(await ask("6")).toMatchObject([{ answer: 2 }]);
});

it("tells all of them when their line breaks, or when there is none", async () => {
  const own = openDatabase({ ...connection, max: 1 }, () => undefined);
  const end = builtOnce(
    { wait: "0" },
    (_db, { wait }) => sql`select pg_terminate_backend(pg_backend_pid()), ${wait}::int`,
  );
  const together = () =>
    Promise.allSettled([small(own, { number: "3" }), end(own, { wait: "1" }), small(own, { number: "4" })]);
  expect((await together()).map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
  expect((await small(own, { number: "6" })).rows).toMatchObject([{ answer: 2 }]);
  await own.destroy();
  expect((await together()).map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
});
