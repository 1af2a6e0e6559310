import { csvRows } from "./csv-rows.ts";
import { zipStored } from "./zip-stored.ts";

const XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";

const marks: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
/** What XML cannot say at all is left out. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are meant.
const UNSAYABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const escaped = (text: string): string =>
  text.replace(UNSAYABLE, "").replace(/[&<>"]/g, (mark) => marks[mark] ?? "");

/** A column as spreadsheets call it: A, B … Z, AA. */
const letters = (column: number): string =>
  (column >= 26 ? letters(Math.floor(column / 26) - 1) : "") + String.fromCharCode(65 + (column % 26));

/**
 * A workbook of one sheet whose cells are all text: a document stays the digits that it is, and nothing is a formula. The
 * first row is the head, and stays in sight.
 */
export function xlsxOf(rows: readonly (readonly string[])[]): Uint8Array<ArrayBuffer> {
  const cell = (text: string, row: number, column: number) =>
    text === ""
      ? ""
      : `<c r="${letters(column)}${row}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
  const data = rows
    .map(
      (fields, at) =>
        `<row r="${at + 1}">${fields.map((text, column) => cell(text, at + 1, column)).join("")}</row>`,
    )
    .join("");
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  return zipStored({
    "[Content_Types].xml": `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${XLSX_TYPE}.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
    "_rels/.rels": `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `${HEAD}<workbook xmlns="${SHEET}" xmlns:r="${OFFICE}"><sheets><sheet name="Umbral" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    "xl/worksheets/sheet1.xml": `${HEAD}<worksheet xmlns="${SHEET}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><sheetData>${data}</sheetData></worksheet>`,
  });
}

/** The same, of a file of the server's. */
export const workbookOf = (csv: string): Blob => new Blob([xlsxOf(csvRows(csv))], { type: XLSX_TYPE });
