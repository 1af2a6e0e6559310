import type { Direction } from "@umbral/contract/lib/pages";
import type { ListOrder, Order } from "./useListOrder.ts";

/* Lists of what happened stand by time alone: the newest first, or the oldest. */

/** The column of its time, as the address calls it. */
export const timeInAddress = { when: "fecha" } as const;
export const newestFirst: Order<"when"> = { by: "when", isDescending: true };

/** Which way round the server is asked for it. */
export const directionOf = ({ current }: ListOrder<"when">): Direction =>
  current === null || current.isDescending ? "desc" : "asc";

/** What is asked with it: the server gives the newest first by itself. */
export const oldestFirst = (direction: Direction): { direction?: Direction } =>
  direction === "asc" ? { direction } : {};

/** What comes first, for who cannot see it. */
export const firstWords: Readonly<Record<Direction, string>> = {
  desc: "las más recientes",
  asc: "las más antiguas",
};
