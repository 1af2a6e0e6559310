import { formatDay } from "./dates.ts";

/* Days and months as a calendar has them, the same by every clock: what of them is written out. */

const MONTHS = [
  ...["enero", "febrero", "marzo", "abril", "mayo", "junio"],
  ...["julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre"],
];
const WEEKDAYS = ["domingo", "lunes", "martes", "miércoles", "jueves", "viernes", "sábado"];

/** 'noviembre de 2026' @param month `2026-11` */
export function monthWords(month: string): string {
  const [year = "", number = ""] = month.split("-");
  return `${MONTHS[Number(number) - 1] ?? ""} de ${year}`;
}

/** 'viernes 1 ene 2027' @param day `2027-01-01` */
export function longDay(day: string): string {
  const midnight = new Date(`${day}T00:00:00Z`);
  return `${WEEKDAYS[midnight.getUTCDay()] ?? ""} ${formatDay(midnight, "UTC")}`;
}
