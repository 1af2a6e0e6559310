import { z } from "zod";
import { endpoint, whoMay } from "../lib/endpoint.ts";
import { HomeRole } from "./home-invitations.contract.ts";
import { PersonPlace } from "./person.contract.ts";
import { StaffRole } from "./staff.contract.ts";

/*
 * 'Agregar rol u hogar': a further role for somebody whom the administration knows already (decisions §9). It begins at
 * once, because somebody answered for that account before; whoever nobody ever gave a role to is invited.
 */

const none = z.strictObject({});
/** Until when; null for ever. A temporary resident has an end. */
const endsAt = z.iso.datetime().nullable().default(null);

/**
 * Refusals: USER_NOT_FOUND (404) for people of other buildings, of the platform and without an account as for nobody;
 * APARTMENT_NOT_FOUND (404) for a home of another building; PLATFORM_ONLY (403) for ADMINISTRADOR by an administrator;
 * MEMBER_IS_YOU, PERSON_UNPROVEN, PERSON_IS_OFF, STAFF_ALREADY, MEMBER_ALREADY (409); INCOMPLETE (422) without an end
 * for a temporary resident; STAY_IN_THE_PAST (400).
 */
export const givePlace = endpoint({
  method: "POST",
  path: "/api/{product}/buildings/{id}/people/{userId}/places",
  summary: "Give somebody known a further home or role in a building; it begins at once, and they are told",
  access: whoMay("buildings.administer", { building: "id" }),
  params: z.strictObject({ id: z.uuid(), userId: z.uuid() }),
  query: none,
  body: z.union([
    z.strictObject({ apartmentId: z.uuid(), role: HomeRole, endsAt }),
    z.strictObject({ apartmentId: z.null(), role: StaffRole, endsAt }),
  ]),
  reply: z.object({ place: PersonPlace }),
});

/** What somebody is in the building as a whole is changed as its staff is. Refusals: MEMBER_NOT_FOUND (404), and those of giving one. */
export const changeHomeRole = endpoint({
  method: "PUT",
  path: "/api/{product}/apartments/{id}/people/{userId}/roles/{spaceId}",
  summary: "Change one role that somebody has in a home, or until when",
  access: whoMay("buildings.administer", { apartment: "id" }),
  params: z.strictObject({ id: z.uuid(), userId: z.uuid(), spaceId: z.uuid() }),
  query: none,
  body: z.strictObject({ role: HomeRole, endsAt }),
  reply: z.object({ place: PersonPlace }),
});

/** What else they are in that home stays. Refusals: MEMBER_NOT_FOUND (404), MEMBER_IS_YOU (409). */
export const removeHomeRole = endpoint({
  method: "DELETE",
  path: "/api/{product}/apartments/{id}/people/{userId}/roles/{spaceId}",
  summary: "End one role that somebody has in a home; they are told",
  access: whoMay("buildings.administer", { apartment: "id" }),
  params: z.strictObject({ id: z.uuid(), userId: z.uuid(), spaceId: z.uuid() }),
  query: none,
  body: z.undefined(),
  reply: z.object({ ok: z.literal(true) }),
});
