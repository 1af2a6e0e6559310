import { isNameHolding } from "./name-search.ts";

/** Rows on one page, when a page is asked for and not how long it is. */
const PAGE = 50;

/** What a list was asked for that comes whole unless a page of it is asked for. */
export interface WholeOrPage {
  search: string;
  page?: number | undefined;
  limit?: number | undefined;
}

/** The rows of one page. */
export interface PageRows {
  limit: number;
  offset: number;
}

/** Which rows were asked for; undefined for all of them. */
export function pageRowsOf({ page, limit }: WholeOrPage): PageRows | undefined {
  if (page === undefined && limit === undefined) {
    return undefined;
  }
  const size = limit ?? PAGE;
  return { limit: size, offset: ((page ?? 1) - 1) * size };
}

/** What a reply has beside its rows: nothing where all were asked for. @param count rows that are found */
export const countedPages = (page: PageRows | undefined, count: number): { totalPages?: number } =>
  page === undefined ? {} : { totalPages: Math.max(1, Math.ceil(count / page.limit)) };

/** What was asked for of a list that is short by nature and was read whole: those of that name, or a page of them. */
export function partOf<Row extends { name: string }>(
  all: Row[],
  asked: WholeOrPage,
): { rows: Row[]; pages: { totalPages?: number } } {
  const { search } = asked;
  const page = pageRowsOf(asked);
  const found = search === "" ? all : all.filter(({ name }) => isNameHolding(name, search));
  return {
    rows: page === undefined ? found : found.slice(page.offset, page.offset + page.limit),
    pages: countedPages(page, found.length),
  };
}
