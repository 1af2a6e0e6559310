import { z } from "zod";
import { endpoint, whoMay } from "../lib/endpoint.ts";
import { personal } from "../lib/personal.ts";
import { Role } from "../lib/roles.ts";

/** What a member can be made by who looks after an apartment. Owners and leaders are the administration's. */
export const MemberRole = z.enum(["RESIDENTE", "RESIDENTE_TEMPORAL"]);
export type MemberRole = z.infer<typeof MemberRole>;

/** Somebody of an apartment: lives, owns or works there. */
export const Member = z.object({
  user: z.object({
    id: z.uuid(),
    name: personal("identity", z.string()),
    phone: personal("contact", z.string()),
    /** Short-lived signed address of the face; that it was shown is written down. */
    photo: personal("image", z.string().nullable()),
  }),
  /** Everything that they are there: an owner may be a resident too. */
  roles: z.array(Role).min(1),
  /** Until when a temporary resident stays. */
  endsAt: z.iso.datetime().nullable(),
  since: z.iso.datetime(),
  /** What this reader may do about them. */
  may: z.object({ change: z.boolean(), remove: z.boolean() }),
});
export type Member = z.infer<typeof Member>;

const byApartment = z.strictObject({ id: z.uuid() });
const byMember = z.strictObject({ id: z.uuid(), userId: z.uuid() });
const none = z.strictObject({});
const ofApartment = { apartment: "id" } as const;

export const listMembers = endpoint({
  method: "GET",
  path: "/api/apartments/{id}/members",
  summary: "The people of an apartment, for its leader and the administration",
  access: whoMay("members.manage", ofApartment),
  params: byApartment,
  query: none,
  body: z.undefined(),
  reply: z.object({ members: z.array(Member) }),
});

/** A temporary resident needs an end that is still to come; a resident has none. */
export const changeMember = endpoint({
  method: "PUT",
  path: "/api/apartments/{id}/members/{userId}",
  summary: "Make a resident temporary or permanent, or move the day on which their stay ends",
  access: whoMay("members.manage", ofApartment),
  params: byMember,
  query: none,
  body: z.discriminatedUnion("role", [
    z.strictObject({ role: z.literal("RESIDENTE"), endsAt: z.null().optional() }),
    z.strictObject({ role: z.literal("RESIDENTE_TEMPORAL"), endsAt: z.iso.datetime() }),
  ]),
  reply: z.object({ member: Member }),
});

/** Ends everything that this person is in this apartment, at once and on every device. */
export const removeMember = endpoint({
  method: "DELETE",
  path: "/api/apartments/{id}/members/{userId}",
  summary: "Remove somebody from an apartment",
  access: whoMay("members.manage", ofApartment),
  params: byMember,
  query: none,
  body: z.strictObject({}).optional(),
  reply: z.object({ ok: z.literal(true) }),
});

/** Server → whoever looks after an apartment: its people are others now. Ask again. */
export const memberEvents = {
  "members:changed": z.object({ buildingId: z.uuid(), apartmentId: z.uuid() }),
} as const;
