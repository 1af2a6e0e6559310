import { createHash, randomBytes } from "node:crypto";
import type { CardType } from "@umbral/contract/cards/cards.contract";
import type { Buildings } from "@umbral/contract/lib/policy";
import { Role } from "@umbral/contract/lib/roles";
import type { Waiting } from "@umbral/contract/overview/overview.contract";
import {
  INVITATION_MS,
  type Invitation,
  type listInvitations,
} from "@umbral/contract/users/invitations.contract";
import type { z } from "zod";
import type { Actor, Services } from "../../platform/context.ts";
import type { Db, Trx } from "../../platform/database.ts";
import { refuseBeyondHour } from "../../platform/hourly-ceilings.queries.ts";
import { Refused } from "../../platform/refused.ts";
import { type Holder, isReachable, refuseMakingAdministrators } from "../accounts/index.ts";
import { writeAuditLine } from "../audit/audit.service.ts";
import { writeMessages, writeToMany } from "../notifications/notifications.service.ts";
import { countResending } from "./invitation-limits.ts";
import { invitationTo, linkOf, type Told, warningPush, warningTo } from "./invitation-words.ts";
import {
  countWaiting,
  deleteInvitation,
  findHomeInvitations,
  findInvitation,
  findInvitations,
  forgetInvitations,
  type InvitationRow,
  isPromisedToOthers,
  letOverduePromisesGo,
  lockInvitation,
  type NewInvitation,
  promiseCards,
  putInvitations,
  renewInvitation,
} from "./invitations.queries.ts";
import { tellManagers } from "./members.service.ts";
import { endOfStay } from "./stay-end.ts";

const SECRET_BYTES = 32;
/** How long one that ran out is still listed, so that it can be sent again. */
const LISTED_AFTER_MS = 90 * 24 * 3_600_000;

/** What is kept of a link's secret. */
export const digestOfLink = (secret: string): Buffer => createHash("sha256").update(secret).digest();

/** Somebody who is to have a role once they accept it. */
export interface Wanted extends Omit<NewInvitation, "tokenHash" | "byHome"> {
  apartmentName: string | null;
  /** Given with the role. */
  cards: readonly { tag: string; type: CardType }[];
  /** The account with this cédula, when it has none of the typed addresses. */
  conflictsWith: Holder | null;
}

/**
 * Writes invitations and the messages that carry them, some hundred with each statement. Nobody has a role by
 * this: it begins when it is accepted at the typed address. Say `wakeOutbox()` after the commit.
 * @param given `isSent` false: whoever invites passes the links on; `byHome`: by the word of the home's leader
 * @returns the links, by the invitations' ids
 */
export async function writeInvitations(
  services: Pick<Services, "newId" | "clock" | "secrets" | "env" | "ways">,
  trx: Trx,
  given: { buildingId: string; buildingName: string; by: string; isSent?: boolean; byHome?: boolean },
  wanted: readonly Wanted[],
): Promise<ReadonlyMap<string, string>> {
  if (wanted.length === 0) {
    return new Map();
  }
  const at = services.clock.now();
  const expiresAt = new Date(at.getTime() + INVITATION_MS);
  const invited = wanted.map((one) => {
    const secret = randomBytes(SECRET_BYTES).toString("base64url");
    const told: Told = { ...one, buildingName: given.buildingName };
    return { one, told, secret, message: invitationTo(services, told, secret, expiresAt) };
  });
  await putInvitations(
    trx,
    { buildingId: given.buildingId, by: given.by, at, expiresAt },
    invited.map(({ one, secret, message }) => ({
      ...one,
      byHome: given.byHome ?? false,
      tokenHash: message === null ? null : digestOfLink(secret),
    })),
  );
  await promiseCards(
    trx,
    wanted.flatMap(({ id, cards }) => cards.map((card) => ({ invitationId: id, ...card }))),
  );
  await writeMessages(services, trx, [
    ...(given.isSent === false ? [] : invited.flatMap(({ message }) => message ?? [])),
    ...invited.flatMap(({ one, told }) =>
      one.conflictsWith === null ? [] : warningTo(services, told, one.conflictsWith),
    ),
  ]);
  const warned = wanted.flatMap(({ conflictsWith }) => conflictsWith?.id ?? []);
  if (warned.length > 0) {
    await writeToMany(
      services,
      trx,
      { pushes: warned, sms: [] },
      { ...warningPush(given.buildingName), expiresAt },
    );
  }
  return new Map(invited.map(({ one, secret }) => [one.id, linkOf(services, secret)]));
}

