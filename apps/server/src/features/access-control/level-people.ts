import type { listLevelPeople } from "@umbral/contract/access-control/level-people.contract";
import type { z } from "zod";
import type { Services } from "../../platform/context.ts";
import { Refused } from "../../platform/refused.ts";
import { findLevelNames } from "./grants.queries.ts";
import { findLevelPeople } from "./level-people.queries.ts";

/** Who has a level of this building. @throws {Refused} ACCESS_LEVEL_NOT_FOUND */
export async function listPeopleOfLevel(
  { db, clock }: Services,
  of: { buildingId: string; levelId: string },
  { search, page, limit }: z.output<(typeof listLevelPeople)["query"]>,
): Promise<z.input<(typeof listLevelPeople)["reply"]>> {
  const levels = await findLevelNames(db, of.buildingId);
  if (!levels.some(({ id }) => id === of.levelId)) {
    throw new Refused("ACCESS_LEVEL_NOT_FOUND");
  }
  const wanted = { ...of, search, now: clock.now() };
  const { rows, count } = await findLevelPeople(db, wanted, { limit, offset: (page - 1) * limit });
  return {
    people: rows.map(({ since, until, ...row }) => ({
      ...row,
      since: since.toISOString(),
      until: until?.toISOString() ?? null,
    })),
    totalPages: Math.max(1, Math.ceil(count / limit)),
  };
}
