import { BadSheet, type Sheet, SheetBuilder, type SheetLimits } from "./sheet.ts";
import { readCsv } from "./sheet-csv.ts";
import { readXlsx } from "./sheet-xlsx.ts";

/** How a file begins: a ZIP archive, and what Excel wrote before 2007 or writes with a password. */
const ZIP = "PK";
const COMPOUND_FILE = "\xd0\xcf\x11\xe0";

/**
 * The rows of a spreadsheet, read in whatever thread this is called in: only the thread of `readSheet` may.
 * @throws {BadSheet}
 */
export async function sheetOf(file: Buffer, limits: SheetLimits): Promise<Sheet> {
  const builder = new SheetBuilder(limits);
  const beginning = file.toString("latin1", 0, 4);
  if (beginning === COMPOUND_FILE) {
    throw new BadSheet(
      "El archivo es un .xls antiguo o tiene contraseña. Guárdalo como .xlsx sin contraseña, o como CSV.",
    );
  }
  if (beginning.startsWith(ZIP)) {
    await readXlsx(file, builder);
  } else {
    readCsv(file, builder);
  }
  return builder.rows;
}
