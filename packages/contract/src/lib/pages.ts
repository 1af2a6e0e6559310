import { z } from "zod";
import { CHOSEN_MOST } from "./list-limits.ts";

/**
 * How far back a list of events can be leafed, in events: further back one looks by date. Counting and
 * skipping more would take the database longer than anybody waits.
 */
export const LIST_REACH = 5000;

const Page = z.coerce.number().int().min(1).max(100_000);
const Limit = z.coerce.number().int().min(1).max(100);

/** A page of a list that always comes in pages. */
export const inPagesOf = (size: number) => ({ page: Page.default(1), limit: Limit.default(size) });

/** What a list is narrowed to by typing. */
export const Search = z.string().trim().max(100).default("");

/** A list that comes whole unless a page of it is asked for (decisions §3). */
export const wholeOrPage = {
  search: Search,
  page: Page.optional(),
  limit: Limit.optional(),
};

/** What such a list's reply has beside its rows. */
export const countedPages = {
  /** Only when `page` or `limit` was given. */
  totalPages: z.number().int().optional(),
};

/** Which way round a list stands. */
export const Direction = z.enum(["asc", "desc"]);
export type Direction = z.infer<typeof Direction>;

/** Only these of a list, for a file of what somebody chose: their ids, between commas. */
export const chosenRows = {
  ids: z
    .string()
    .max(CHOSEN_MOST * 37)
    .transform((text) => text.split(","))
    .pipe(z.array(z.uuid()).max(CHOSEN_MOST))
    .optional(),
};

/** The moments between which something happened: the first one included, the last one not. */
export const between = { from: z.iso.datetime().optional(), to: z.iso.datetime().optional() };
