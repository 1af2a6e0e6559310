import { expect, it } from "vitest";
import { xlsxOf, zipOf } from "../../testing/test-sheets.ts";
import { BadSheet, readSheet } from "./spreadsheet.ts";

const limits = { rows: 100, columns: 10 };
const read = (bytes: Buffer | string) => readSheet(Buffer.from(bytes), limits);

it("reads CSV with any separator, quotes, accents and line ends", async () => {
  const rows = [
    ["Torre", "Añadido; con, todo", 'Dice "sí"'],
    ["A", "dos\nlíneas", ""],
    ["B", "", "fin"],
  ];
  const csv = (comma: string, end: string) =>
    rows
      .map((row) =>
        row.map((cell) => (/[;,"\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(comma),
      )
      .join(end);
  for (const comma of [";", ",", "\t"]) {
    for (const end of ["\n", "\r\n"]) {
      expect(await read(`\uFEFF${csv(comma, end)}${end}`)).toEqual(rows);
    }
  }
  expect(await read(Buffer.from("cédula;año\n1;2", "latin1"))).toEqual([
    ["cédula", "año"],
    ["1", "2"],
  ]);
  expect(await read('a;"never closed')).toEqual([["a", "never closed"]]);
});

it("reads the first sheet of an XLSX file, gaps and long numbers included", async () => {
  const rows = [
    ["Torre", "Cédula", "Nombre"],
    ["A & B", "1000000001", "<Rosa>"],
  ];
  expect(await read(xlsxOf(rows))).toEqual(rows);
  const sheet = zipOf({
    "xl/worksheets/sheet1.xml": `<x:worksheet><x:sheetData><x:row r="2"><x:c r="C2"><x:v>1.000000001E9</x:v></x:c>
      <x:c r="D2" t="str"><x:f>1+1</x:f><x:v>dos &#233;&#x41;</x:v></x:c><x:c r="E2" s="1"/></x:row></x:sheetData></x:worksheet>`,
  });
  expect(await read(sheet)).toEqual([[], ["", "", "1000000001", "dos éA"]]);
});

it("refuses what is too long, damaged, no sheet at all, or a bomb", async () => {
  await expect(read("x\n".repeat(101))).rejects.toThrow("más de 99 filas");
  await expect(read(zipOf({ "nothing.txt": "here" }))).rejects.toThrow(BadSheet);
  const whole = xlsxOf([["a"]]);
  await expect(read(whole.subarray(0, whole.length - 30))).rejects.toThrow(BadSheet);
  await expect(read(Buffer.concat([Buffer.from("PK"), Buffer.alloc(5)]))).rejects.toThrow(BadSheet);
  const bomb = zipOf({ "xl/worksheets/sheet1.xml": " ".repeat(70 * 1024 * 1024) });
  expect(bomb.length).toBeLessThan(200_000);
  await expect(read(bomb)).rejects.toThrow("demasiado grande por dentro");
});
