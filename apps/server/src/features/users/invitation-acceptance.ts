import { randomInt, timingSafeEqual } from "node:crypto";
import type { MessageWay } from "@umbral/contract/notifications/message-ways";
import {
  type acceptInvitation,
  INVITATION_CODE_MS,
  type InvitedAccount,
  type proveInvitation,
  type ReceivedInvitation,
} from "@umbral/contract/users/invitations.contract";
import type { z } from "zod";
import { networkOf } from "../../platform/address.ts";
import { giveBackAttempt, type Limit } from "../../platform/attempts.queries.ts";
import type { Services } from "../../platform/context.ts";
import { isDuplicate, type Trx } from "../../platform/database.ts";
import { refuseWithoutWay } from "../../platform/message-ways.ts";
import { Refused } from "../../platform/refused.ts";
import { completeInvitedAccount, insertAccount, keepInvitedAddresses, waysOf } from "../accounts/index.ts";
import { writeAuditLine } from "../audit/audit.service.ts";
import { voidLinksOf } from "../auth/links.service.ts";
import { refuseWeakPassword } from "../auth/password-rules.ts";
import { hashPassword } from "../auth/passwords.ts";
import { holdHome, refreshActive } from "../buildings/index.ts";
import { giveFreeCards } from "../cards/card-states.ts";
import { writeMessages } from "../notifications/notifications.service.ts";
import { writeAcceptance } from "../registration/accounts.ts";
import { grantSpace } from "../spaces/index.ts";
import {
  type NamedRow,
  noteConflict,
  type RequestSource,
  refuseTooOften,
  withDocument,
} from "./invitation-documents.ts";
import { codeTo, welcomeTo } from "./invitation-words.ts";
import {
  deleteInvitation,
  endGuessedLink,
  findByLink,
  giveBackCodeTry,
  type InvitationRow,
  lockInvitation,
  putCode,
  takeCodeTry,
} from "./invitations.queries.ts";
import { digestOfLink, goodUntil } from "./invitations.service.ts";
import {
  type AccountRow,
  findInvitedAccount,
  lockAccountRow,
  takePromisedCards,
} from "./invited-accounts.queries.ts";
import { maskedMail, maskedPhone } from "./masked-addresses.ts";
import { tellOfMember } from "./members.service.ts";
import { refuseWrongPassword } from "./own-password.ts";

/** In 15 minutes (decisions §3): codes to one address and from one network address, and failures from there. */
const CODES_TO_ADDRESS = 5;
const CODES_FROM = 60;
const FAILURES_FROM = 60;
/** Wrong guesses at one code, and at all that are sent while a link lives: in seven days thousands could be made. */
const TRIES = { code: 5, link: 30 };

/** @throws {Refused} INVITATION_NOT_VALID */
export async function readReceived(
  services: Services,
  token: string,
  source: RequestSource,
): Promise<{ invitation: ReceivedInvitation }> {
  const row = await receivedWith(services, token, source);
  return {
    invitation: {
      name: row.name,
      role: row.role,
      building: { name: row.buildingName, timeZone: row.timeZone },
      apartment: row.apartmentName,
      endsAt: row.endsAt?.toISOString() ?? null,
      expiresAt: goodUntil(row).toISOString(),
      ways: waysOf(services, row).map((way) => ({
        way,
        to: way === "mail" ? maskedMail(row.email) : maskedPhone(row.phone),
      })),
    },
  };
}

/**
 * Sends the code to the address that the inviter typed. It takes the place of an older one.
 * @throws {Refused} INVITATION_NOT_VALID, TOO_OFTEN; MAIL_NOT_HERE, SMS_NOT_HERE or MESSAGES_NOT_HERE where none leaves
 */
export async function sendCode(
  services: Services,
  { token, way }: { token: string; way: MessageWay },
  source: RequestSource,
): Promise<{ ok: true }> {
  const { db, clock } = services;
  const row = await receivedWith(services, token, source);
  refuseWithoutWay(services, way);
  if (!waysOf(services, row).includes(way)) {
    throw new Refused("INVITATION_NOT_VALID");
  }
  const to = way === "mail" ? row.email.toLowerCase() : row.phone;
  await refuseTooOften(services, [
    { subject: ["invitation-code", to], most: CODES_TO_ADDRESS },
    { subject: ["invitation-code-from", networkOf(source.address)], most: CODES_FROM },
  ]);
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const expiresAt = new Date(clock.now().getTime() + INVITATION_CODE_MS);
  await db.transaction().execute(async (trx) => {
    await putCode(trx, row.id, { digest: digestOf(services, row.id, code), way, expiresAt });
    await writeMessages(services, trx, [codeTo(row, way, code, expiresAt)]);
  });
  services.wakeOutbox();
  return { ok: true };
}

