import { z } from "zod";
import { endpoint, whoMay } from "../lib/endpoint.ts";
import { inPagesOf, Search } from "../lib/pages.ts";
import { personal } from "../lib/personal.ts";
import { Role } from "../lib/roles.ts";

/** People of a level on one page. */
export const LEVEL_PEOPLE_PAGE = 25;

/** Somebody who has a level, by what they are or by name: once, also by both. */
export const LevelPerson = z.object({
  id: z.uuid(),
  name: personal("identity", z.string()),
  /** Carries a card and has no account. */
  isWithoutAccount: z.boolean(),
  /** By which of their roles. */
  roles: z.array(Role),
  /** It was given to them: that can be taken. */
  isByName: z.boolean(),
  since: z.iso.datetime(),
  /** Null without an end. */
  until: z.iso.datetime().nullable(),
});
export type LevelPerson = z.infer<typeof LevelPerson>;

/** Who has it later is among them. Refusals: ACCESS_LEVEL_NOT_FOUND (404). */
export const listLevelPeople = endpoint({
  method: "GET",
  path: "/api/{product}/buildings/{id}/access-levels/{levelId}/people",
  summary: "Who has a level of access, by what they are or by name, in the order of their names",
  access: whoMay("buildings.administer", { building: "id" }),
  params: z.strictObject({ id: z.uuid(), levelId: z.uuid() }),
  query: z.strictObject({ search: Search, ...inPagesOf(LEVEL_PEOPLE_PAGE) }),
  body: z.undefined(),
  reply: z.object({ people: z.array(LevelPerson), totalPages: z.number().int() }),
});
