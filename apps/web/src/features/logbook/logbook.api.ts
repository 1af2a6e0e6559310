import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type {
  correctLine,
  exportLogbook,
  LogbookLine,
  listLogbook,
  writeNote,
} from "@umbral/contract/logbook/logbook.contract";
import type { LineGroup, NoteCategory } from "@umbral/contract/logbook/logbook-lines";
import { call } from "../../lib/call.ts";
import { momentsOf } from "../../lib/day-range.ts";
import { download } from "../../lib/download.ts";
import { keyOf, queryOf } from "../../lib/endpoint-query.ts";
import { refresh } from "../../lib/queries.ts";
import { type Sending, upload } from "../../lib/upload.ts";

/** What is looked for; what is empty narrows nothing. */
export interface LogbookWish {
  search: string;
  group: LineGroup | undefined;
  category: NoteCategory | undefined;
  /** `YYYY-MM-DD`, on the building's clock. */
  first: string;
  last: string;
}

/** Lines that one request brings for paper. */
const PRINT_PAGE = 100;
/** More than this is no day of a lobby: a file is for it. */
const PRINTED_MOST = 2000;

const lookedFor = ({ search, group, category, first, last }: LogbookWish, timeZone: string | undefined) => ({
  search,
  ...(group === undefined ? {} : { group }),
  ...(category === undefined ? {} : { category }),
  ...momentsOf({ first, last }, timeZone),
});

/** A page of a building's logbook, the newest first. Lines that come are asked for by themselves. */
export function useLogbook(
  { id: buildingId, timeZone }: LogbookPlace,
  wish: LogbookWish,
  { page, limit }: { page: number; limit?: number },
) {
  return useQuery({
    ...queryOf<typeof listLogbook>("GET", "/api/buildings/{buildingId}/logbook", {
      params: { buildingId },
      query: { ...lookedFor(wish, timeZone), page, ...(limit === undefined ? {} : { limit }) },
    }),
    placeholderData: keepPreviousData,
    // Pictures are not kept after they were looked at.
    gcTime: 0,
  });
}

/** A building as its logbook needs it. */
export interface LogbookPlace {
  id: string;
  name: string;
  timeZone?: string | undefined;
}

/** Lines as they stand on paper, and whether these are all of them. */
export interface LinesToPrint {
  lines: readonly LogbookLine[];
  isWhole: boolean;
}

/** The lines of these days, the oldest first; of more than fit on paper the latest. */
export async function linesToPrint(
  { id: buildingId, timeZone }: LogbookPlace,
  wish: LogbookWish,
): Promise<LinesToPrint> {
  // Each once: what is written meanwhile moves the others on to the next page.
  const lines = new Map<string, LogbookLine>();
  let [page, pages, hasOlder] = [0, 1, false];
  while (page < pages && lines.size < PRINTED_MOST) {
    page += 1;
    const part = await call<typeof listLogbook>("GET", "/api/buildings/{buildingId}/logbook", {
      params: { buildingId },
      query: { ...lookedFor(wish, timeZone), page, limit: PRINT_PAGE },
    });
    [pages, hasOlder] = [part.totalPages, part.hasOlder];
    for (const line of part.lines) {
      lines.set(line.id, line);
    }
  }
  return { lines: [...lines.values()].reverse(), isWhole: page >= pages && !hasOlder };
}

export const downloadLogbook = ({ id: buildingId, timeZone }: LogbookPlace, wish: LogbookWish) =>
  download<typeof exportLogbook>("GET", "/api/buildings/{buildingId}/logbook.csv", {
    params: { buildingId },
    query: lookedFor(wish, timeZone),
  });

export interface Note {
  /** Names the press: sent again after a lost answer, it is the same one. */
  requestId: string;
  category: NoteCategory;
  text: string;
  pictures: readonly File[];
}

export function sendNote(
  buildingId: string,
  { pictures: [picture1, picture2, picture3, picture4], ...note }: Note,
  sending: Sending,
) {
  return upload<typeof writeNote>("POST", "/api/buildings/{buildingId}/logbook", {
    params: { buildingId },
    body: {
      ...note,
      ...(picture1 === undefined ? {} : { picture1 }),
      ...(picture2 === undefined ? {} : { picture2 }),
      ...(picture3 === undefined ? {} : { picture3 }),
      ...(picture4 === undefined ? {} : { picture4 }),
    },
    ...sending,
  });
}

export const sendCorrection = (
  buildingId: string,
  lineId: string,
  correction: { requestId: string; text: string },
) =>
  call<typeof correctLine>("POST", "/api/buildings/{buildingId}/logbook/{lineId}/corrections", {
    params: { buildingId, lineId },
    body: correction,
  });

export const refreshLogbook = (buildingId: string): Promise<void> =>
  refresh(
    keyOf<typeof listLogbook>("GET", "/api/buildings/{buildingId}/logbook", { params: { buildingId } }),
  );
