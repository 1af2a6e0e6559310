import { expect, it } from "vitest";
import { xlsxOf, zipOf } from "../../testing/test-sheets.ts";
import { BadSheet } from "./sheet.ts";
import { readSheet } from "./spreadsheet.ts";

const limits = { rows: 2000, columns: 10 };
/** A worksheet of this, which a person's own program would never write. */
const madeBy = (sheet: string) => zipOf({ "xl/worksheets/sheet1.xml": sheet });

it("hands over all rows in their order, and what is refused with its reason", async () => {
  const rows = Array.from({ length: 1300 }, (_, index) => [`fila ${index}`, String(index)]);
  expect(await readSheet(xlsxOf(rows), limits)).toEqual(rows);
  expect(await readSheet(Buffer.from("a;b"), limits)).toEqual([["a", "b"]]);
  await expect(readSheet(Buffer.from("x\n".repeat(2001)), limits)).rejects.toThrow("más de 2000 filas");
});

it("ends a thread that takes too long or too much, and reads the next file", async () => {
  const long = madeBy(`<worksheet>${"<row/>".repeat(2_000_000)}</worksheet>`);
  const tooLong = readSheet(long, limits, undefined, { ms: 1, memoryMb: 192 });
  await expect(tooLong).rejects.toThrow("tarda demasiado");
  const wide = madeBy(`<worksheet a="${"x".repeat(40_000_000)}"/>`);
  await expect(readSheet(wide, limits, undefined, { ms: 60_000, memoryMb: 24 })).rejects.toThrow(
    "demasiado grande por dentro",
  );
  expect(await readSheet(Buffer.from("a;b"), limits)).toEqual([["a", "b"]]);
});

it("keeps nobody waiting while it reads, whatever was sent", async () => {
  const hostile = madeBy(`<worksheet>${"<c ".repeat(1_000_000)}`);
  expect(hostile.length).toBeLessThan(4000);
  let turns = 0;
  const others = setInterval(() => {
    turns += 1;
  });
  const reading = readSheet(hostile, limits);
  await expect(reading).rejects.toThrow(BadSheet);
  clearInterval(others);
  expect(turns).toBeGreaterThan(0);
});
