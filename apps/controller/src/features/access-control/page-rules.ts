import type { AccessPageBody, AccessVersion } from "@umbral/contract/access-control/access-list";

/** What a page is to the list that is kept, or to the whole one that is arriving. */
export type PagePlace = "begins-list" | "continues-list" | "changes-kept" | { refused: string };

/** Where does a page that the server signed belong? Neither an older one nor one with a gap before it has a place. */
export function placeOfPage(
  page: AccessPageBody,
  has: { buildingId: string; kept: AccessVersion | undefined; arriving: AccessVersion | undefined },
): PagePlace {
  const { epoch, from, to, head } = page;
  const { kept, arriving } = has;
  if (page.buildingId !== has.buildingId) {
    return { refused: "another building" };
  }
  if (from > to || to > head) {
    return { refused: "numbers that cannot be" };
  }
  if (kept && (epoch < kept.epoch || (epoch === kept.epoch && head < kept.number))) {
    return { refused: "older than what is kept" };
  }
  if (from === 0) {
    return "begins-list";
  }
  if (continues(page, arriving)) {
    return "continues-list";
  }
  return continues(page, kept) ? "changes-kept" : { refused: "a gap before it" };
}

const continues = ({ epoch, from }: AccessPageBody, version: AccessVersion | undefined): boolean =>
  version !== undefined && version.epoch === epoch && version.number === from;
