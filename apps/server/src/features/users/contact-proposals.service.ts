import { randomBytes } from "node:crypto";
import { maySomewhere } from "@umbral/contract/lib/policy";
import { takesSms } from "@umbral/contract/registration/personal-data";
import {
  type ContactKind,
  type ContactProposal,
  PROPOSAL_MS,
  type proposeContact,
} from "@umbral/contract/users/contact-proposals.contract";
import type { z } from "zod";
import type { Actor, Services } from "../../platform/context.ts";
import type { Db, Trx } from "../../platform/database.ts";
import { refuseWithoutWay } from "../../platform/message-ways.ts";
import { Refused } from "../../platform/refused.ts";
import { buildingOfOwnPerson } from "../accounts/index.ts";
import { writeAction } from "../audit/audit.service.ts";
import { writeMessages } from "../notifications/notifications.service.ts";
import { proposalTo, wayOf } from "./contact-proposal-words.ts";
import {
  administersSomewhere,
  endProposal,
  findProposalsOf,
  forgetProposals,
  lockContacts,
  lockWaiting,
  type ProposalRow,
  putProposal,
  renewProposal,
} from "./contact-proposals.queries.ts";
import { refuseTooOften } from "./invitation-documents.ts";
import { digestOfLink } from "./invitations.service.ts";

const SECRET_BYTES = 32;
/** In 15 minutes: by one person, about one person, and to one address. */
const BY_ONE = 30;
const ABOUT_ONE = 5;
const TO_ADDRESS = 5;
/** How long one that ran out is still listed, so that it can be sent again. */
const LISTED_AFTER_MS = 90 * 24 * 3_600_000;

/**
 * What somebody may propose for a person whose account is theirs to propose for, as far as it can be asked there. The
 * platform writes phones itself.
 */
export function proposableBy({ ways }: Pick<Services, "ways">, actor: Actor): ContactKind[] {
  const kinds: ContactKind[] = maySomewhere(actor, "platform.administer") ? ["email"] : ["phone", "email"];
  return kinds.filter((kind) => ways.includes(wayOf[kind]));
}

/**
 * Asks at another phone or mail whether it is this person's. Nothing is other than it was until it says so; whose account
 * already has it is not looked at here, where the one who proposes would learn of it.
 * @throws {Refused} USER_NOT_FOUND, PLATFORM_ONLY, USER_INACTIVE, CONTACT_IS_THEIRS, CONTACT_UNREACHABLE, TOO_OFTEN; and
 *   MAIL_NOT_HERE, SMS_NOT_HERE or MESSAGES_NOT_HERE where it could not be asked there
 */
export async function propose(
  services: Services,
  actor: Actor,
  userId: string,
  wanted: z.output<(typeof proposeContact)["body"]>,
): Promise<{ proposal: ContactProposal }> {
  const { db, clock, newId, wakeOutbox } = services;
  const at = clock.now();
  const { kind } = wanted;
  const address = wanted.kind === "phone" ? wanted.phone : wanted.email;
  await mayProposeFor(services, db, actor, userId);
  refuseWithoutWay(services, wayOf[kind], kind);
  if (wanted.kind === "phone" && !takesSms(wanted.phone)) {
    throw new Refused("CONTACT_UNREACHABLE", {
      errors: [{ property: "phone", message: "no recibe mensajes de texto" }],
    });
  }
  await refuseMany(services, actor, userId, address);
  const proposal = await db.transaction().execute(async (trx) => {
    const { buildingId, person } = await lockPerson(services, trx, actor, userId);
    const old = kind === "phone" ? person.phone.replaceAll(" ", "") : person.email.toLowerCase();
    if (old === address) {
      throw new Refused("CONTACT_IS_THEIRS");
    }
    const { secret, ...word } = newWord(at);
    await putProposal(trx, {
      id: newId(),
      userId,
      kind,
      address,
      buildingId,
      proposedBy: actor.id,
      ...word,
    });
    return tell(services, trx, actor, { userId, kind, secret, action: "users.contact-proposed" });
  });
  wakeOutbox();
  return { proposal };
}

/**
 * With a new link for seven days more, on the word of whoever sends it.
 * @throws {Refused} as of {@link propose}, and CONTACT_PROPOSAL_NOT_FOUND
 */
