import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { expect, it } from "vitest";
import { namedByOthers, readElsewhere, tableOwners } from "./platform/table-owners.ts";

/*
 * Every table has one room that writes it (platform/table-owners.ts). What the server asks of its database is read
 * here as text: the calls of Kysely that name a table, and the words of SQL that do.
 */

const source = import.meta.dirname;

const COMMENT = /\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm;
/** `.selectFrom("doors")`, `.leftJoin("users as callers", …)`, `.selectFrom(["doors", "users"])`. */
const CALL =
  /\.?\b(selectFrom|insertInto|replaceInto|mergeInto|updateTable|deleteFrom|from|using|table|(?:inner|left|right|full|cross)Join(?:Lateral)?|(?:cross|outer)Apply)\(\s*(\[[^\]]*\]|["'`][^"'`$]*["'`])/g;
/** `from doors`, `join users callers on`, `insert into calls`, `lock table calls`, `from doors, users`. */
const WORDS =
  /\b(insert into|merge into|delete from|update|truncate(?: table)?|lock table|from|join|using|into)\s+(?:only\s+)?((?:public\.)?\w+(?:\s+(?:as\s+)?\w+)?(?:\s*,\s*(?:public\.)?\w+(?:\s+(?:as\s+)?\w+)?)*)/gi;
const WRITES = /^(insert|replace|merge|update|delete|truncate|lock)/i;

/** A table that the text does not name: nobody can read here whose it is. */
const UNNAMED =
  /\b(?:selectFrom|insertInto|replaceInto|mergeInto|updateTable|deleteFrom|table)\(\s*(?:\w+\s*[,)]|`[^`]*\$\{)|\bsql\.raw\(/;

type Use = { table: keyof typeof tableOwners; isWrite: boolean };

const isTable = (name: string): name is keyof typeof tableOwners => Object.hasOwn(tableOwners, name);

/** The tables that a text of ours names where a query begins or joins. */
function tablesIn(text: string): Use[] {
  const code = text.replace(COMMENT, "$1");
  const called = [...code.matchAll(CALL)].flatMap(([, verb = "", names = ""]) =>
    [...names.matchAll(/["'`](?:public\.)?(\w+)(?:\s+as\s+\w+)?["'`]/g)].map(([, name = ""]) => ({
      verb,
      name,
    })),
  );
  const written = [...code.matchAll(WORDS)].flatMap(([, verb = "", names = ""]) =>
    names.split(",").map((one) => ({
      verb,
      name:
        one
          .trim()
          .replace(/^public\./i, "")
          .split(/\s/)[0] ?? "",
    })),
  );
  return [...called, ...written].flatMap(({ verb, name }) =>
    isTable(name) ? [{ table: name, isWrite: WRITES.test(verb) }] : [],
  );
}

/** Is there a query that is told its table by whoever asks? The rest of the program has other things called `table`. */
const hasUnnamed = (text: string): boolean =>
  /from "kysely"|\.queries\.ts"|database\.ts"/.test(text) && UNNAMED.test(text.replace(COMMENT, "$1"));

/** Where a file's queries are asked from: a room, or what is below all rooms. */
function ownerOf(path: string): string {
  const [, room] = /^features\/([^/]+)\//.exec(path) ?? [];
  return room ?? path.split("/")[0] ?? "";
}

/** The demonstration's rows are put into an empty database as a dump would be. */
const isProduct = (path: string): boolean =>
  path.endsWith(".ts") && !path.endsWith(".test.ts") && !path.startsWith("demo/");

async function readProduct(): Promise<{ path: string; text: string }[]> {
  const entries = await readdir(source, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(source, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .filter(isProduct);
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(join(source, path), "utf8") })));
}

const files = await readProduct();
const uses = files.flatMap(({ path, text }) =>
  tablesIn(text).map((use) => ({ ...use, path, room: ownerOf(path) })),
);

