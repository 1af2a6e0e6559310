import { expect, it } from "vitest";
import { xlsxOf, zipOf } from "../../testing/test-sheets.ts";
import { BadSheet } from "./sheet.ts";
import { sheetOf } from "./sheet-reader.ts";

const limits = { rows: 100, columns: 10 };
const read = (bytes: Buffer | string) => sheetOf(Buffer.from(bytes), limits);

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
  expect(await read(Buffer.from("\uFEFFcédula;año\r\n1;2", "utf16le"))).toEqual([
    ["cédula", "año"],
    ["1", "2"],
  ]);
  expect(await read('Residentes, torre A\r\n\r\nNombre;Nota;Torre\n5" de alto;x;')).toEqual([
    ["Residentes, torre A"],
    [""],
    ["Nombre", "Nota", "Torre"],
    ['5" de alto', "x", ""],
  ]);
  await expect(read('a;b\nc;"never closed')).rejects.toThrow("se abren en la fila 2 no se cierran");
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

it("reads texts in pieces, and what is read aloud beside them not", async () => {
  const sheet = zipOf({
    "xl/worksheets/sheet1.xml": `<worksheet><sheetData><row><c t="s"><v>0</v></c><c t="inlineStr"><is><r><t>Ro</t></r>
      <r><t xml:space="preserve">sa </t></r></is></c></row></sheetData></worksheet>`,
    "xl/sharedStrings.xml": "<sst><si><t>東京</t><rPh sb='0' eb='2'><t>トウキョウ</t></rPh></si></sst>",
  });
  expect(await read(sheet)).toEqual([["東京", "Rosa"]]);
});

it("refuses what is too long, damaged or no sheet at all", async () => {
  await expect(read("x\n".repeat(101))).rejects.toThrow("más de 100 filas");
  await expect(read(zipOf({ "nothing.txt": "here" }))).rejects.toThrow(BadSheet);
  const whole = xlsxOf([["a"]]);
  await expect(read(whole.subarray(0, whole.length - 30))).rejects.toThrow(BadSheet);
  await expect(read(Buffer.concat([Buffer.from("PK"), Buffer.alloc(5)]))).rejects.toThrow(BadSheet);
  await expect(read(Buffer.from("d0cf11e0a1b11ae1", "hex"))).rejects.toThrow("Guárdalo como .xlsx");
  await expect(read(`a;${"x".repeat(40_000)}`)).rejects.toThrow(
    "La fila 1 tiene una celda con demasiado texto",
  );
});

/** A worksheet of this, which a person's own program would never write. */
const madeBy = (sheet: string, more: Record<string, string> = {}) =>
  zipOf({ "xl/worksheets/sheet1.xml": sheet, ...more });

it("refuses what is made to fill the memory", async () => {
  const bomb = madeBy(" ".repeat(70 * 1024 * 1024));
  expect(bomb.length).toBeLessThan(200_000);
  await expect(read(bomb)).rejects.toThrow("demasiado grande por dentro");

  const laughs = [
    '<!ENTITY a0 "ja">',
    ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `<!ENTITY a${n} "${`&a${n - 1};`.repeat(10)}">`),
  ];
  const billion = `<!DOCTYPE x [${laughs.join("")}]><worksheet><row><c><v>&a9;</v></c></row></worksheet>`;
  await expect(read(madeBy(billion))).rejects.toThrow("no es una hoja de cálculo");
  await expect(read(madeBy("<c><v>&unknown;</v></c>"))).rejects.toThrow(BadSheet);
  await expect(read(madeBy("<a>".repeat(100_000)))).rejects.toThrow(BadSheet);

  const shared = { "xl/sharedStrings.xml": `<sst><si><t>${"x".repeat(30_000)}</t></si></sst>` };
  const row = `<row>${'<c t="s"><v>0</v></c>'.repeat(10)}</row>`;
  const everywhere = madeBy(`<worksheet>${row.repeat(100)}</worksheet>`, shared);
  await expect(read(everywhere)).rejects.toThrow("demasiado texto");

  const entries = zipOf(Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`${index}`, ""])));
  await expect(read(entries)).rejects.toThrow("demasiado grande por dentro");
  const texts = madeBy("<worksheet/>", { "xl/sharedStrings.xml": `<sst>${"<si/>".repeat(600_000)}</sst>` });
  await expect(read(texts)).rejects.toThrow("demasiado grande por dentro");
});
