import { stringify } from "csv-stringify/sync";

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

/** What a spreadsheet takes for the beginning of a formula that it carries out. */
const FORMULA_SIGN = /^[=+\-@\t\r\n]/;

/** What follows a comma or the end of a line, and the apostrophes that stand there already. */
const AFTER_COMMA = /([,\r\n])('*)(?=(.))/gu;

/** Some programs read a full-width or small sign (`＝`, `﹢`) as the plain one: it counts as that. */
function field(value: string | number | null): string {
  if (typeof value !== "string") {
    return value === null ? "" : String(value);
  }
  const [sign = ""] = value;
  const guarded = isFormula(sign) ? `'${value}` : value;
  // A spreadsheet of a country whose decimal sign is the point splits at commas, and so takes a quote behind a `;` for no quote:
  // the end of a line within it begins a row there.
  return guarded.replace(AFTER_COMMA, (all: string, before: string, guards: string, next: string) =>
    isFormula(next) ? `${before}'${guards}` : all,
  );
}

const isFormula = (sign: string): boolean => FORMULA_SIGN.test(sign.normalize("NFKC"));

const lines = (rows: readonly (readonly (string | number | null)[])[]): string =>
  stringify(
    rows.map((values) => values.map(field)),
    // Half a line's end inside a field ends a line too, for some who read it.
    { delimiter: ";", record_delimiter: "\r\n", quoted_match: /[\r\n]/ },
  );

/**
 * The text of a file with these rows, a part for each batch, and the headers first: with the first batch, so that what cannot be
 * asked at all fails before anything is given.
 */
export async function* csvParts<Row>(
  columns: readonly CsvColumn<Row>[],
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  let headers = BYTE_ORDER_MARK + lines([columns.map(({ header }) => header)]);
  for await (const rows of batches) {
    yield headers + lines(rows.map((row) => columns.map(({ value }) => value(row))));
    headers = "";
  }
  if (headers !== "") {
    yield headers;
  }
}

/** Those of a list that somebody chose; all of them where nothing was chosen. */
export const chosenOf = <Row extends { id: string }>(
  rows: readonly Row[],
  ids: readonly string[] | undefined,
): readonly Row[] => (ids === undefined ? rows : rows.filter(({ id }) => ids.includes(id)));

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
