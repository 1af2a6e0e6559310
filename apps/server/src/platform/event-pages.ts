import { LIST_REACH } from "@umbral/contract/lib/pages";

export interface PageAsked {
  page: number;
  limit: number;
}

/** Which rows a page of events is made of; none beyond where a list can be leafed to. */
export function rowsOfPage({ page, limit }: PageAsked): { offset: number; limit: number } {
  const offset = (page - 1) * limit;
  return { offset, limit: Math.max(0, Math.min(limit, LIST_REACH - offset)) };
}

/** How many rows are counted: one more than can be leafed to says that there are older ones. */
export const COUNTED_MOST = LIST_REACH + 1;

/** @param counted rows that were found, {@link COUNTED_MOST} at most */
export function pagesOf(counted: number, { limit }: PageAsked): { totalPages: number; hasOlder: boolean } {
  return {
    totalPages: Math.max(1, Math.ceil(Math.min(counted, LIST_REACH) / limit)),
    hasOlder: counted > LIST_REACH,
  };
}
