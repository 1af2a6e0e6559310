import { type RawBuilder, sql } from "kysely";

/** Does the text in this column hold what was typed, whatever the accents and capitals of either? */
export const holds = (column: string, typed: string): RawBuilder<boolean> =>
  sql<boolean>`translate(lower(${sql.ref(column)}), 'áéíóúüñ', 'aeiouun') like ${`%${likeText(plain(typed))}%`}`;

/** The same of a text that was read already. */
export const isNameHolding = (text: string, typed: string): boolean => plain(text).includes(plain(typed));

const plain = (text: string): string => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");

/** As a text of its own: what was typed has no wildcards. */
const likeText = (text: string): string => text.replace(/[\\%_]/g, "\\$&");
