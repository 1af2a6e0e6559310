import { Turns } from "./turns.ts";
import { Archive, BadArchive } from "./zip.ts";

/** Rows of texts, as a person sees them; rows and cells that are not there are empty. */
export type Sheet = string[][];

export interface SheetLimits {
  rows: number;
  columns: number;
}

/** Why a file is no spreadsheet that can be read, in Spanish. */
export class BadSheet extends Error {}

/** What the texts of a spreadsheet may grow to when they are unpacked. */
const UNPACKED_BYTES = 64 * 1024 * 1024;

/**
 * Reads the first sheet of an XLSX file, or a CSV file in UTF-8 or in what a Spanish Excel writes. Formulas are
 * never carried out: a cell is the text that it showed last.
 * @throws {BadSheet}
 */
export async function readSheet(bytes: Buffer, limits: SheetLimits, turns = new Turns()): Promise<Sheet> {
  if (bytes.toString("latin1", 0, 2) !== "PK") {
    return collect(csvCells(textOf(bytes)), limits, turns);
  }
  try {
    const archive = new Archive(bytes);
    const sheet = await archive.text(await firstSheetOf(archive), UNPACKED_BYTES);
    if (sheet === undefined) {
      throw new BadSheet("El archivo no es una hoja de cálculo.");
    }
    const shared = await archive.text("xl/sharedStrings.xml", UNPACKED_BYTES);
    return await collect(xlsxCells(sheet, await sharedTexts(shared ?? "", turns)), limits, turns);
  } catch (error) {
    throw error instanceof BadArchive
      ? new BadSheet("El archivo está dañado o es demasiado grande por dentro.")
      : error;
  }
}

interface Cell {
  row: number;
  column: number;
  text: string;
}

/** Others have their turn in between: a large file is read in many short moments. */
async function collect(cells: Iterable<Cell>, limits: SheetLimits, turns: Turns): Promise<Sheet> {
  const sheet: Sheet = [];
  for (const { row, column, text } of cells) {
    if (row >= limits.rows) {
      throw new BadSheet(`El archivo tiene más de ${limits.rows - 1} filas. Divídelo en varios.`);
    }
    if (column < limits.columns) {
      while (sheet.length <= row) {
        sheet.push([]);
      }
      const cellsOfRow = sheet[row] ?? [];
      while (cellsOfRow.length < column) {
        cellsOfRow.push("");
      }
      cellsOfRow[column] = text.trim();
    }
    if (turns.isOver()) {
      await turns.give();
    }
  }
  return sheet;
}

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** RFC 4180, with whichever of `;`, `,` and tab stands most often in the first line. */
function* csvCells(text: string): Generator<Cell> {
  const [firstLine = ""] = text.split(/\r?\n/, 1);
  const [comma = ";"] = [";", ",", "\t"].toSorted(
    (one, other) => firstLine.split(other).length - firstLine.split(one).length,
  );
  let [row, column, from] = [0, 0, 0];
  while (from < text.length) {
    let cell = "";
    let at = from;
    if (text[at] === '"') {
      at += 1;
      for (;;) {
        const quote = text.indexOf('"', at);
        const to = quote < 0 ? text.length : quote;
        cell += text.slice(at, to);
        at = to + 1;
        if (text[at] !== '"') {
          break;
        }
        cell += '"';
        at += 1;
      }
    }
    while (at < text.length && text[at] !== comma && text[at] !== "\n") {
      cell += text[at] ?? "";
      at += 1;
    }
    yield { row, column, text: cell };
    if (text[at] === "\n") {
      row += 1;
      column = 0;
    } else {
      column += 1;
    }
    from = at + 1;
  }
}

async function firstSheetOf(archive: Archive): Promise<string> {
  const book = (await archive.text("xl/workbook.xml", UNPACKED_BYTES)) ?? "";
  const links = (await archive.text("xl/_rels/workbook.xml.rels", UNPACKED_BYTES)) ?? "";
  const id = /<(?:\w+:)?sheet\s[^>]*?\br:id="([^"]+)"/.exec(book)?.[1];
  const link = [...links.matchAll(/<(?:\w+:)?Relationship\s([^>]*)>/g)].find(
    ([, attributes]) => attributeOf(attributes, "Id") === id,
  );
  const target = attributeOf(link?.[1], "Target") ?? "worksheets/sheet1.xml";
  return target.startsWith("/") ? target.slice(1) : `xl/${target}`;
}

const attributeOf = (attributes: string | undefined, name: string): string | undefined =>
  new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes ?? "")?.[1];

async function sharedTexts(xml: string, turns: Turns): Promise<string[]> {
  const texts: string[] = [];
  for (const [, item = ""] of xml.matchAll(/<(?:\w+:)?si>(.*?)<\/(?:\w+:)?si>|<(?:\w+:)?si\/>/gs)) {
    texts.push(textsIn(item));
    if (turns.isOver()) {
      await turns.give();
    }
  }
  return texts;
}

/** What is read aloud beside a word, as in Japanese, is not part of it. */
const textsIn = (xml: string): string =>
  [...xml.replace(/<(?:\w+:)?rPh\b.*?<\/(?:\w+:)?rPh>/gs, "").matchAll(/<(?:\w+:)?t(?:\s[^>]*)?>([^<]*)</g)]
    .map(([, text = ""]) => plain(text))
    .join("");

const ROW_OR_CELL = /<(?:\w+:)?row\b([^>]*)>|<(?:\w+:)?c\b([^>]*?)(?:\/>|>(.*?)<\/(?:\w+:)?c>)/gs;

function* xlsxCells(xml: string, shared: readonly string[]): Generator<Cell> {
  let row = -1;
  let column = -1;
  for (const [, ofRow, ofCell, content = ""] of xml.matchAll(ROW_OR_CELL)) {
    if (ofCell === undefined) {
      const said = Number(attributeOf(ofRow, "r"));
      row = said > 0 ? said - 1 : row + 1;
      column = -1;
      continue;
    }
    const letters = /^[A-Z]{1,3}/.exec(attributeOf(ofCell, "r") ?? "")?.[0];
    column = letters === undefined ? column + 1 : columnOf(letters);
    const text = cellText(attributeOf(ofCell, "t"), content, shared);
    if (text !== "") {
      yield { row: Math.max(0, row), column, text };
    }
  }
}

function cellText(type: string | undefined, content: string, shared: readonly string[]): string {
  if (type === "inlineStr") {
    return textsIn(content);
  }
  const value = plain(/<(?:\w+:)?v(?:\s[^>]*)?>([^<]*)</.exec(content)?.[1] ?? "");
  if (type === "s") {
    return shared[Number(value)] ?? "";
  }
  // Long numbers, as documents are, may be written as 1.000000001E9.
  return (type === undefined || type === "n") && /e/i.test(value) ? String(Number(value)) : value;
}

const columnOf = (letters: string): number =>
  [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const plain = (text: string): string =>
  text.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) {
        return entities[name] ?? whole;
      }
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
