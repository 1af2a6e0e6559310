import { formatDay } from "../../lib/dates.ts";

const DAY_MS = 24 * 3_600_000;

/** The day that an address names, where it is one. */
export function dayIn(text: string): string | undefined {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  return at === null || Number.isNaN(at.valueOf()) || !at.toISOString().startsWith(text) ? undefined : text;
}

/** The day that is so many days after this one (before it with a negative number): `2026-03-01`, -1 → `2026-02-28`. */
export const daysFrom = (day: string, by: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + by * DAY_MS).toISOString().slice(0, 10);

/** 'Visitas de hoy', 'Visitas de ayer', 'Visitas del 20 nov 2026' */
export function titleOfDay(day: string | undefined, today: string | undefined): string {
  if (day === undefined || day === today) {
    return "Visitas de hoy";
  }
  return today !== undefined && day === daysFrom(today, -1)
    ? "Visitas de ayer"
    : `Visitas del ${formatDay(`${day}T12:00:00Z`, "UTC")}`;
}
