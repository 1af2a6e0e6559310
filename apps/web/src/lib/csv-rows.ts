/** What a spreadsheet would take for the beginning of a formula: the server guards a field that begins so by an apostrophe. */
const GUARDED = /^'[=+\-@\t\r\n]/;
/** Likewise after a comma and the end of a line, for who splits there. */
const GUARDED_AFTER_COMMA = /([,\r\n])'('*)(?=(.))/gu;

/**
 * The rows of a file of the server's (`;` between fields, quotes doubled within quotes), each field as it was before it
 * was guarded against formulas.
 */
export function csvRows(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const field = /("(?:[^"]|"")*"|[^;\r\n]*)(;|\r?\n|$)/y;
  field.lastIndex = text.startsWith("\uFEFF") ? 1 : 0;
  while (field.lastIndex < text.length) {
    const [, said = "", end = ""] = field.exec(text) ?? [];
    row.push(plain(said));
    if (end !== ";") {
      rows.push(row);
      row = [];
    }
    if (end === "") {
      break;
    }
  }
  return rows;
}

function plain(said: string): string {
  const value = said.startsWith('"') ? said.slice(1, -1).replaceAll('""', '"') : said;
  const whole = GUARDED.test(value.normalize("NFKC")) ? value.slice(1) : value;
  return whole.replace(GUARDED_AFTER_COMMA, (all: string, before: string, guards: string, next: string) =>
    GUARDED.test(`'${next.normalize("NFKC")}`) ? `${before}${guards}` : all,
  );
}
