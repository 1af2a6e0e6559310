import { crc32 } from "node:zlib";
import { expect, test } from "vitest";
import { csvRows } from "./csv-rows.ts";
import { xlsxOf } from "./xlsx.ts";

test("a file of the server's is read field by field, without its guard against formulas", () => {
  const text =
    '\uFEFFPersona;Nota\r\nRosa;"con ; y ""comillas""\r\ny renglón"\r\n\'+573001234567;\r\nO\'Brien;\'x\r\n';
  expect(csvRows(text)).toEqual([
    ["Persona", "Nota"],
    ["Rosa", 'con ; y "comillas"\r\ny renglón'],
    ["+573001234567", ""],
    ["O'Brien", "'x"],
  ]);
  expect(csvRows("a;b")).toEqual([["a", "b"]]);
  expect(csvRows("a;\r\n;\r\n")).toEqual([
    ["a", ""],
    ["", ""],
  ]);
  expect(csvRows("Ana,'=1;Ana,''+2;Ana,'＝3;d',e,'f")).toEqual([["Ana,=1", "Ana,'+2", "Ana,＝3", "d',e,'f"]]);
  expect(csvRows(`"Ana\n'=4";"Ana\r''@5";Ana,,'=6;"'\n'=7"`)).toEqual([
    ["Ana\n=4", "Ana\r'@5", "Ana,,=6", "\n=7"],
  ]);
  expect(csvRows("")).toEqual([]);
});

/** The files of an archive, each with its digest as the archive says it. */
function filesIn(archive: Uint8Array): Map<string, string> {
  const view = Buffer.from(archive);
  const files = new Map<string, string>();
  let at = view.readUInt32LE(view.length - 6);
  for (let left = view.readUInt16LE(view.length - 12); left > 0; left -= 1) {
    const [length, name, local] = [
      view.readUInt32LE(at + 24),
      view.readUInt16LE(at + 28),
      view.readUInt32LE(at + 42),
    ];
    const from = local + 30 + name;
    const bytes = view.subarray(from, from + length);
    expect(view.readUInt32LE(at + 16)).toBe(crc32(bytes));
    files.set(view.toString("utf8", at + 46, at + 46 + name), bytes.toString("utf8"));
    at += 46 + name;
  }
  return files;
}

test("a workbook holds every text as text, whatever it says", () => {
  const wide = Array.from({ length: 28 }, (_, column) => String(column));
  const files = filesIn(xlsxOf([["Persona"], ["=1+1 & <b>"], ["mala\u0000 \ud800"], wide]));
  expect([...files.keys()]).toEqual([
    "[Content_Types].xml",
    "_rels/.rels",
    "xl/workbook.xml",
    "xl/_rels/workbook.xml.rels",
    "xl/worksheets/sheet1.xml",
  ]);
  const sheet = files.get("xl/worksheets/sheet1.xml") ?? "";
  expect(sheet).toContain(
    '<c r="A2" t="inlineStr"><is><t xml:space="preserve">=1+1 &amp; &lt;b&gt;</t></is></c>',
  );
  expect(sheet).toContain("mala \ufffd</t>");
  expect(sheet).toContain('<c r="AB4"');
  expect(sheet).not.toContain("<f>");
});
