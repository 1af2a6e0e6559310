import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { personalColumns as columns } from "./personal-columns.ts";

/*
 * A column that looks personal by its name and stands not in the list makes this fail: whoever adds one says what it
 * tells of a person, or why it tells nothing.
 */

const LOOKS_PERSONAL =
  /(^|_)(name|names|alias|called|cedula|document|birth|plate|email|mail|phone|recipient|photo|picture|face|image|front|back|address|address1|network|tag|agent|password|secret|token|code|digest|words|signature|file)(_|$)/;

const snake = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase();

/** Every column of the migrated database that holds a text or bytes, as `table.column`. */
async function textColumns(): Promise<string[]> {
  const source = await readFile(new URL("./tables.generated.ts", import.meta.url), "utf8");
  return [...source.matchAll(/export interface (\w+) \{\n([\s\S]*?)\n\}/g)]
    .filter(([, table]) => table !== "DB")
    .flatMap(([, table = "", body = ""]) =>
      [...body.matchAll(/^ {2}(\w+): (.*);$/gm)]
        .filter(([, , type = ""]) => !/boolean|number|Date|Int8/.test(type))
        .map(([, column]) => `${snake(table)}.${column}`),
    );
}

describe("a column that looks personal", () => {
  it("says what it tells of a person, or that it tells nothing", async () => {
    const all = await textColumns();
    expect(all.length).toBeGreaterThan(150);
    const looking = all.filter((column) => LOOKS_PERSONAL.test(column.slice(column.indexOf(".") + 1)));
    expect(looking.filter((column) => !(column in columns))).toEqual([]);
    // And none is named that is gone.
    expect(Object.keys(columns).filter((column) => !all.includes(column))).toEqual([]);
  });
});
