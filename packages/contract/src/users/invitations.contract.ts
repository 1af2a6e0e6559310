import { z } from "zod";
import { LinkToken, NewPassword } from "../auth/recovery.contract.ts";
import { anybody, endpoint, whoMay } from "../lib/endpoint.ts";
import { personal } from "../lib/personal.ts";
import { Role } from "../lib/roles.ts";
import { MessageWay } from "../notifications/message-ways.ts";
import { isCedulaOf } from "../registration/personal-data.ts";
import { Cedula, DocumentType } from "../registration/registration.contract.ts";

/** An invitation is answered within a week, or sent again. */
export const INVITATION_MS = 7 * 24 * 3_600_000;

/** The page that an invitation leads to, with `?token=…` behind it. */
export const INVITATION_PATH = "/invitacion";

/** How long the code is good that proves an address. */
export const INVITATION_CODE_MS = 10 * 60_000;

/** Invitations on a page of the list unless another number is asked for. */
export const INVITATIONS_PAGE = 50;

/** Bytes of these bodies at most. */
const SMALL_BODY = 2000;

const none = z.strictObject({});
const ofBuilding = whoMay("buildings.administer", { building: "id" });
const byInvitation = z.strictObject({ id: z.uuid(), invitationId: z.uuid() });

/** A role that waits for its person. Until it is accepted there is no space, and nothing that could be opened. */
export const Invitation = z.object({
  id: z.uuid(),
  name: personal("identity", z.string()),
  /** Empty for who says it when they accept. */
  cedula: personal("identity", z.string()),
  email: personal("contact", z.string()),
  phone: personal("contact", z.string()),
  role: Role,
  /** Null for who works for the building as a whole. */
  apartment: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  /** Until when the role is to be held; null for ever. */
  endsAt: z.iso.datetime().nullable(),
  sentAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /**
   * - `unreachable`: neither a mail nor a mobile number was typed to which messages leave from here
   * - `without-word`: by a leader who does not lead the home any more; it holds again once somebody sends it again
   */
  state: z.enum(["waiting", "expired", "unreachable", "without-word"]),
  /** The cédula has an account with another mail and phone: it cannot be accepted before that is settled. */
  hasConflict: z.boolean(),
});
export type Invitation = z.infer<typeof Invitation>;

/** The address that an invitation leads to, told once to who passes it on; null where it was sent. */
export const LinkToPassOn = personal("secret", z.url()).nullable();

/** The newest first. Words of `search` stand anywhere in name, cédula, mail or apartment. */
export const listInvitations = endpoint({
  method: "GET",
  path: "/api/{product}/buildings/{id}/invitations",
  summary: "Roles of a building that wait to be accepted, a page at a time",
  access: ofBuilding,
  params: z.strictObject({ id: z.uuid() }),
  query: z.strictObject({
    search: z.string().trim().max(100).default(""),
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    limit: z.coerce.number().int().min(1).max(100).default(INVITATIONS_PAGE),
  }),
  body: z.undefined(),
  reply: z.object({ invitations: z.array(Invitation), totalPages: z.number().int() }),
});

/**
 * Refusals: INVITATION_NOT_FOUND (404), STAY_IN_THE_PAST (400) for a role whose end has passed, INVITATION_UNREACHABLE (409)
 * without an address, TOO_OFTEN (429), SMS_USED_UP (503).
 */
export const resendInvitation = endpoint({
  method: "POST",
  path: "/api/{product}/buildings/{id}/invitations/{invitationId}/resend",
  summary: "Send an invitation again for seven days; the older link is worth nothing then",
  access: ofBuilding,
  params: byInvitation,
  query: none,
  body: z.strictObject({}).optional(),
  reply: z.object({ invitation: Invitation }),
});

/** Refusals: INVITATION_NOT_FOUND (404), also when it was accepted meanwhile. */
export const takeBackInvitation = endpoint({
  method: "DELETE",
  path: "/api/{product}/buildings/{id}/invitations/{invitationId}",
  summary: "Take an invitation back: its link and its code are worth nothing any more",
  access: ofBuilding,
  params: byInvitation,
  query: none,
  body: z.undefined(),
  reply: z.object({ ok: z.literal(true) }),
});

