import { dayTitle } from "./dates.ts";

/** When something happened, and by which clock its day is told. */
export interface Moment {
  at: string;
  timeZone?: string | undefined;
}

/** What follows one another on the same day. */
export interface Day<Item> {
  /** Tells a day from the next one that has the same title. */
  key: string;
  /** 'Hoy', 'Ayer' or '18 nov 2026' */
  title: string;
  items: readonly Item[];
}

/** What happened, in the order in which it comes, under its days. */
export function daysOf<Item>(
  items: readonly Item[],
  momentOf: (item: Item) => Moment,
  now: Date,
): readonly Day<Item>[] {
  const days: { key: string; title: string; items: Item[] }[] = [];
  for (const item of items) {
    const { at, timeZone } = momentOf(item);
    const title = dayTitle(at, now, timeZone);
    const last = days.at(-1);
    if (last?.title === title) {
      last.items.push(item);
    } else {
      days.push({ key: `${days.length} ${title}`, title, items: [item] });
    }
  }
  return days;
}
