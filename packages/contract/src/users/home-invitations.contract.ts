import { z } from "zod";
import { endpoint, whoMay } from "../lib/endpoint.ts";
import { personal } from "../lib/personal.ts";
import { Email, PersonName, Phone } from "../registration/registration.contract.ts";
import { homeRoles } from "./home-invitation-roles.ts";
import { Invitation, LinkToPassOn } from "./invitations.contract.ts";

/*
 * 'Agregar residente' and 'Invitar': a name, a mail or a telephone, a home and a role (decisions §9). The role begins
 * when it is accepted by whoever proves that address, and needs no further yes.
 */

const none = z.strictObject({});
const byHome = z.strictObject({ id: z.uuid() });
const byInvitation = z.strictObject({ id: z.uuid(), invitationId: z.uuid() });
const family = whoMay("members.manage", { apartment: "id" });

export const HomeRole = z.enum(homeRoles);
export type HomeRole = z.infer<typeof HomeRole>;

/** As whoever looks after the home sees it: without the document's number, and for a leader without the addresses that the administration typed. */
export const HomeInvitation = Invitation.omit({ cedula: true, apartment: true });
export type HomeInvitation = z.infer<typeof HomeInvitation>;

/** Those that the asker may send again or take back, the newest first. */
export const listHomeInvitations = endpoint({
  method: "GET",
  path: "/api/apartments/{id}/invitations",
  summary: "Roles of a home that wait to be accepted",
  access: family,
  params: byHome,
  query: none,
  body: z.undefined(),
  reply: z.object({ invitations: z.array(HomeInvitation) }),
});

/**
 * The same role for the same address takes the place of an invitation that waits. Refusals: INCOMPLETE (422) without a mail
 * or a mobile telephone, and without an end for a temporary resident; INVITATION_IS_OF_ADMINISTRATION (403) for a leader who
 * invites owners, leaders or employees; STAY_IN_THE_PAST (400); INVITATIONS_FULL (409); TOO_OFTEN (429); SMS_USED_UP (503).
 */
export const inviteToHome = endpoint({
  method: "POST",
  path: "/api/apartments/{id}/invitations",
  summary: "Invite somebody to a home; the role begins when they accept it",
  access: family,
  params: byHome,
  query: none,
  body: z.strictObject({
    name: personal("identity", PersonName),
    email: personal("contact", z.union([z.literal(""), Email])).default(""),
    phone: personal("contact", z.union([z.literal(""), Phone])).default(""),
    role: HomeRole,
    endsAt: z.iso.datetime().nullable().default(null),
    /** By mail or SMS; false to pass the link on oneself, by WhatsApp say. */
    isSent: z.boolean().default(true),
  }),
  reply: z.object({ invitation: HomeInvitation, linkToPassOn: LinkToPassOn }),
});

/** Refusals: INVITATION_NOT_FOUND (404), STAY_IN_THE_PAST (400), INVITATION_UNREACHABLE (409), TOO_OFTEN (429), SMS_USED_UP (503). */
export const resendHomeInvitation = endpoint({
  method: "POST",
  path: "/api/apartments/{id}/invitations/{invitationId}/resend",
  summary: "Send an invitation to a home again for seven days; the older link is worth nothing then",
  access: family,
  params: byInvitation,
  query: none,
  body: z.strictObject({}).optional(),
  reply: z.object({ ok: z.literal(true) }),
});

/** Refusals: INVITATION_NOT_FOUND (404), also when it was accepted meanwhile. */
export const takeBackHomeInvitation = endpoint({
  method: "DELETE",
  path: "/api/apartments/{id}/invitations/{invitationId}",
  summary: "Take an invitation to a home back: its link and its code are worth nothing any more",
  access: family,
  params: byInvitation,
  query: none,
  body: z.undefined(),
  reply: z.object({ ok: z.literal(true) }),
});