/** What the link of an invitation tells whoever holds it. */
export const ReceivedInvitation = z.object({
  name: personal("identity", z.string()),
  role: Role,
  building: z.object({ name: z.string(), timeZone: z.string() }),
  apartment: z.string().nullable(),
  endsAt: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime(),
  /**
   * Where a code can be sent: the addresses that the inviter typed and no other, as far as messages leave for them from
   * here. So much of each as its owner recognises.
   */
  ways: z.array(z.object({ way: MessageWay, to: personal("contact", z.string()) })),
});
export type ReceivedInvitation = z.infer<typeof ReceivedInvitation>;

/** A code that was sent to somebody. */
export const SixDigits = z
  .string()
  .trim()
  .regex(/^\d{6}$/, "son seis dígitos");

/** Refusals of all four: INVITATION_NOT_VALID (404) for a link that is unknown, taken back, used or too old. */
export const readInvitation = endpoint({
  method: "POST",
  path: "/api/invitations/read",
  summary: "What an invitation's link is about",
  access: anybody,
  params: none,
  query: none,
  body: z.strictObject({ token: personal("secret", LinkToken) }),
  reply: z.object({ invitation: ReceivedInvitation }),
  bodyLimit: SMALL_BODY,
});

/** Sends a code to the address that the inviter typed, however the link travelled. Refusal: TOO_OFTEN (429). */
export const askInvitationCode = endpoint({
  method: "POST",
  path: "/api/invitations/code",
  summary: "Send the code that proves the invited address",
  access: anybody,
  params: none,
  query: none,
  body: z.strictObject({ token: personal("secret", LinkToken), way: MessageWay }),
  reply: z.object({ ok: z.literal(true) }),
  bodyLimit: SMALL_BODY,
});

/**
 * What is known of whoever proved the address:
 * - `new`: an account is made; the password is chosen now
 * - `own`: the account with this cédula has this very address; its password is asked for
 * - `other`: that account has another address. Nobody accepts before 'Recuperar cédula' or the inviter settles it.
 * - `unnamed`: the inviter knew no document; it is said now, and asked about again
 */
export const InvitedAccount = z.enum(["new", "own", "other", "unnamed"]);
export type InvitedAccount = z.infer<typeof InvitedAccount>;

/** Of an invitation that names no document: whoever accepts says theirs. Of another one it is not looked at. */
const Document = z
  .strictObject({ documentType: personal("identity", DocumentType), cedula: personal("identity", Cedula) })
  .refine(({ documentType, cedula }) => isCedulaOf(documentType, cedula), {
    path: ["cedula"],
    error: "no es un número de ese documento",
  })
  .optional();

/** Refusals: INVITATION_CODE_NOT_VALID (422). The code stays good for the acceptance. */
export const proveInvitation = endpoint({
  method: "POST",
  path: "/api/invitations/proof",
  summary: "Look at the code, and say whose account the role would begin on",
  access: anybody,
  params: none,
  query: none,
  body: z.strictObject({
    token: personal("secret", LinkToken),
    code: personal("secret", SixDigits),
    document: Document,
  }),
  reply: z.object({ account: InvitedAccount, cedula: personal("identity", z.string()) }),
  bodyLimit: SMALL_BODY,
});

/**
 * The role begins. Refusals: INVITATION_CODE_NOT_VALID (422); INVITATION_CONFLICT (409) for `other`;
 * ALREADY_EXISTS (409) naming `email` when the typed mail is of an account with another cédula;
 * PASSWORD_NOT_ACCEPTED (422) for a new password; WRONG_PASSWORD (422) for that of one's account; INCOMPLETE (422)
 * without the terms for a new account, or a document where none was invited.
 */
export const acceptInvitation = endpoint({
  method: "POST",
  path: "/api/invitations/acceptance",
  summary: "Accept a role with the code that was sent to the invited address",
  access: anybody,
  params: none,
  query: none,
  body: z.strictObject({
    token: personal("secret", LinkToken),
    code: personal("secret", SixDigits),
    password: personal("secret", NewPassword),
    acceptTerms: z.boolean().default(false),
    document: Document,
  }),
  reply: z.object({ ok: z.literal(true), cedula: personal("identity", z.string()) }),
  bodyLimit: SMALL_BODY,
});
