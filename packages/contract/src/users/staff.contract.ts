import { z } from "zod";
import { csvFile, endpoint, whoMay } from "../lib/endpoint.ts";
import { chosenRows } from "../lib/pages.ts";
import { personal } from "../lib/personal.ts";
import { Cedula, DocumentType, Email, PersonName, Phone } from "../registration/registration.contract.ts";
import { Invitation, LinkToPassOn } from "./invitations.contract.ts";
import { staffRoles } from "./staff-roles.ts";

const none = z.strictObject({});
const byBuilding = z.strictObject({ id: z.uuid() });
const bySpace = z.strictObject({ id: z.uuid(), spaceId: z.uuid() });
const ofBuilding = whoMay("buildings.administer", { building: "id" });

/** Who works for a building as a whole. Residents and visitors register themselves. */
export const StaffRole = z.enum(staffRoles);
export type StaffRole = z.infer<typeof StaffRole>;

/** One role of one person in the building. */
export const StaffMember = z.object({
  /** The id of the space. */
  id: z.uuid(),
  user: z.object({
    id: z.uuid(),
    name: personal("identity", z.string()),
    cedula: personal("identity", z.string()),
    email: personal("contact", z.string()),
    phone: personal("contact", z.string()),
    /** False until they have set a password. */
    hasPassword: z.boolean(),
    active: z.boolean(),
  }),
  role: StaffRole,
  /** Until when; null for ever. */
  endsAt: z.iso.datetime().nullable(),
  since: z.iso.datetime(),
});
export type StaffMember = z.infer<typeof StaffMember>;

export const listStaff = endpoint({
  method: "GET",
  path: "/api/{product}/buildings/{id}/staff",
  summary: "Who works for a building",
  access: ofBuilding,
  params: byBuilding,
  query: none,
  body: z.undefined(),
  reply: z.object({ staff: z.array(StaffMember) }),
});

/**
 * Nobody has the role before they accept it at the mail or the phone that is typed here; one of the two is needed.
 * Without a cédula they say theirs when they accept. The same role for the same cédula, or without one for the same
 * addresses, takes the place of an invitation that waits. Refusals: STAFF_ALREADY (409);
 * ALREADY_EXISTS (409) naming `cedula` of a platform administrator or of somebody deactivated, or `email` of an
 * account with another cédula; TOO_OFTEN (429); SMS_USED_UP (503).
 */
export const inviteStaff = endpoint({
  method: "POST",
  path: "/api/{product}/buildings/{id}/staff",
  summary: "Invite somebody to a role in the building; it begins when they accept it",
  access: ofBuilding,
  params: byBuilding,
  query: none,
  body: z.strictObject({
    cedula: personal("identity", z.union([z.literal(""), Cedula])).default(""),
    documentType: personal("identity", DocumentType.default("CEDULA_CIUDADANIA")),
    name: personal("identity", PersonName),
    email: personal("contact", z.union([z.literal(""), Email])).default(""),
    phone: personal("contact", z.union([z.literal(""), Phone])).default(""),
    role: StaffRole,
    endsAt: z.iso.datetime().nullable().default(null),
    /** By mail or SMS; false to pass the link on oneself, by WhatsApp say. */
    isSent: z.boolean().default(true),
  }),
  reply: z.object({ invitation: Invitation, linkToPassOn: LinkToPassOn }),
});

export const changeStaff = endpoint({
  method: "PUT",
  path: "/api/{product}/buildings/{id}/staff/{spaceId}",
  summary: "Change a role, or until when it is held",
  access: ofBuilding,
  params: bySpace,
  query: none,
  body: z.strictObject({ role: StaffRole.optional(), endsAt: z.iso.datetime().nullable().optional() }),
  reply: z.object({ member: StaffMember }),
});

export const removeStaff = endpoint({
  method: "DELETE",
  path: "/api/{product}/buildings/{id}/staff/{spaceId}",
  summary: "Take a role away: what it allowed ends at once",
  access: ofBuilding,
  params: bySpace,
  query: none,
  body: z.undefined(),
  reply: z.object({ ok: z.literal(true) }),
});

export const exportStaff = csvFile({
  path: "/api/{product}/buildings/{id}/staff.csv",
  summary: "The same, or some who were chosen, as a file for a spreadsheet",
  access: ofBuilding,
  params: byBuilding,
  query: z.strictObject(chosenRows),
});
