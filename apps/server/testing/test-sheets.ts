import { deflateRawSync } from "node:zlib";

/** A ZIP archive of these files. */
export function zipOf(files: Record<string, string>): Buffer {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let at = 0;
  for (const [name, text] of Object.entries(files)) {
    const packed = deflateRawSync(text);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(8, 8);
    local.writeUInt32LE(packed.length, 18);
    local.writeUInt32LE(Buffer.byteLength(text), 22);
    local.writeUInt16LE(Buffer.byteLength(name), 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(Buffer.byteLength(text), 24);
    entry.writeUInt16LE(Buffer.byteLength(name), 28);
    entry.writeUInt32LE(at, 42);
    locals.push(local, Buffer.from(name), packed);
    entries.push(entry, Buffer.from(name));
    at += local.length + Buffer.byteLength(name) + packed.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(files).length, 8);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, directory, end]);
}

/** An XLSX file of one sheet, its first column as shared texts and the rest in the cells, as Excel and others do. */
export function xlsxOf(rows: readonly (readonly string[])[]): Buffer {
  const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const letter = (column: number) => String.fromCharCode(65 + column);
  const cell = (text: string, row: number, column: number) =>
    column === 0
      ? `<c r="A${row + 1}" t="s"><v>${row}</v></c>`
      : /^\d+$/.test(text)
        ? `<c r="${letter(column)}${row + 1}"><v>${text}</v></c>`
        : `<c r="${letter(column)}${row + 1}" t="inlineStr"><is><t>${escaped(text)}</t></is></c>`;
  return zipOf({
    "xl/workbook.xml": '<workbook><sheets><sheet name="Hoja" sheetId="1" r:id="rId3"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels":
      '<Relationships><Relationship Id="rId3" Target="worksheets/sheet7.xml"/></Relationships>',
    "xl/sharedStrings.xml": `<sst>${rows.map(([first = ""]) => `<si><t>${escaped(first)}</t></si>`).join("")}</sst>`,
    "xl/worksheets/sheet7.xml": `<worksheet><sheetData>${rows
      .map(
        (texts, row) =>
          `<row r="${row + 1}">${texts.map((text, column) => (text === "" ? "" : cell(text, row, column))).join("")}</row>`,
      )
      .join("")}</sheetData></worksheet>`,
  });
}
