import { z } from "zod";
import { endpoint, whoMay } from "../lib/endpoint.ts";
import { notPersonal, personal } from "../lib/personal.ts";
import { Role } from "../lib/roles.ts";
import { FINDER_SHORTEST } from "./person-limits.ts";

/*
 * One search from everywhere: people, homes, doors, cards and vehicles of guests of what the asker administers. What is
 * typed travels in the body, because addresses are written into logs of others.
 */

/** Of each kind at most. */
export const FOUND_MOST = 6;

const Building = z.object({ id: z.uuid(), name: z.string() });

export const FoundPerson = z.object({
  id: z.uuid(),
  name: personal("identity", z.string()),
  /** Empty for who has no account. */
  cedula: personal("identity", z.string()),
  isWithoutAccount: z.boolean(),
  role: Role.nullable(),
  apartmentName: z.string().nullable(),
  buildingName: z.string().nullable(),
});
export const FoundHome = z.object({
  id: z.uuid(),
  name: notPersonal("of a home", z.string()),
  tower: z.object({ name: z.string() }),
  building: Building,
});
export const FoundDoor = z.object({ id: z.uuid(), name: z.string(), building: Building });
export const FoundCard = z.object({
  id: z.uuid(),
  tag: personal("movement", z.string()),
  active: z.boolean(),
  holder: z.object({ id: z.uuid(), name: personal("identity", z.string()) }),
});
/** The vehicle of somebody who comes by a pass. */
export const FoundVehicle = z.object({
  /** Of the pass. */
  id: z.uuid(),
  plate: personal("movement", z.string()),
  guest: z.object({ name: personal("identity", z.string()) }),
  /** Came in by this pass and did not go out yet. */
  isInside: z.boolean(),
  /** Who invited; null for who is nobody there any more, and for a program. */
  host: z.object({ id: z.uuid(), name: personal("identity", z.string()) }).nullable(),
  /** Null for a guest of the administration or of the desk. */
  apartment: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  building: Building,
});

export const Found = z.object({
  people: z.array(FoundPerson).max(FOUND_MOST),
  homes: z.array(FoundHome).max(FOUND_MOST),
  doors: z.array(FoundDoor).max(FOUND_MOST),
  cards: z.array(FoundCard).max(FOUND_MOST),
  vehicles: z.array(FoundVehicle).max(FOUND_MOST),
});
export type Found = z.infer<typeof Found>;

/** Every word is the beginning of one, whatever its accents and capitals. Refusal: TOO_OFTEN (429). */
export const find = endpoint({
  method: "POST",
  path: "/api/{product}/find",
  summary:
    "Find people, homes, doors, cards and vehicles of guests in the buildings that the asker administers",
  access: whoMay("buildings.administer", "somewhere"),
  params: z.strictObject({}),
  query: z.strictObject({}),
  body: z.strictObject({ search: z.string().trim().min(FINDER_SHORTEST).max(100) }),
  reply: z.object({ found: Found }),
});
