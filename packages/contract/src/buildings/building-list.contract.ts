import { z } from "zod";
import { KnownBuilding } from "../auth/auth.contract.ts";
import { csvFile, endpoint, whoMay } from "../lib/endpoint.ts";
import { chosenRows, countedPages, Direction, Search, wholeOrPage } from "../lib/pages.ts";

/** A building as the platform's administrators see it. */
export const AdminBuilding = KnownBuilding.extend({
  apartments: z.number().int(),
  doors: z.number().int(),
  /** How its controllers are: `some` of several are away; `none`: no controller was ever paired. */
  controller: z.enum(["online", "some", "away", "none"]),
  /** Of the one that was heard of the longest ago; null before any was. */
  lastSeenAt: z.iso.datetime().nullable(),
});
export type AdminBuilding = z.infer<typeof AdminBuilding>;

/** By what buildings can stand; those that are alike by name. */
export const BuildingOrder = z.enum(["name", "city", "apartments"]);
export type BuildingOrder = z.infer<typeof BuildingOrder>;

export const administerBuildings = endpoint({
  method: "GET",
  path: "/api/{product}/buildings",
  summary:
    "All buildings, by name unless another order is asked for, with the state of their controllers; in pages when a page is asked for",
  access: whoMay("buildings.administer", "somewhere"),
  params: z.strictObject({}),
  query: z.strictObject({
    ...wholeOrPage,
    sort: BuildingOrder.default("name"),
    direction: Direction.default("asc"),
  }),
  body: z.undefined(),
  reply: z.object({ buildings: z.array(AdminBuilding), ...countedPages }),
});

export const readBuilding = endpoint({
  method: "GET",
  path: "/api/{product}/buildings/{id}",
  summary: "One building",
  access: whoMay("buildings.administer", { building: "id" }),
  params: z.strictObject({ id: z.uuid() }),
  query: z.strictObject({}),
  body: z.undefined(),
  reply: z.object({ building: AdminBuilding }),
});

export const exportBuildings = csvFile({
  path: "/api/{product}/buildings.csv",
  summary: "The same as a file for a spreadsheet, with the state of each controller",
  access: whoMay("buildings.administer", "somewhere"),
  params: z.strictObject({}),
  query: z.strictObject({ search: Search, ...chosenRows }),
});
