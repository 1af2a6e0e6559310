import type { CameraDay } from "@umbral/contract/clips/clips.contract";

type Mark = CameraDay["marks"][number];

/** Where a moment stands on the line of its day, from 0 to 1. */
export function shareOf(at: string, { from, to }: Pick<CameraDay, "from" | "to">): number {
  const share = (Date.parse(at) - Date.parse(from)) / (Date.parse(to) - Date.parse(from));
  return Math.min(1, Math.max(0, share));
}

/** Which of the marks, which stand in order, is nearest to a place on the line; -1 where there are none. */
export function nearestTo(share: number, day: Pick<CameraDay, "from" | "to" | "marks">): number {
  const shares = day.marks.map(({ at }) => shareOf(at, day));
  return shares.reduce(
    (best, each, index) =>
      best < 0 || Math.abs(each - share) < Math.abs((shares[best] ?? 0) - share) ? index : best,
    -1,
  );
}

/** Which mark a key leads to; null for a key that leads nowhere. */
export function markOfKey(key: string, at: number, count: number): number | null {
  const last = count - 1;
  const moves: Readonly<Record<string, number>> = {
    ArrowLeft: at - 1,
    ArrowDown: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at + 1,
    PageDown: at - 10,
    PageUp: at + 10,
    Home: 0,
    End: last,
  };
  const to = moves[key];
  return to === undefined ? null : Math.min(last, Math.max(0, to));
}

/** One drawing for all marks of a kind: a line of `height` at each, on a drawing that is 1000 wide. */
export const pathOf = (
  marks: readonly Mark[],
  day: Pick<CameraDay, "from" | "to">,
  { top, height }: { top: number; height: number },
): string => marks.map(({ at }) => `M${(shareOf(at, day) * 1000).toFixed(1)} ${top}v${height}`).join("");

/** The day that is so many days later, as a date field holds it. */
export const dayAfter = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** Is this a day as the address may say it? */
export const isDay = (date: string | null): date is string =>
  date !== null && /^\d{4}-\d{2}-\d{2}$/.test(date) && !Number.isNaN(Date.parse(`${date}T00:00:00Z`));