/** How many wait to be accepted in each of these buildings. */
export async function waitingInvitations({ db, clock }: Services, buildings: Buildings): Promise<Waiting[]> {
  const rows = await countWaiting(db, buildings, clock.now());
  return rows.map((row) => ({ what: "invitations", ...row }));
}

export async function listInvitationsOf(
  services: Services,
  buildingId: string,
  { search, page, limit }: z.output<(typeof listInvitations)["query"]>,
): Promise<z.input<(typeof listInvitations)["reply"]>> {
  const now = services.clock.now();
  const { rows, count } = await findInvitations(services.db, buildingId, {
    search,
    now,
    limit,
    offset: (page - 1) * limit,
  });
  return {
    invitations: rows.map((row) => asInvitation(services, row, now)),
    totalPages: Math.ceil(count / limit),
  };
}

/**
 * What a leader invited to is from now on the word of whoever sends it again.
 * @throws {Refused} INVITATION_NOT_FOUND, PLATFORM_ONLY, STAY_IN_THE_PAST for a role whose end has passed,
 *   INVITATION_UNREACHABLE, TOO_OFTEN, SMS_USED_UP
 */
export async function sendAgain(
  services: Services,
  actor: Actor,
  { buildingId, id, byHome = false }: { buildingId: string; id: string; byHome?: boolean },
): Promise<{ invitation: Invitation }> {
  const { db, clock } = services;
  const at = clock.now();
  await countResending(services, actor, id);
  const expiresAt = new Date(at.getTime() + INVITATION_MS);
  const again = await db.transaction().execute(async (trx) => {
    await lockInvitation(trx, { buildingId, id });
    const row = await existing(trx, { buildingId, id, now: at });
    refuseMakingAdministrators(actor, row.role);
    endOfStay(row.endsAt?.toISOString() ?? null, at);
    const secret = randomBytes(SECRET_BYTES).toString("base64url");
    const message = invitationTo(services, row, secret, expiresAt);
    if (message === null) {
      throw new Refused("INVITATION_UNREACHABLE");
    }
    if (message.channel === "sms") {
      await refuseBeyondHour(trx, services, "invitations");
    }
    const word = row.byHome ? { by: actor.id, byHome } : null;
    await renewInvitation(trx, id, { tokenHash: digestOfLink(secret), at, expiresAt, word });
    await writeMessages(services, trx, [message]);
    await writeDown(trx, actor, row, "users.invitation-resent", at);
    return existing(trx, { buildingId, id, now: at });
  });
  services.wakeOutbox();
  await tellHome(services, again);
  return { invitation: asInvitation(services, again, at) };
}

/** @throws {Refused} INVITATION_NOT_FOUND, PLATFORM_ONLY */
export async function takeBack(
  services: Services,
  actor: Actor,
  { buildingId, id }: { buildingId: string; id: string },
): Promise<{ ok: true }> {
  const { db, clock } = services;
  const now = clock.now();
  const gone = await db.transaction().execute(async (trx) => {
    await lockInvitation(trx, { buildingId, id });
    const row = await existing(trx, { buildingId, id, now });
    refuseMakingAdministrators(actor, row.role);
    await deleteInvitation(trx, id);
    await writeDown(trx, actor, row, "users.invitation-taken-back", now);
    return row;
  });
  await tellHome(services, gone);
  return { ok: true };
}

