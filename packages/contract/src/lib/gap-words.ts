import { dateWords } from "./date-words.ts";
import type { RecordGap } from "./event-lists.ts";

/** 'Entre el 20 nov 2026 3:05 AM y el 20 nov 2026 2:00 PM faltan registros: se restauró una copia.' */
export const gapWords = ({ from, until, timeZone }: RecordGap): string =>
  `Entre el ${dateWords(from, timeZone)} y el ${dateWords(until, timeZone)} faltan registros: se restauró una copia.`;
