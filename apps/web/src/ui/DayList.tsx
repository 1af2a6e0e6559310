import type { ReactNode } from "react";
import { daysOf, type Moment } from "../lib/days.ts";
import { useToday } from "../lib/useNow.ts";
import css from "./DayList.module.css";

interface DayListProps<Item> {
  items: readonly Item[];
  momentOf(item: Item): Moment;
  /** Of a day's title among the headings of the page. */
  level: 2 | 3;
  /** Of each day's list. */
  className?: string | undefined;
  /** The `li` of one of them, with its key. */
  children(item: Item): ReactNode;
}

/** What happened, in the order in which it comes, under 'Hoy', 'Ayer' and its days. */
export function DayList<Item>({ items, momentOf, level, className, children }: DayListProps<Item>) {
  const now = useToday();
  const Title = `h${level}` as const;
  return (
    <div className={css["days"]}>
      {daysOf(items, momentOf, now).map(({ key, title, items: ofDay }) => (
        <div key={key} className={css["day"]}>
          <Title className={css["title"]}>{title}</Title>
          <ul className={className} aria-label={title}>
            {ofDay.map(children)}
          </ul>
        </div>
      ))}
    </div>
  );
}