/** Whose account the role would begin on, told to whoever proved the address. */
export async function proveAddress(
  services: Services,
  { token, code, document }: z.output<(typeof proveInvitation)["body"]>,
  source: RequestSource,
): Promise<{ account: InvitedAccount; cedula: string }> {
  const { row: found, way } = await provenWith(services, token, code, source);
  const row = await withDocument(services, found, document, source);
  if (row === null) {
    return { account: "unnamed", cedula: "" };
  }
  const account = await findInvitedAccount(services.db, row.cedula);
  const kind = kindOf(row, way, account, source);
  if (found.cedula === null) {
    await noteConflict(services, found, kind === "other" ? account : undefined);
  }
  return { account: kind, cedula: row.cedula };
}

/**
 * The role begins: for a new account; for one that nobody ever signed in to, or whose password is known, when the
 * address that was just proved is the account's own; for no other, whoever holds the link.
 */
export async function accept(
  services: Services,
  { token, code, password, acceptTerms, document }: z.output<(typeof acceptInvitation)["body"]>,
  source: RequestSource,
): Promise<{ ok: true; cedula: string }> {
  const { db, clock, wakeOutbox } = services;
  const { row: proven, way, digest } = await provenWith(services, token, code, source);
  const row = await withDocument(services, proven, document, source);
  if (row === null) {
    throw new Refused("INCOMPLETE", { errors: [{ property: "document", message: "should not be null" }] });
  }
  const found = await findInvitedAccount(db, row.cedula);
  const kind = kindOf(row, way, found, source);
  if (kind === "other") {
    throw new Refused("INVITATION_CONFLICT");
  }
  if (kind === "own") {
    await refuseWrongPassword(services, { cedula: row.cedula, account: found, password }, source);
  } else {
    refuseWeakPassword(password, row.cedula);
    if (!acceptTerms) {
      throw new Refused("INCOMPLETE", {
        errors: [{ property: "acceptTerms", message: "should not be null" }],
      });
    }
  }
  const passwordHash = kind === "new" ? await hashPassword(password) : null;
  const at = clock.now();
  const userId = await db
    .transaction()
    .execute(async (trx) => {
      if (row.apartmentId !== null) {
        await holdHome(trx, row.apartmentId);
      }
      const held = await lockInvitation(trx, { tokenHash: digestOfLink(token) });
      if (held?.code_digest == null || !held.code_digest.equals(digest) || held.id !== row.id) {
        throw new Refused("INVITATION_NOT_VALID");
      }
      // The leader who gave their word was removed in the same moment.
      if (!(await findByLink(trx, digestOfLink(token), at))) {
        throw new Refused("INVITATION_NOT_VALID");
      }
      await lockAccountRow(trx, row.cedula);
      const account = await findInvitedAccount(trx, row.cedula);
      // Somebody registered, or changed an address or the password, in the same moment.
      if (kindOf(row, way, account, source) !== kind || account?.passwordHash !== found?.passwordHash) {
        throw new Refused("INVITATION_CONFLICT");
      }
      const id = await keepAccount(services, trx, row, account, passwordHash, {
        at,
        address: source.address,
      });
      const spaceId = await begin(services, trx, row, id, at);
      await deleteInvitation(trx, row.id);
      await writeAuditLine(trx, {
        buildingId: row.buildingId,
        actorId: id,
        action: "users.invitation-accepted",
        subjectId: spaceId,
        detail: {
          role: row.role,
          apartmentId: row.apartmentId,
          invitedBy: row.invitedBy,
          by: way,
          account: kind,
        },
        at,
      });
      return id;
    })
    .catch(refuseTaken);
  wakeOutbox();
  await tellOfMember(services, { buildingId: row.buildingId, apartmentId: row.apartmentId }, userId);
  return { ok: true, cedula: row.cedula };
}