/** Those to a home that can be accepted yet. */
export async function waitingAtHome(
  { clock }: Pick<Services, "clock">,
  db: Db,
  apartmentId: string,
): Promise<InvitationRow[]> {
  const now = clock.now();
  const rows = await findHomeInvitations(db, { apartmentId, roles: Role.options, now });
  return rows.filter((row) => goodUntil(row) > now && !row.isWithoutWord);
}

/**
 * A home goes, or all who live there do, and with it what was to begin there: each is written down as taken back. What its
 * people have is not of here.
 */
export async function takeBackOfHome(
  { clock }: Pick<Services, "clock">,
  trx: Trx,
  actor: Actor,
  apartmentId: string,
): Promise<void> {
  const now = clock.now();
  for (const row of await findHomeInvitations(trx, { apartmentId, roles: Role.options, now })) {
    if (await deleteInvitation(trx, row.id)) {
      await writeDown(trx, actor, row, "users.invitation-taken-back", now);
    }
  }
}

/** Cards that somebody else is to have, or has by now: whoever let their invitation run out does not hold them back. */
export { letOverduePromisesGo } from "./invitations.queries.ts";

/**
 * A card is somebody's by hand as by a file: one that waits for somebody else in an invitation is taken, and one whose
 * invitation ran out is promised no more.
 * @throws {Refused} CARD_TAKEN
 */
export async function refusePromisedCard(
  trx: Trx,
  { at, ...card }: { tag: string; userId: string; at: Date },
): Promise<void> {
  if (await isPromisedToOthers(trx, card, at)) {
    throw new Refused("CARD_TAKEN");
  }
  await letOverduePromisesGo(trx, [card.tag], at);
}

/** One more card for an invitation that waits. */
export const promiseMoreCards = promiseCards;

/** Lets go what ran out long ago. */
export async function tidyInvitations({ db, clock }: Services): Promise<void> {
  await forgetInvitations(db, new Date(clock.now().getTime() - LISTED_AFTER_MS));
}

async function existing(trx: Trx, { buildingId, id, now }: { buildingId: string; id: string; now: Date }) {
  const row = await findInvitation(trx, buildingId, id, now);
  if (!row) {
    throw new Refused("INVITATION_NOT_FOUND");
  }
  return row;
}

export const asInvitation = (
  services: Pick<Services, "ways">,
  row: InvitationRow,
  now: Date,
): Invitation => ({
  id: row.id,
  name: row.name,
  cedula: row.cedula ?? "",
  email: row.email,
  phone: row.phone,
  role: row.role,
  apartment:
    row.apartmentId === null || row.apartmentName === null
      ? null
      : { id: row.apartmentId, name: row.apartmentName },
  endsAt: row.endsAt?.toISOString() ?? null,
  sentAt: row.sentAt.toISOString(),
  expiresAt: goodUntil(row).toISOString(),
  state: !isReachable(services, row)
    ? "unreachable"
    : goodUntil(row) <= now
      ? "expired"
      : row.isWithoutWord
        ? "without-word"
        : "waiting",
  hasConflict: row.hasConflict,
});

/** No role is accepted after its own end. */
export const goodUntil = ({ expiresAt, endsAt }: Pick<InvitationRow, "expiresAt" | "endsAt">): Date =>
  endsAt !== null && endsAt < expiresAt ? endsAt : expiresAt;

/** Whoever looks after a home sees what waits there. */
async function tellHome(
  services: Services,
  { buildingId, apartmentId }: Pick<InvitationRow, "buildingId" | "apartmentId">,
): Promise<void> {
  if (apartmentId !== null) {
    await tellManagers(services, { buildingId, apartmentId });
  }
}

function writeDown(
  trx: Trx,
  actor: Actor,
  { id, buildingId, role, apartmentId }: InvitationRow,
  action: "users.invitation-resent" | "users.invitation-taken-back",
  at: Date,
): Promise<void> {
  return writeAuditLine(trx, {
    buildingId,
    actorId: actor.id,
    action,
    subjectId: id,
    detail: { role, apartmentId },
    at,
  });
}