it("reads every way in which a query names a table", () => {
  const named = (text: string) =>
    tablesIn(text).map(({ table, isWrite }) => `${isWrite ? "writes" : "reads"} ${table}`);
  expect(named('db\n  .selectFrom(\n "doors as d")')).toEqual(["reads doors"]);
  expect(named('eb.selectFrom(["doors", "users as u"])')).toEqual(["reads doors", "reads users"]);
  expect(named('query.innerJoin("users", "users.id", "spaces.user_id")')).toEqual(["reads users"]);
  expect(named("query.leftJoinLateral('visitors', join)")).toEqual(["reads visitors"]);
  expect(named('trx.insertInto("calls")')).toEqual(["writes calls"]);
  expect(named('trx.updateTable("calls").from("doors")')).toEqual(["writes calls", "reads doors"]);
  expect(named('trx.deleteFrom("calls").using("doors")')).toEqual(["writes calls", "reads doors"]);
  expect(named('sql.table("outbox")')).toEqual(["reads outbox"]);
  expect(named("sql`select 1 from doors d, users where d.id = users.id`")).toEqual([
    "reads doors",
    "reads users",
  ]);
  expect(named("sql`exists (select 1\n from public.alarms)`")).toEqual(["reads alarms"]);
  expect(named("sql`select 1 left join lateral x on true join visits v on true`")).toEqual(["reads visits"]);
  expect(named("sql`insert into cards (id) values (1) on conflict do update set id = 2`")).toEqual([
    "writes cards",
  ]);
  expect(named("sql`update cards set id = 1`; sql`DELETE FROM only visits`")).toEqual([
    "writes cards",
    "writes visits",
  ]);
  expect(named('import { x } from "./doors.ts"; // from users\n/* .selectFrom("users") */')).toEqual([]);
  expect(named("selectFrom(livingSpaces(now))")).toEqual([]);
});

it("finds each table where its owner says it is", () => {
  expect(Object.keys(tableOwners).filter((table) => !uses.some((use) => use.table === table))).toEqual([]);
  for (const [table, owner] of Object.entries(tableOwners)) {
    expect(
      uses.filter((use) => use.table === table && use.room === owner),
      `${owner} owns ${table} and never asks for it`,
    ).not.toEqual([]);
  }
});

it("lets no room write a table of another", () => {
  const foreign = uses.filter(({ table, room, isWrite }) => isWrite && room !== tableOwners[table]);
  expect(foreign.map(({ path, table }) => `${path}: writes ${table} of ${tableOwners[table]}`)).toEqual([]);
});

it("lets no room read a table of another without a reason that is written down", () => {
  const foreign = uses.filter(
    ({ table, room }) => room !== tableOwners[table] && !Object.hasOwn(readElsewhere[table] ?? {}, room),
  );
  expect([
    ...new Set(foreign.map(({ path, table }) => `${path}: reads ${table} of ${tableOwners[table]}`)),
  ]).toEqual([]);
});

it("knows the table of every query but of those that are told it, each for a reason", () => {
  expect(hasUnnamed('import { sql } from "kysely"; db.selectFrom(table)')).toBe(true);
  expect(hasUnnamed('import { sql } from "kysely"; sql.table(table)')).toBe(true);
  expect(hasUnnamed('import { sql } from "kysely"; db.selectFrom(livingSpaces(now))')).toBe(false);
  const unnamed = files.filter(({ text }) => hasUnnamed(text)).map(({ path }) => path);
  expect(unnamed.sort()).toEqual(Object.keys(namedByOthers).sort());
});

it("keeps no reason for what nobody reads any more", () => {
  const kept = Object.entries(readElsewhere).flatMap(([table, rooms]) =>
    Object.keys(rooms ?? {}).map((room) => `${room} reads ${table}`),
  );
  expect(kept.filter((line) => !uses.some(({ table, room }) => line === `${room} reads ${table}`))).toEqual(
    [],
  );
});