/** The account of the role: made, completed, or as it is. */
async function keepAccount(
  services: Services,
  trx: Trx,
  row: NamedRow,
  account: AccountRow | undefined,
  passwordHash: string | null,
  terms: { at: Date; address: string },
): Promise<string> {
  if (passwordHash === null && account) {
    // Whatever else only the account said of itself may be a stranger's who wrote this address beside their own.
    const kept = account.isTrusted ? account : { ...account, email: row.email, phone: row.phone };
    if (!account.isTrusted) {
      await keepInvitedAddresses(trx, account.id, kept);
      await voidLinksOf(trx, account.id);
    }
    if (kept.email !== "") {
      await writeMessages(services, trx, [welcomeTo(services, row, kept)]);
    }
    return account.id;
  }
  if (passwordHash === null) {
    throw new Refused("INVITATION_CONFLICT");
  }
  const id = account?.id ?? services.newId();
  await (account
    ? completeInvitedAccount(trx, id, { ...row, passwordHash })
    : insertAccount(trx, { ...row, id, passwordHash }));
  await voidLinksOf(trx, id);
  await writeAcceptance(services, trx, { userId: id, ...terms });
  return id;
}

async function begin(
  services: Services,
  trx: Trx,
  row: InvitationRow,
  userId: string,
  at: Date,
): Promise<string> {
  const { newId } = services;
  const { buildingId, apartmentId, role, endsAt, invitedBy } = row;
  const spaceId = await grantSpace(trx, {
    id: newId(),
    userId,
    buildingId,
    apartmentId,
    role,
    endsAt,
    decidedBy: invitedBy,
    at,
  });
  await giveFreeCards(services, trx, userId, await takePromisedCards(trx, row.id));
  if (apartmentId !== null) {
    await refreshActive(trx, apartmentId, at);
  }
  return spaceId;
}

/** Only an account that has just the address that was proved is the proved person's own. */
function kindOf(
  row: InvitationRow,
  way: MessageWay,
  account: AccountRow | undefined,
  { isFromThisMachine }: RequestSource,
): InvitedAccount {
  if (!account) {
    return "new";
  }
  const isTheirs =
    account.active &&
    account.userType === "USER" &&
    (!account.isDemonstration || isFromThisMachine) &&
    (way === "mail"
      ? account.email.toLowerCase() === row.email.toLowerCase()
      : account.phone.replaceAll(" ", "") === row.phone);
  return !isTheirs ? "other" : account.passwordHash === null ? "new" : "own";
}

const failuresFrom = ({ address }: RequestSource): Limit[] => [
  { subject: ["invitation-failures-from", networkOf(address)], most: FAILURES_FROM },
];

async function receivedWith(
  services: Services,
  token: string,
  source: RequestSource,
): Promise<InvitationRow> {
  const { db, clock } = services;
  const now = clock.now();
  await refuseTooOften(services, failuresFrom(source));
  const row = await findByLink(db, digestOfLink(token), now);
  if (!row) {
    throw new Refused("INVITATION_NOT_VALID");
  }
  await giveBackAttempt(db, failuresFrom(source), now);
  return row;
}

/** @throws {Refused} INVITATION_NOT_VALID; INVITATION_CODE_NOT_VALID when it is wrong, too old, or was guessed at too often */
async function provenWith(services: Services, token: string, code: string, source: RequestSource) {
  const { db, clock } = services;
  const row = await receivedWith(services, token, source);
  const now = clock.now();
  await refuseTooOften(services, failuresFrom(source));
  const kept = await takeCodeTry(db, row.id, TRIES, now);
  // It was accepted, or taken back, since it was read: no other code would help.
  if (kept === undefined && !(await findByLink(db, digestOfLink(token), now))) {
    throw new Refused("INVITATION_NOT_VALID");
  }
  const digest = digestOf(services, row.id, code);
  if (kept?.digest == null || kept.way === null || !timingSafeEqual(kept.digest, digest)) {
    await endGuessedLink(db, row.id, TRIES, now);
    throw new Refused("INVITATION_CODE_NOT_VALID", {
      errors: [{ property: "code", message: "no es válido o ya venció" }],
    });
  }
  await giveBackAttempt(db, failuresFrom(source), now);
  await giveBackCodeTry(db, row.id, digest);
  return { row, way: kept.way, digest };
}

const digestOf = ({ digest }: Services, id: string, code: string): Buffer =>
  digest.of("invitation code", id, code);

/** Two at once, or a mail that is of an account with another cédula: the database lets one have it. */
function refuseTaken(error: unknown): never {
  if (isDuplicate(error, "users_email")) {
    throw new Refused("ALREADY_EXISTS", { errors: [{ property: "email", message: "already exists" }] });
  }
  throw isDuplicate(error, "users_cedula_key") ? new Refused("INVITATION_CONFLICT") : error;
}
