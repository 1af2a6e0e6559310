/** Months that may be chosen: this one and those of the year before, and the one that is compared with. */
const MONTHS = 13;

/** The latest first. @param today `2026-11-23`, in the building */
export function latestMonths(today: string): string[] {
  const [year = 0, month = 1] = today.split("-").map(Number);
  return Array.from({ length: MONTHS }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  );
}

/** '2 días y 3 h', '3 h 20 min', '45 min' */
export function lengthWords(minutes: number): string {
  const days = Math.floor(minutes / 1440);
  const hours = Math.floor((minutes % 1440) / 60);
  if (days > 0) {
    return [`${days} ${days === 1 ? "día" : "días"}`, ...(hours === 0 ? [] : [`${hours} h`])].join(" y ");
  }
  const rest = minutes % 60;
  return hours === 0 ? `${rest} min` : rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}

export const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0);
