import { readFile } from "node:fs/promises";
import { allSchemas } from "@umbral/contract/endpoints";
import { personalFieldsOf } from "@umbral/contract/lib/personal";
import { describe, expect, it } from "vitest";
import { personalColumns as columns, fieldOfColumn } from "./personal-columns.ts";

/*
 * A column that looks personal by its name and stands not in the list makes this fail: whoever adds one says what it
 * tells of a person, or why it tells nothing.
 */

const LOOKS_PERSONAL =
  /(^|_)(name|names|alias|called|cedula|document|birth|plate|email|mail|phone|recipient|photo|picture|face|image|front|back|address|address1|network|tag|agent|password|secret|token|code|digest|words|signature|file)(_|$)/;

const snake = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase();

const source = await readFile(new URL("./tables.generated.ts", import.meta.url), "utf8");
/** Every column of the migrated database, as `table.column`, and whether it holds a text or bytes. */
const all = [...source.matchAll(/export interface (\w+) \{\n([\s\S]*?)\n\}/g)]
  .filter(([, table]) => table !== "DB")
  .flatMap(([, table = "", body = ""]) =>
    [...body.matchAll(/^ {2}(\w+): (.*);$/gm)].map(([, column = "", type = ""]) => ({
      of: `${snake(table)}.${column}`,
      column,
      isText: !/boolean|number|Date|Int8/.test(type),
    })),
  );

/** What the fields of the contract tell of a person, by their names as columns bear them. */
const kindsOfFields = new Map<string, Set<string>>();
for (const { schema } of allSchemas) {
  for (const { name, kind } of personalFieldsOf(schema)) {
    kindsOfFields.set(snake(name), (kindsOfFields.get(snake(name)) ?? new Set()).add(kind));
  }
}
/** A digest, or the id of a picture, tells of what it is made of. */
const kindsOf = (name: string): ReadonlySet<string> | undefined =>
  kindsOfFields.get(name) ?? kindsOfFields.get(name.replace(/_(hash|digest|file_id)$/, ""));

describe("a column that looks personal", () => {
  it("says what it tells of a person, or that it tells nothing", () => {
    expect(all.length).toBeGreaterThan(300);
    const looking = all.filter(({ column, isText }) => isText && LOOKS_PERSONAL.test(column));
    expect(looking.map(({ of }) => of).filter((column) => !(column in columns))).toEqual([]);
    // And none is named that is gone.
    const there = new Set(all.map(({ of }) => of));
    expect(
      [...Object.keys(columns), ...Object.keys(fieldOfColumn)].filter((column) => !there.has(column)),
    ).toEqual([]);
  });
});

describe("the columns and the marks of the contract", () => {
  it("agree for each column that is called as a marked field: it is listed", () => {
    const unlisted = all.filter(({ of, column }) => kindsOf(column) && !(of in columns));
    expect(unlisted.map(({ of }) => of)).toEqual([]);
  });

  it("agree for each column that is listed: what it tells is what its field tells, or it says why it never travels", () => {
    const apart = all.flatMap(({ of, column }) => {
      const kind = columns[of];
      const field = fieldOfColumn[of] ?? column;
      return kind === undefined || kind.startsWith("of nobody: ") || field.startsWith("only here: ")
        ? []
        : kindsOf(snake(field))?.has(kind)
          ? []
          : [`${of} is ${kind}, ${field} is ${[...(kindsOf(snake(field)) ?? ["not marked"])].join(", ")}`];
    });
    expect(apart).toEqual([]);
  });

  it("leaves no line for a column that is called as its field", () => {
    const needless = all.filter(
      ({ of, column }) => of in fieldOfColumn && kindsOf(column)?.has(columns[of] ?? ""),
    );
    expect(needless.map(({ of }) => of)).toEqual([]);
  });
});
