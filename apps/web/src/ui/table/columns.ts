import type { RowData } from "@tanstack/react-table";
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Moment } from "../../lib/days.ts";
import { browserStore } from "../../lib/storage.ts";
import type { Order } from "../../lib/useListOrder.ts";

/** How much room a table has: a phone's, a tablet's, that of a laptop beside the menu, of a large screen, more. */
const rooms = ["phone", "tablet", "desk", "wide", "vast"] as const;
export type Room = (typeof rooms)[number];

export interface Column<Row extends RowData> {
  id: string;
  header: string;
  cell(row: Row): ReactNode;
  /**
   * What stands in its one line, where `cell` is longer: all of it is among the row's details.
   * @param onDetails shows them, where a row has any
   */
  brief?(row: Row, onDetails: () => void): ReactNode;
  /** Makes the column sortable by this value, where the whole list is there. */
  sortBy?(row: Row): string | number;
  /** Whoever gives the list puts it in order by this column. */
  isSortable?: boolean;
  /** Its head, pressed first, puts the largest and the latest first. */
  isLatestFirst?: boolean;
  /** What a row is called by: on a phone its first line, without its header. */
  isTitle?: boolean;
  /** On a phone it stands without its header: for a row's actions, at its end. */
  isWhole?: boolean;
  /** Its place in a row's second line on a phone. Where no column has one, each row is a card there. */
  line?: number;
  /** Of use to few: it stands in no row, and among a row's details alone. */
  isDetail?: boolean;
  /** On a phone it goes on in a second line: cut, one row could not be told from another. */
  wraps?: boolean;
  /** It is short and never cut: a time, a number. */
  isFirm?: boolean;
  /** It takes the room that the others leave. */
  isWide?: boolean;
  /** In rem: with less, what it says could not be read. Its head is counted by itself. */
  least?: number;
  /** The least room in which it stands there by itself. */
  from?: Room;
  /**
   * While the table stands by this column, or as it came and nobody put it in another order, its rows stand under the days
   * of these moments.
   */
  day?(row: Row): Moment;
  /** What a phone and a tablet say of it while its day stands over the row: on a phone at the end of the first line. */
  underDay?(row: Row): ReactNode;
  /** For numbers and actions. */
  align?: "start" | "end";
}

/** Where a column stops being offered by itself, and what somebody chose instead. */
export type Choice = Readonly<Record<string, boolean>>;

/** Room in rem, from which on it is the next one. Those of the styles, which fold a table that has no script yet. */
const FROM_TABLET = 44;
const FROM_DESK = 64;
const FROM_WIDE = 96;
const FROM_VAST = 132;

const from = [FROM_TABLET, FROM_DESK, FROM_WIDE, FROM_VAST];
/** What room so many rem are. */
export const roomOf = (rem: number): Room => rooms[from.filter((least) => rem >= least).length] ?? "phone";

const isPhoneRoom = (rem: number): boolean => roomOf(rem) === "phone";

/** Of the type that browsers begin with: only a guess stands on it. */
const USUAL_REM_PX = 16;

/**
 * The room that an element has in whole rem, followed as windows and menus change. Within a phone's, how much it is says
 * nothing of how a table looks, and is not followed.
 */
export function useRoom(of: RefObject<HTMLElement | null>): number {
  // A phone's window has a phone's room: what is drawn first is not drawn anew once it was measured.
  const [room, setRoom] = useState(() => Math.floor(window.innerWidth / USUAL_REM_PX));
  const known = useRef(room);
  useLayoutEffect(() => {
    const element = of.current;
    if (element === null) {
      return;
    }
    const rem = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    const look = (width: number, draw: (change: () => void) => void) => {
      const now = Math.floor(width / rem());
      if (now !== known.current && !(isPhoneRoom(now) && isPhoneRoom(known.current))) {
        known.current = now;
        draw(() => setRoom(now));
      }
    };
    // With the frame's own layout, before it is painted: measured here, the page would be laid out once more for it.
    const frame = requestAnimationFrame(() => look(element.getBoundingClientRect().width, flushSync));
    const watch = new ResizeObserver(([entry]) => {
      if (entry !== undefined) {
        look(entry.contentRect.width, (change) => change());
      }
    });
    watch.observe(element);
    return () => {
      cancelAnimationFrame(frame);
      watch.disconnect();
    };
  }, [of]);
  return room;
}

/** Whether a column stands there: chosen, or by the room that it wants. What names a row and its actions always do. */
export function isShown<Row extends RowData>(
  column: Column<Row>,
  room: Room,
  choice: Choice,
  hasLines: boolean,
): boolean {
  if (column.isTitle || column.isWhole) {
    return true;
  }
  if (column.isDetail) {
    return false;
  }
  if (room === "phone" && hasLines) {
    return column.line !== undefined;
  }
  return choice[column.id] ?? rooms.indexOf(room) >= rooms.indexOf(column.from ?? "phone");
}

/** Whether a table can stand in the order of this column. */
export const isSortable = <Row extends RowData>({ sortBy, isSortable: byOthers }: Column<Row>): boolean =>
  sortBy !== undefined || byOthers === true;

/** The moments under whose days rows stand, in this order; undefined where they stand under none. */
export const daysIn = <Row extends RowData>(
  columns: readonly Column<Row>[],
  order: Order | null,
): Column<Row>["day"] =>
  columns.find(({ id, day }) => (order === null ? day !== undefined : id === order.by))?.day;

const keyFor = (name: string): string => `columns:${name}`;

/** The columns that somebody chose for a table, kept on this device. */
export function useColumnChoice(name: string | undefined): [Choice, (id: string, shows: boolean) => void] {
  const [choice, setChoice] = useState<Choice>(() => (name === undefined ? {} : readChoice(name)));
  const change = (id: string, shows: boolean) => {
    const next = { ...choice, [id]: shows };
    setChoice(next);
    if (name !== undefined) {
      browserStore().setItem(keyFor(name), JSON.stringify(next));
    }
  };
  return [choice, change];
}

function readChoice(name: string): Choice {
  try {
    const kept: unknown = JSON.parse(browserStore().getItem(keyFor(name)) ?? "{}");
    const pairs = typeof kept === "object" && kept !== null ? Object.entries(kept) : [];
    return Object.fromEntries(
      pairs.filter((pair): pair is [string, boolean] => typeof pair[1] === "boolean"),
    );
  } catch {
    // Something else wrote there: as if nothing had been chosen.
    return {};
  }
}
