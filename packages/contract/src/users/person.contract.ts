import { z } from "zod";
import { AccessOutcome, CredentialKind } from "../access-control/decision.ts";
import { OwnSession } from "../auth/sessions.contract.ts";
import { Card } from "../cards/cards.contract.ts";
import { OpenDoorOrigin } from "../doors/doors.contract.ts";
import { endpoint, whoMay } from "../lib/endpoint.ts";
import { personal } from "../lib/personal.ts";
import { Role } from "../lib/roles.ts";
import { Pass } from "../passes/passes.contract.ts";
import { ContactKind, ContactProposal } from "./contact-proposals.contract.ts";

/*
 * One page for a person (decisions §9): who they are, where, what they carry, whom they invite, what they did last, and what the one who
 * reads may do about it. Of an administrator's own buildings alone; the platform sees all. Levels and PIN are read
 * beside it, for each building.
 */

/** Last openings and refusals on the page. */
export const PERSON_EVENTS = 20;
/** Passes on the page: those that may still be used, and the last ones. */
export const PERSON_PASSES = 10;

const moment = z.iso.datetime();
const Building = z.object({ id: z.uuid(), name: z.string(), timeZone: z.string() });
const Home = z.object({ id: z.uuid(), name: z.string() });

/** One role of theirs. */
export const PersonPlace = z.object({
  id: z.uuid(),
  role: Role,
  building: Building,
  apartment: Home.nullable(),
  since: moment,
  /** Null for ever. */
  endsAt: moment.nullable(),
  /** What the one who reads may do about it. */
  may: z.object({
    /** The stay in a home, the role in a building, or until when. */
    change: z.boolean(),
    /** All that they are in that home, or this role in the building. */
    remove: z.boolean(),
  }),
});
export type PersonPlace = z.infer<typeof PersonPlace>;

const happened = {
  id: z.uuid(),
  at: moment,
  /** Null for a door that was gone already when it was told. */
  doorName: z.string().nullable(),
  buildingName: z.string(),
  timeZone: z.string(),
};
/** A door that opened for them, or a reader that did not let them in. */
export const PersonEvent = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("opening"), ...happened, origin: OpenDoorOrigin, isCertain: z.boolean() }),
  z.object({ kind: z.literal("refusal"), ...happened, outcome: AccessOutcome, credential: CredentialKind }),
]);
export type PersonEvent = z.infer<typeof PersonEvent>;

/** A guest whom they let come. Of the guest no more than their desk needs: document and addresses are the host's. */
export const PersonPass = Pass.pick({
  id: true,
  apartment: true,
  madeAs: true,
  from: true,
  until: true,
  hours: true,
  entries: true,
  entered: true,
  left: true,
  state: true,
  isOverstaying: true,
  lastMovementAt: true,
}).extend({
  building: Building,
  guest: z.object({
    name: personal("identity", z.string()),
    plate: personal("movement", z.string()),
    company: personal("identity", z.string()),
  }),
  /** What the one who reads may do about it. */
  may: z.object({ takeBack: z.boolean() }),
});
export type PersonPass = z.infer<typeof PersonPass>;

export const PersonPage = z.object({
  id: z.uuid(),
  /** Carries a card and has no account: nothing to sign in with, no document. */
  isWithoutAccount: z.boolean(),
  name: personal("identity", z.string()),
  /** How the administration calls them, beside their name. */
  alias: personal("identity", z.string()),
  cedula: personal("identity", z.string()),
  phone: personal("contact", z.string()),
  email: personal("contact", z.string()),
  /** Short-lived signed address of the face; that it was shown is written down. */
  photo: personal("image", z.string().nullable()),
  active: z.boolean(),
  verified: z.boolean(),
  since: moment,
  /** When face and document were looked at, and by whom; null when they were not, and for whoever may not know. */
  validation: z
    .object({ at: moment, by: z.object({ name: personal("identity", z.string()) }).nullable() })
    .nullable(),
  /** The last used first. */
  places: z.array(PersonPlace),
  /** Where they carry a card without an account. */
  carriesIn: z.array(
    z.object({
      building: Building,
      apartment: Home.nullable(),
      from: moment.nullable(),
      until: moment.nullable(),
    }),
  ),
  /** The newest first. */
  cards: z.array(Card),
  /** Where they are signed in, for whoever may end it; null for others. */
  sessions: z.array(OwnSession.omit({ isCurrent: true })).nullable(),
  /** The newest first. */
  events: z.array(PersonEvent),
  /** Those they made, by which somebody is inside first, then who may come. */
  passes: z.array(PersonPass),
  /** How much is kept of them, each counted up to `KEPT_COUNTED`. */
  kept: z.object({
    openings: z.number().int(),
    readings: z.number().int(),
    visits: z.number().int(),
    calls: z.number().int(),
    passes: z.number().int(),
    /** The face by which somebody was validated. */
    hasIdentity: z.boolean(),
    /** Both sides of the document, for as long as their building keeps them. */
    hasDocument: z.boolean(),
  }),
  /** A phone or mail that waits to be confirmed there; for who may propose one. */
  proposals: z.array(ContactProposal),
  /** What the one who reads may do here. */
  may: z.object({
    changeAlias: z.boolean(),
    changePhone: z.boolean(),
    /** What may be proposed, to be confirmed by themselves. */
    propose: z.array(ContactKind),
    /** Let them in, or shut them out, everywhere. */
    switchActive: z.boolean(),
    freeCedula: z.boolean(),
    validate: z.boolean(),
    giveCards: z.boolean(),
    /** A further home or role, which begins at once; false for who is to be invited. */
    addPlace: z.boolean(),
    /** The buildings that they can be moved out of. */
    moveOutOf: z.array(z.uuid()),
  }),
});
export type PersonPage = z.infer<typeof PersonPage>;

/** Refusals: USER_NOT_FOUND (404), for people of other buildings as for nobody. That it was read is written down. */
export const readPerson = endpoint({
  method: "GET",
  path: "/api/{product}/users/{id}/page",
  summary: "Somebody with their places, cards, sessions and last openings, and what may be done about them",
  access: whoMay("buildings.administer", { person: "id" }),
  params: z.strictObject({ id: z.uuid() }),
  query: z.strictObject({}),
  body: z.undefined(),
  reply: z.object({ person: PersonPage }),
});

/**
 * Ends at once, on HTTP, on its sockets and in its calls. Refusals: USER_NOT_FOUND (404); PLATFORM_ONLY (403) for people
 * with a space elsewhere and for administrators; NOT_FOUND (404) for one that is not theirs, or ended already.
 */
export const endSessionOfPerson = endpoint({
  method: "DELETE",
  path: "/api/{product}/users/{id}/sessions/{sessionId}",
  summary: "End a session of somebody whose account is the asker's to look after",
  access: whoMay("buildings.administer", { person: "id" }),
  params: z.strictObject({ id: z.uuid(), sessionId: z.uuid() }),
  query: z.strictObject({}),
  body: z.undefined(),
  reply: z.object({ ok: z.literal(true) }),
});
