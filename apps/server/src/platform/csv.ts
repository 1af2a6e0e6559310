/**
 * Lists as files for a spreadsheet: RFC 4180 with `;` between fields, since that is what a spreadsheet set
 * to Spanish of Colombia expects (its decimal sign is the comma), and a byte order mark, without which it
 * would not read the accents.
 */

/** One column of a file: what stands over it, and what it says of a row. */
export interface CsvColumn<Row> {
  header: string;
  value(row: Row): string | number | null;
}

/** A file on its way: its name, and its text a part at a time. */
export interface CsvFile {
  /** Without the day and the ending: `aperturas`. */
  name: string;
  parts: AsyncIterable<string>;
}

const BYTE_ORDER_MARK = "\uFEFF";
/** Rows asked of the database at once. */
const BATCH_ROWS = 1000;

/** Text that a spreadsheet would take for a formula and carry out. */
const FORMULA = /^[=+\-@\t\r\n]/;

function field(value: string | number | null): string {
  if (value === null) {
    return "";
  }
  const text = typeof value === "string" && FORMULA.test(value) ? `'${value}` : String(value);
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const line = (values: readonly (string | number | null)[]): string => `${values.map(field).join(";")}\r\n`;

/** The text of a file with these rows, a part for each batch, and the headers first. */
export async function* csvParts<Row>(
  columns: readonly CsvColumn<Row>[],
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + line(columns.map(({ header }) => header));
  for await (const rows of batches) {
    yield rows.map((row) => line(columns.map(({ value }) => value(row)))).join("");
  }
}

/** Rows that are all there already, some at a time: a long list keeps nobody waiting. */
export async function* inBatches<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  for (let from = 0; from < rows.length; from += BATCH_ROWS) {
    yield rows.slice(from, from + BATCH_ROWS);
  }
}

/**
 * All rows of a list, however long, a batch at a time: each is asked for only once the one before has left,
 * and between them nothing is held, neither a connection nor a transaction.
 * @param next the `limit` rows that come after `last` in the list's order, or its first without one
 */
export async function* batchesOf<Row>(
  next: (last: Row | undefined, limit: number) => Promise<readonly Row[]>,
  limit: number = BATCH_ROWS,
): AsyncGenerator<readonly Row[]> {
  let last: Row | undefined;
  do {
    const rows: readonly Row[] = await next(last, limit);
    if (rows.length > 0) {
      yield rows;
    }
    last = rows.length < limit ? undefined : rows.at(-1);
  } while (last !== undefined);
}
