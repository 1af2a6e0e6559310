/** Rows of texts, as a person sees them; rows and cells that are not there are empty. */
export type Sheet = string[][];

export interface SheetLimits {
  rows: number;
  /** What stands further to the right is not read. */
  columns: number;
}

/** Why a file is no spreadsheet that can be read, in Spanish. */
export class BadSheet extends Error {}

/** As many as Excel lets somebody write into one cell. */
const CELL_CHARACTERS = 32_767;
/** Characters of all cells: one long text that is shared by every cell would fill the memory otherwise. */
const SHEET_CHARACTERS = 16_000_000;

/** The cells of a file put together into rows, within limits that are enforced. */
export class SheetBuilder {
  readonly rows: Sheet = [];
  readonly #limits: SheetLimits;
  #characters = 0;

  constructor(limits: SheetLimits) {
    this.#limits = limits;
  }

  /** @throws {BadSheet} when there is too much of it */
  put(row: number, column: number, text: string): void {
    if (row >= this.#limits.rows) {
      throw new BadSheet(`El archivo tiene más de ${this.#limits.rows} filas. Divídelo en varios.`);
    }
    if (column >= this.#limits.columns) {
      return;
    }
    const trimmed = text.trim();
    if (trimmed.length > CELL_CHARACTERS) {
      throw new BadSheet(`La fila ${row + 1} tiene una celda con demasiado texto.`);
    }
    this.#characters += trimmed.length;
    if (this.#characters > SHEET_CHARACTERS) {
      throw new BadSheet("El archivo tiene demasiado texto. Divídelo en varios.");
    }
    while (this.rows.length <= row) {
      this.rows.push([]);
    }
    const cells = this.rows[row] ?? [];
    while (cells.length < column) {
      cells.push("");
    }
    cells[column] = trimmed;
  }
}
