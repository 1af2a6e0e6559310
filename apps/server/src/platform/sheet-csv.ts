import { CsvError, parse } from "csv-parse/sync";
import { BadSheet, type SheetBuilder } from "./sheet.ts";

/** Lines that are looked at to find the separator: the first may be a title without any. */
const LINES_LOOKED_AT = 20;
/** Bytes of one row at most: a quote that is never closed would make one of the whole file. */
const ROW_BYTES = 1_000_000;

/**
 * Reads CSV in UTF-8, UTF-16 or what a Spanish Excel writes, with whichever of `;`, `,` and tab separates most.
 * @throws {BadSheet}
 */
export function readCsv(bytes: Buffer, builder: SheetBuilder): void {
  const text = textOf(bytes);
  let row = 0;
  try {
    parse(text, {
      delimiter: separatorOf(text),
      record_delimiter: ["\r\n", "\n", "\r"],
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: ROW_BYTES,
      // Nothing is kept here: the builder has it, and ends what grows too long.
      on_record: (cells: readonly string[]) => {
        for (const [column, cell] of cells.entries()) {
          builder.put(row, column, cell);
        }
        row += 1;
        return null;
      },
    });
  } catch (error) {
    if (error instanceof CsvError) {
      throw new BadSheet(
        error.code === "CSV_QUOTE_NOT_CLOSED" || error.code === "CSV_MAX_RECORD_SIZE"
          ? `Unas comillas (") que se abren en la fila ${row + 1} no se cierran.`
          : `La fila ${row + 1} no se puede leer.`,
      );
    }
    throw error;
  }
}

function textOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) {
    return new TextDecoder("utf-16le").decode(bytes);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

function separatorOf(text: string): string {
  const lines = text.split(/\r\n|\n|\r/, LINES_LOOKED_AT).join("\n");
  const [most = ";"] = [";", ",", "\t"].toSorted(
    (one, other) => lines.split(other).length - lines.split(one).length,
  );
  return most;
}
