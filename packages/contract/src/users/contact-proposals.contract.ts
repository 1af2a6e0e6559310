import { z } from "zod";
import { LinkToken } from "../auth/recovery.contract.ts";
import { anybody, endpoint, whoMay } from "../lib/endpoint.ts";
import { personal } from "../lib/personal.ts";
import { normalEmail } from "../registration/personal-data.ts";
import { Email, Phone } from "../registration/registration.contract.ts";
import { SixDigits } from "./invitations.contract.ts";

/*
 * Who administers a building proposes another phone or mail for somebody of it (decisions §9). It holds once it was
 * confirmed there; the old one is told. Until then nothing is other than it was.
 */

/** A proposal is confirmed within a week, or sent again. */
export const PROPOSAL_MS = 7 * 24 * 3_600_000;

/** The page that a proposal leads to, with `#token=…` behind it: what stands there is sent to no server. */
export const CONFIRM_CONTACT_PATH = "/confirmar_contacto";

/** How long the code is good that proves the proposed phone or mail. */
export const CONTACT_CODE_MS = 10 * 60_000;

/** Bytes of these bodies at most. */
const SMALL_BODY = 2000;

const none = z.strictObject({});
const ofPerson = whoMay("buildings.administer", { person: "id" });
const byProposal = z.strictObject({ id: z.uuid(), proposalId: z.uuid() });

/** What of somebody's is to be another one. */
export const ContactKind = z.enum(["phone", "email"]);
export type ContactKind = z.infer<typeof ContactKind>;

/** A phone or mail that nobody confirmed yet: one of each kind for one person. */
export const ContactProposal = z.object({
  id: z.uuid(),
  kind: ContactKind,
  /** The phone or mail itself. */
  address: personal("contact", z.string()),
  /** Who proposed it, or sent it again last; null for who is not known any more. */
  by: z.object({ name: personal("identity", z.string()) }).nullable(),
  sentAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /**
   * `void`: whoever proposed it does not administer all the buildings of this person any more. It holds again once
   * somebody who does sends it again.
   */
  state: z.enum(["waiting", "expired", "void"]),
});
export type ContactProposal = z.infer<typeof ContactProposal>;

/**
 * Takes the place of an older one of the same kind. Whether the mail is another account's is said to whoever confirms it
 * alone. Refusals: USER_NOT_FOUND (404); PLATFORM_ONLY (403) for people with a space elsewhere and for administrators;
 * USER_INACTIVE (409); CONTACT_IS_THEIRS (409); CONTACT_UNREACHABLE (422) for a phone that takes no SMS; TOO_OFTEN (429).
 */
export const proposeContact = endpoint({
  method: "POST",
  path: "/api/{product}/users/{id}/contact-proposals",
  summary: "Propose another phone or mail for somebody; it holds once it was confirmed there",
  access: ofPerson,
  params: z.strictObject({ id: z.uuid() }),
  query: none,
  body: z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("phone"), phone: personal("contact", Phone) }),
    z.strictObject({ kind: z.literal("email"), email: personal("contact", Email.transform(normalEmail)) }),
  ]),
  reply: z.object({ proposal: ContactProposal }),
});

/** Refusals: as of proposing one, and CONTACT_PROPOSAL_NOT_FOUND (404), also when it was confirmed meanwhile. */
export const resendContactProposal = endpoint({
  method: "POST",
  path: "/api/{product}/users/{id}/contact-proposals/{proposalId}/resend",
  summary:
    "Send a proposed phone or mail its link again for seven days; the older link is worth nothing then",
  access: ofPerson,
  params: byProposal,
  query: none,
  body: z.strictObject({}).optional(),
  reply: z.object({ proposal: ContactProposal }),
});

/** Refusals: USER_NOT_FOUND (404), PLATFORM_ONLY (403), CONTACT_PROPOSAL_NOT_FOUND (404). */
export const takeBackContactProposal = endpoint({
  method: "DELETE",
  path: "/api/{product}/users/{id}/contact-proposals/{proposalId}",
  summary: "Take a proposed phone or mail back: its link and its code are worth nothing any more",
  access: ofPerson,
  params: byProposal,
  query: none,
  body: z.undefined(),
  reply: z.object({ ok: z.literal(true) }),
});

/** What the link of a proposal tells whoever holds it. */
export const ReceivedProposal = z.discriminatedUnion("state", [
  z.object({
    state: z.literal("waiting"),
    kind: ContactKind,
    /** The first name alone: a mistyped number is a stranger's. */
    name: personal("identity", z.string()),
    /** So much of it as its owner recognises. */
    to: personal("contact", z.string()),
    /** Null for the platform's own proposal. */
    building: z.object({ name: z.string(), timeZone: z.string() }).nullable(),
    by: z.object({ name: personal("identity", z.string()) }).nullable(),
    expiresAt: z.iso.datetime(),
    /** The account has a password: it is asked for besides the code. */
    asksPassword: z.boolean(),
  }),
  z.object({ state: z.enum(["confirmed", "expired", "taken-back"]), kind: ContactKind }),
]);
export type ReceivedProposal = z.infer<typeof ReceivedProposal>;

const token = personal("secret", LinkToken);

/** Refusals of all three: CONTACT_LINK_NOT_VALID (404) for a link that is unknown, or older than another one. */
export const readContactProposal = endpoint({
  method: "POST",
  path: "/api/contact-proposals/read",
  summary: "What the link of a proposed phone or mail is about",
  access: anybody,
  params: none,
  query: none,
  body: z.strictObject({ token }),
  reply: z.object({ proposal: ReceivedProposal }),
  bodyLimit: SMALL_BODY,
});

/** To the proposed phone or mail, however the link travelled. Refusal: TOO_OFTEN (429). */
export const askContactCode = endpoint({
  method: "POST",
  path: "/api/contact-proposals/code",
  summary: "Send the code that proves the proposed phone or mail",
  access: anybody,
  params: none,
  query: none,
  body: z.strictObject({ token }),
  reply: z.object({ ok: z.literal(true) }),
  bodyLimit: SMALL_BODY,
});

/**
 * From here on it is the person's, and the old one is told. Refusals: CONTACT_CODE_NOT_VALID (422); INCOMPLETE (422)
 * without the password of an account that has one, WRONG_PASSWORD (422); ALREADY_EXISTS (409) naming `email` for a mail
 * of another account.
 */
export const confirmContact = endpoint({
  method: "POST",
  path: "/api/contact-proposals/confirmation",
  summary: "Confirm a proposed phone or mail with the code that was sent to it",
  access: anybody,
  params: none,
  query: none,
  body: z.strictObject({
    token,
    code: personal("secret", SixDigits),
    password: personal("secret", z.string().min(1).max(200)).optional(),
  }),
  reply: z.object({ ok: z.literal(true) }),
  bodyLimit: SMALL_BODY,
});
