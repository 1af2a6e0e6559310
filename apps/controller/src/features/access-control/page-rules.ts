import type { AccessPageBody, AccessVersion, KeptAccess } from "@umbral/contract/access-control/access-list";

/** What a page is to the list that is kept, or to the whole one that is arriving. */
export type PagePlace = "begins-list" | "continues-list" | "changes-kept" | "known" | { refused: string };

/** Where does a page that the server signed belong? Neither an older one nor one with a gap before it has a place. */
export function placeOfPage(
  page: AccessPageBody,
  has: { buildingId: string; kept: KeptAccess | undefined; arriving: KeptAccess | undefined },
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
  if (continues(page, kept)) {
    return "changes-kept";
  }
  return endsAt(page, arriving ?? kept) ? "known" : { refused: "a gap before it" };
}

/** It came before, and its answer was lost. */
const endsAt = ({ epoch, to, head, digest }: AccessPageBody, version: KeptAccess | undefined): boolean =>
  version !== undefined &&
  version.epoch === epoch &&
  version.number === to &&
  (to < head || digest === version.digest);

const continues = ({ epoch, from }: AccessPageBody, version: AccessVersion | undefined): boolean =>
  version !== undefined && version.epoch === epoch && version.number === from;
