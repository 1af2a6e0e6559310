import { z } from "zod";
import { anybody, endpoint, whoMay } from "../lib/endpoint.ts";
import { countedPages, wholeOrPage } from "../lib/pages.ts";
import { notPersonal, personal } from "../lib/personal.ts";

const none = z.strictObject({});
const byId = z.strictObject({ id: z.uuid() });
/** `search` is a part of a name. */
const byName = z.strictObject(wholeOrPage);

export const Building = z.object({ id: z.uuid(), name: z.string() });
export type Building = z.infer<typeof Building>;
export const Tower = z.object({ id: z.uuid(), name: z.string() });
export type Tower = z.infer<typeof Tower>;
export const Floor = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Short-lived address of the plan; null without one, or for who does not belong to the building. */
  image: z.string().nullable(),
});
export type Floor = z.infer<typeof Floor>;
export const Apartment = z.object({ id: z.uuid(), name: z.string(), active: z.boolean() });
export type Apartment = z.infer<typeof Apartment>;

export const listBuildings = endpoint({
  method: "GET",
  path: "/api/buildings",
  summary: "All buildings, by name; in pages when a page is asked for",
  access: anybody,
  params: none,
  query: byName,
  body: z.undefined(),
  reply: z.object({ buildings: z.array(Building), ...countedPages }),
});

export const listTowers = endpoint({
  method: "GET",
  path: "/api/buildings/{id}/towers",
  summary: "Towers of a building, in natural order; in pages when a page is asked for",
  access: anybody,
  params: byId,
  query: byName,
  body: z.undefined(),
  reply: z.object({ towers: z.array(Tower), ...countedPages }),
});

export const listFloors = endpoint({
  method: "GET",
  path: "/api/towers/{id}/floors",
  summary:
    "Floors of a tower, in natural order, the plan only for people of the building; in pages when a page is asked for",
  access: anybody,
  params: byId,
  query: byName,
  body: z.undefined(),
  reply: z.object({ floors: z.array(Floor), ...countedPages }),
});

export const listApartments = endpoint({
  method: "GET",
  path: "/api/floors/{id}/apartments",
  summary:
    "Apartments of a floor: those somebody leads or owns, or all with active=false; in pages when a page is asked for",
  access: anybody,
  params: byId,
  query: byName.extend({ active: z.enum(["true", "false"]).default("true") }),
  body: z.undefined(),
  reply: z.object({ apartments: z.array(Apartment), ...countedPages }),
});

/** What the lobby filters while typing. */
export const DirectoryApartment = z.object({
  id: z.uuid(),
  name: notPersonal("of a place", z.string()),
  tower: z.object({ name: z.string() }),
  /** Whom a call would ring, by name; absent for who may call but not know whom: visitors. */
  residents: z.array(personal("identity", z.string())).optional(),
});
export type DirectoryApartment = z.infer<typeof DirectoryApartment>;

export const apartmentDirectory = endpoint({
  method: "GET",
  path: "/api/buildings/{buildingId}/apartments",
  summary: "The building's apartments by name, for whoever may call them",
  access: whoMay("apartments.search", { building: "buildingId" }),
  params: z.strictObject({ buildingId: z.uuid() }),
  query: none,
  body: z.undefined(),
  reply: z.object({ apartments: z.array(DirectoryApartment) }),
});

/** An apartment and whom it rings. `apartmentUserId` is the id of that person's space (decisions §5). */
export const ApartmentUser = z.object({
  id: z.uuid(),
  name: notPersonal("of a place", z.string()),
  tower: z.object({ name: z.string() }),
  /** `name` is null for who may call but not know whom: visitors. */
  users: z.array(
    z.object({ id: z.uuid(), apartmentUserId: z.uuid(), name: personal("identity", z.string().nullable()) }),
  ),
});
export type ApartmentUser = z.infer<typeof ApartmentUser>;

export const findApartmentUsers = endpoint({
  method: "GET",
  path: "/api/buildings/{buildingId}/apartments/{apartmentNumber}",
  summary: "Apartments of that name and the people a call would ring",
  access: whoMay("apartments.search", { building: "buildingId" }),
  params: z.strictObject({ buildingId: z.uuid(), apartmentNumber: z.string().trim().min(1).max(60) }),
  query: none,
  body: z.undefined(),
  reply: z.object({ apartmentUsers: z.array(ApartmentUser) }),
});
