/** How many days a month has. @param month `2026-11` */
export function daysOfMonth(month: string): number {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number, 0)).getUTCDate();
}
