import type { BoardCard } from "./packets.ts";
import type { WallClock } from "./wall-clock.ts";

/** Of somebody without a beginning or an end. Boards know no year beyond. */
const FIRST_DAY = "2000-01-01";
const LAST_DAY = "2099-12-31";
const DAY_MS = 24 * 3_600_000;
/** An end at the day's last minute is the day's end. */
const LAST_MINUTE = "23:59";

/** From when until when somebody always comes in by a door; null on a side without an end. */
export interface AlwaysSpan {
  from: number | null;
  until: number | null;
}

/**
 * A card as a board may have it: it has one from and one until for all its doors, and whole days. The doors that it gives
 * now, and for longest, are on it, and those that it gives for as long; no day on which it would open for too long.
 * @param spans by the door's number on the board
 * @returns null where it opens nothing there
 */
export function boardCardOf(
  number: number,
  spans: ReadonlyMap<number, readonly AlwaysSpan[]>,
  wall: WallClock,
  now: number,
): BoardCard | null {
  const days = [...spans].flatMap(([door, several]) =>
    several.map((span) => ({ door, ...daysOf(span, wall) })).filter(({ from, to }) => from <= to),
  );
  const today = wall.read(now).slice(0, 10);
  const isLater = ({ from }: { from: string }) => Number(from > today);
  const [longest] = days
    .filter(({ to }) => to >= today)
    .sort(
      (one, other) =>
        isLater(one) - isLater(other) || compare(other.to, one.to) || compare(one.from, other.from),
    );
  if (!longest) {
    return null;
  }
  const { from, to } = longest;
  const opens = (door: number) => days.some((one) => one.door === door && one.from <= from && one.to >= to);
  return { number, from, to, doors: [1, 2, 3, 4].map((door) => (opens(door) ? 1 : 0)) };
}

/** The days that lie in a span whole. */
function daysOf({ from, until }: AlwaysSpan, wall: WallClock): { from: string; to: string } {
  return {
    from: from === null ? FIRST_DAY : firstDay(wall.read(from)),
    to: until === null ? LAST_DAY : lastDay(wall.read(until)),
  };
}

function firstDay(moment: string): string {
  const [day = "", time] = moment.split(" ");
  return time === "00:00:00" ? day : shifted(day, DAY_MS);
}

function lastDay(moment: string): string {
  const [day = "", time = ""] = moment.split(" ");
  const last = time.startsWith(LAST_MINUTE) ? day : shifted(day, -DAY_MS);
  return last > LAST_DAY ? LAST_DAY : last;
}

const shifted = (day: string, ms: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + ms).toISOString().slice(0, 10);

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

export const isSameCard = (one: BoardCard, other: BoardCard): boolean =>
  one.from === other.from && one.to === other.to && one.doors.join() === other.doors.join();
