import { sql } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { testDatabase } from "../../../testing/cluster.ts";
import { openDatabase } from "../../platform/database.ts";
import { freeTexts, personalColumns } from "../../platform/personal-columns.ts";
import { columnWords } from "./column-words.ts";
import { personTables, tablesOfPeople } from "./person-tables.ts";

/* The list of what is somebody's, against what the database says of itself. */

const database = await testDatabase();
const db = openDatabase({ ...database.connection, max: 2 }, () => undefined);
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const { rows: columns } = await sql<{ table: string; column: string; type: string; isToUsers: boolean }>`
  select relname as "table", attname as "column", format_type(atttypid, null) as type,
    exists (select from pg_constraint where contype = 'f' and conrelid = pg_class.oid
      and confrelid = 'users'::regclass and conkey = array[attnum]) as "isToUsers"
  from pg_attribute join pg_class on pg_class.oid = attrelid
  where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped`.execute(
  db,
);

/** Names that columns have which point at a person without a foreign key: what they are of may be gone. */
const POINTS_AT_SOMEBODY = /^(user|person|actor|holder|subject|caller|callee)_id$|_by$/;

describe("the list of what is somebody's", () => {
  it("knows every column that points at a person", () => {
    const known = Object.entries(personTables).flatMap(([table, how]) => {
      const whose = "whose" in how && "columns" in how.whose ? (how.whose.columns ?? []) : [];
      return [...whose, ...(how.mentions ?? [])].map((column) => `${table}.${column}`);
    });
    const pointing = columns
      .filter(
        ({ column, type, isToUsers }) => isToUsers || (type === "uuid" && POINTS_AT_SOMEBODY.test(column)),
      )
      .map(({ table, column }) => `${table}.${column}`);
    expect(pointing.length).toBeGreaterThan(40);
    expect(pointing.filter((column) => !known.includes(column))).toEqual([]);
    const all = columns.map(({ table, column }) => `${table}.${column}`);
    expect(known.filter((column) => !all.includes(column))).toEqual([]);
  });

  it("leaves nothing personal of somebody where it was", () => {
    /** What stays although it is marked, and why. */
    const staying: Readonly<Record<string, string>> = {
      "invitation_cards.tag": "goes with its invitation",
      "bell_test_devices.name": "goes with its test",
      "parcels.label_file_id": "of a home, for 90 days after it was collected",
      "parcels.signature_file_id": "of whoever collected it, for 90 days",
      "pass_movements.picture_file_id": "of a guest, as long as the building says",
      "pass_movements.document_file_id": "of a guest, as long as the building says",
      "visits.code_digest": "a digest under a key, of a code of six digits that is over",
      "access_entries.body": "made anew without them at once",
      "access_pass_entries.body": "made anew without it at once",
      "shift_pin_failures.document_digest": "a digest under a key",
      "entrance_signs.secret_digest": "of a building's sign, and nobody's",
      "entrance_signs.sealed": "of a building's sign, and nobody's",
      "sign_visitors.browser_digest": "of a browser that is no account's, for 90 days",
      "facts_set_aside.body": "tags and names are struck out",
      "kiosks.code_digest": "of a device",
      "api_tokens.digest": "of a program's token",
      "api_tokens.last_used_from": "from where a program asked",
      "webhooks.secret": "of a program",
      "webhooks.old_secret": "of a program",
      "logbook_pictures.file_id": "of what was written down, as long as the logbook is kept",
      "clip_pieces.file_id": "of whoever was there, as long as the building says",
      "intrusion_pictures.file_id": "of whoever was there, as long as the building says",
    };
    const kept = Object.entries(personalColumns)
      .filter(([name, kind]) => !kind.startsWith("of nobody") && !isErased(name))
      .map(([name]) => name);
    expect(kept.sort()).toEqual(Object.keys(staying).sort());
  });

  it("has a word for every column that is handed over, and none twice in a file", () => {
    for (const { table, file } of tablesOfPeople) {
      if ("none" in file) {
        continue;
      }
      const told = columns.filter(
        (one) =>
          one.table === table &&
          !["bytea", "tsvector"].includes(one.type) &&
          personalColumns[`${table}.${one.column}`] !== "secret",
      );
      expect(
        told.filter(({ column }) => !(column in columnWords)).map(({ column }) => column),
        table,
      ).toEqual([]);
      const words = told.flatMap(({ column }) => columnWords[column] ?? []);
      expect(new Set(words).size, `${table}: ${words.join(" ")}`).toBe(words.length);
    }
  });

  it("knows texts that are there", () => {
    const all = columns.map(({ table, column }) => `${table}.${column}`);
    expect(freeTexts.map((text) => text.join(".")).filter((text) => !all.includes(text))).toEqual([]);
  });
});

function isErased(name: string): boolean {
  const [table = "", column = ""] = name.split(".");
  const how = tablesOfPeople.find((one) => one.table === table);
  // The account itself is emptied by its own room, and the database holds that.
  return (
    table === "users" ||
    how?.erased === "rows" ||
    (how !== undefined &&
      typeof how.erased === "object" &&
      "emptied" in how.erased &&
      how.erased.emptied.includes(column))
  );
}