export async function sendProposalAgain(
  services: Services,
  actor: Actor,
  { userId, id }: { userId: string; id: string },
): Promise<{ proposal: ContactProposal }> {
  const { db, clock, wakeOutbox } = services;
  await mayProposeFor(services, db, actor, userId);
  const waiting = (await findProposalsOf(db, userId, clock.now())).find((one) => one.id === id);
  if (!waiting) {
    throw new Refused("CONTACT_PROPOSAL_NOT_FOUND");
  }
  refuseWithoutWay(services, wayOf[waiting.kind]);
  await refuseMany(services, actor, userId, waiting.address);
  const proposal = await db.transaction().execute(async (trx) => {
    const { buildingId } = await lockPerson(services, trx, actor, userId);
    const held = await lockWaiting(trx, { userId, id });
    if (!held) {
      throw new Refused("CONTACT_PROPOSAL_NOT_FOUND");
    }
    const { secret, ...word } = newWord(clock.now());
    await renewProposal(trx, id, { buildingId, proposedBy: actor.id, ...word });
    const { kind } = held;
    return tell(services, trx, actor, { userId, kind, secret, action: "users.contact-proposal-resent" });
  });
  wakeOutbox();
  return { proposal };
}

/** @throws {Refused} USER_NOT_FOUND, PLATFORM_ONLY, CONTACT_PROPOSAL_NOT_FOUND */
export async function takeProposalBack(
  services: Services,
  actor: Actor,
  { userId, id }: { userId: string; id: string },
): Promise<{ ok: true }> {
  await services.db.transaction().execute(async (trx) => {
    const buildingId = await mayProposeFor(services, trx, actor, userId);
    const held = await lockWaiting(trx, { userId, id });
    if (!held) {
      throw new Refused("CONTACT_PROPOSAL_NOT_FOUND");
    }
    await endProposal(trx, id, "taken-back");
    await writeAction(services, trx, actor, {
      buildingId,
      action: "users.contact-proposal-taken-back",
      subjectId: userId,
      detail: { kind: held.kind },
    });
  });
  return { ok: true };
}

/** What waits to be confirmed by somebody. */
export async function proposalsOf({ db, clock }: Services, userId: string): Promise<ContactProposal[]> {
  const now = clock.now();
  return (await findProposalsOf(db, userId, now)).map((row) => asProposal(row, now));
}

/** Lets go what ran out long ago. */
export async function tidyContactProposals({ db, clock }: Services): Promise<void> {
  await forgetProposals(db, new Date(clock.now().getTime() - LISTED_AFTER_MS));
}

/**
 * For people of the own buildings alone, and never for a colleague: who reaches an administrator's mail may take their
 * account (decisions §9).
 * @returns the building in which it is written down; null for the platform
 */
async function mayProposeFor(
  services: Services,
  db: Db,
  actor: Actor,
  userId: string,
): Promise<string | null> {
  const buildingId = await buildingOfOwnPerson(services, db, actor, userId);
  if (buildingId !== null && (await administersSomewhere(db, userId, services.clock.now()))) {
    throw new Refused("PLATFORM_ONLY");
  }
  return buildingId;
}

/** Nobody changes their addresses, or proposes others, until the transaction ends. */
async function lockPerson(services: Services, trx: Trx, actor: Actor, userId: string) {
  const person = await lockContacts(trx, userId);
  if (!person) {
    throw new Refused("USER_NOT_FOUND");
  }
  const buildingId = await mayProposeFor(services, trx, actor, userId);
  if (!person.active) {
    throw new Refused("USER_INACTIVE");
  }
  return { person, buildingId };
}

const refuseMany = (services: Services, actor: Actor, userId: string, address: string): Promise<void> =>
  refuseTooOften(services, [
    { subject: ["contact-proposals-by", actor.id], most: BY_ONE },
    { subject: ["contact-proposals-about", userId], most: ABOUT_ONE },
    { subject: ["contact-proposals-to", address], most: TO_ADDRESS },
  ]);

function newWord(at: Date) {
  const secret = randomBytes(SECRET_BYTES).toString("base64url");
  return { secret, tokenHash: digestOfLink(secret), at, expiresAt: new Date(at.getTime() + PROPOSAL_MS) };
}

/** Sends the link of what was just written, and writes down that it was. */
async function tell(
  services: Services,
  trx: Trx,
  actor: Actor,
  sent: {
    userId: string;
    kind: ContactKind;
    secret: string;
    action: "users.contact-proposed" | "users.contact-proposal-resent";
  },
): Promise<ContactProposal> {
  const now = services.clock.now();
  const { userId, kind, secret, action } = sent;
  const row = (await findProposalsOf(trx, userId, now)).find((one) => one.kind === kind);
  if (!row) {
    throw new Refused("CONTACT_PROPOSAL_NOT_FOUND");
  }
  await writeMessages(services, trx, [proposalTo(services, row, secret, row.expiresAt)]);
  await writeAction(services, trx, actor, {
    buildingId: row.buildingId,
    action,
    subjectId: userId,
    detail: { kind },
  });
  return asProposal(row, now);
}

const asProposal = (row: ProposalRow, now: Date): ContactProposal => ({
  id: row.id,
  kind: row.kind,
  address: row.address,
  by: row.proposedBy === null ? null : { name: row.proposedBy },
  sentAt: row.sentAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  state: !row.isWordGood ? "void" : row.expiresAt <= now ? "expired" : "waiting",
});
