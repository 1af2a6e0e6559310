import { z } from "zod";
import { ApartmentType } from "../auth/auth.contract.ts";
import { csvFile, endpoint, whoMay } from "../lib/endpoint.ts";
import { chosenRows, Direction } from "../lib/pages.ts";
import { notPersonal } from "../lib/personal.ts";

const none = z.strictObject({});
const byId = z.strictObject({ id: z.uuid() });
const Name = z.string().trim().min(1).max(40);

/** A tower has at most some hundred homes; more at once is a mistake of typing. */
export const APARTMENTS_AT_ONCE = 200;

export const ApartmentSettings = z.object({
  id: z.uuid(),
  name: z.string(),
  active: z.boolean(),
  apartmentType: ApartmentType,
  address: z.string(),
  tower: z.object({ id: z.uuid(), name: z.string() }),
  floor: z.object({ id: z.uuid(), name: z.string() }),
  /** How many people have an approved space there. */
  people: z.number().int(),
});
export type ApartmentSettings = z.infer<typeof ApartmentSettings>;

/** By what homes can stand; those that are alike by tower and name. Names are counted as people do: A-2 before A-10. */
export const ApartmentOrder = z.enum(["tower", "name", "floor", "active", "people"]);
export type ApartmentOrder = z.infer<typeof ApartmentOrder>;

const narrowed = {
  /** A part of the name. */
  search: z.string().trim().max(60).optional(),
  active: z.enum(["true", "false"]).optional(),
};

export const readApartments = endpoint({
  method: "GET",
  path: "/api/{product}/buildings/{buildingId}/apartments",
  summary:
    "Apartments of a building, by tower and name unless another order is asked for; `totalPages` when a page was asked for",
  access: whoMay("buildings.administer", { building: "buildingId" }),
  params: z.strictObject({ buildingId: z.uuid() }),
  query: z.strictObject({
    ...narrowed,
    page: z.coerce.number().int().min(1).max(100_000).optional(),
    limit: z.coerce.number().int().min(1).max(200).optional(),
    sort: ApartmentOrder.default("tower"),
    direction: Direction.default("asc"),
  }),
  body: z.undefined(),
  reply: z.object({
    building: z.object({ id: z.uuid(), name: z.string() }),
    apartments: z.array(ApartmentSettings),
    totalPages: z.number().int().optional(),
  }),
});

export const createApartments = endpoint({
  method: "POST",
  path: "/api/{product}/floors/{id}/apartments",
  summary: "Make apartments on a floor: all of them or none",
  access: whoMay("buildings.administer", { floor: "id" }),
  params: byId,
  query: none,
  body: z.strictObject({
    names: notPersonal("of places", z.array(Name)).min(1).max(APARTMENTS_AT_ONCE),
    apartmentType: ApartmentType.default("APARTMENT"),
    address: notPersonal("where a home lies, not whose it is", z.string().trim().max(120).default("")),
  }),
  reply: z.object({ apartments: z.array(ApartmentSettings) }),
});

export const changeApartment = endpoint({
  method: "PUT",
  path: "/api/{product}/apartments/{id}",
  summary: "Change an apartment",
  access: whoMay("buildings.administer", { apartment: "id" }),
  params: byId,
  query: none,
  body: z.strictObject({
    name: notPersonal("of a place", Name).optional(),
    apartmentType: ApartmentType.optional(),
    address: notPersonal("where a home lies, not whose it is", z.string().trim().max(120).optional()),
  }),
  reply: z.object({ apartment: ApartmentSettings }),
});

/** The specification's deletion: its people lose their spaces, and a fresh one takes its place (decisions §5). */
export const replaceApartment = endpoint({
  method: "DELETE",
  path: "/api/{product}/buildings/{buildingId}/apartments/{apartmentId}",
  summary: "Delete an apartment; a fresh, inactive one with its name takes its place",
  access: whoMay("buildings.administer", { building: "buildingId" }),
  params: z.strictObject({ buildingId: z.uuid(), apartmentId: z.uuid() }),
  query: none,
  body: z.undefined(),
  reply: z.object({ apartment: ApartmentSettings }),
});

export const deleteApartment = endpoint({
  method: "DELETE",
  path: "/api/{product}/apartments/{id}",
  summary: "Take an apartment that was made by mistake away; one with people is refused",
  access: whoMay("buildings.administer", { apartment: "id" }),
  params: byId,
  query: none,
  body: z.undefined(),
  reply: z.object({ ok: z.literal(true) }),
});

export const exportApartments = csvFile({
  path: "/api/{product}/buildings/{buildingId}/apartments.csv",
  summary: "The same as a file for a spreadsheet",
  access: whoMay("buildings.administer", { building: "buildingId" }),
  params: z.strictObject({ buildingId: z.uuid() }),
  query: z.strictObject({ ...narrowed, ...chosenRows }),
});
