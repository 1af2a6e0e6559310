import { randomInt, timingSafeEqual } from "node:crypto";
import {
  CONTACT_CODE_MS,
  type confirmContact,
  type ReceivedProposal,
} from "@umbral/contract/users/contact-proposals.contract";
import type { z } from "zod";
import { networkOf } from "../../platform/address.ts";
import { giveBackAttempt, type Limit } from "../../platform/attempts.queries.ts";
import type { Services } from "../../platform/context.ts";
import { isDuplicate, type Trx } from "../../platform/database.ts";
import { person as everyDeviceOf } from "../../platform/live.ts";
import { refuseWithoutWay } from "../../platform/message-ways.ts";
import { Refused } from "../../platform/refused.ts";
import { setEmail, setPhone } from "../accounts/index.ts";
import { changeOf, writeAction } from "../audit/audit.service.ts";
import { voidPasswordLinkTo } from "../auth/links.service.ts";
import { writeMessages } from "../notifications/notifications.service.ts";
import { changedFrom, contactCodeTo, firstNameOf, wayOf } from "./contact-proposal-words.ts";
import {
  endGuessedProposal,
  endProposal,
  findContacts,
  findReceived,
  giveBackContactTry,
  lockContacts,
  lockWaiting,
  type ProposalRow,
  putContactCode,
  takeContactTry,
} from "./contact-proposals.queries.ts";
import { type RequestSource, refuseTooOften } from "./invitation-documents.ts";
import { digestOfLink } from "./invitations.service.ts";
import { maskedMail, maskedPhone } from "./masked-addresses.ts";
import { refuseWrongPassword } from "./own-password.ts";

/** In 15 minutes (decisions §3): codes to one address and from one network address, and failures from there. */
const CODES_TO_ADDRESS = 5;
const CODES_FROM = 60;
const FAILURES_FROM = 60;
/** Wrong guesses at one code, and at all that are sent while a link lives: in seven days thousands could be made. */
const TRIES = { code: 5, link: 30 };

/** @throws {Refused} CONTACT_LINK_NOT_VALID */
export async function readReceivedProposal(
  services: Services,
  token: string,
  source: RequestSource,
): Promise<{ proposal: ReceivedProposal }> {
  const row = await receivedWith(services, token, source);
  const state = stateOf(row, services.clock.now());
  if (state !== "waiting") {
    return { proposal: { state, kind: row.kind } };
  }
  const account = await findContacts(services.db, row.userId);
  return {
    proposal: {
      state,
      kind: row.kind,
      name: firstNameOf(row.name),
      to: row.kind === "email" ? maskedMail(row.address) : maskedPhone(row.address),
      building:
        row.buildingName === null || row.timeZone === null
          ? null
          : { name: row.buildingName, timeZone: row.timeZone },
      by: row.proposedBy === null ? null : { name: row.proposedBy },
      expiresAt: row.expiresAt.toISOString(),
      asksPassword: account?.passwordHash != null,
    },
  };
}

/**
 * Sends the code to the proposed address. It takes the place of an older one.
 * @throws {Refused} CONTACT_LINK_NOT_VALID, TOO_OFTEN; MAIL_NOT_HERE, SMS_NOT_HERE or MESSAGES_NOT_HERE where none leaves
 */
export async function sendContactCode(
  services: Services,
  token: string,
  source: RequestSource,
): Promise<{ ok: true }> {
  const { db, clock } = services;
  const row = await waitingWith(services, token, source);
  refuseWithoutWay(services, wayOf[row.kind]);
  await refuseTooOften(services, [
    { subject: ["contact-code", row.address], most: CODES_TO_ADDRESS },
    { subject: ["contact-code-from", networkOf(source.address)], most: CODES_FROM },
  ]);
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const expiresAt = new Date(clock.now().getTime() + CONTACT_CODE_MS);
  await db.transaction().execute(async (trx) => {
    if (!(await putContactCode(trx, row.id, { digest: digestOf(services, row.id, code), expiresAt }))) {
      throw new Refused("CONTACT_LINK_NOT_VALID");
    }
    await writeMessages(services, trx, [contactCodeTo(row, code, expiresAt)]);
  });
  services.wakeOutbox();
  return { ok: true };
}

/**
 * The proposed phone or mail becomes the account's. A lost password is recovered there: whoever proposed it could send it
 * to themselves, so that an account which has a password shows it besides the code. Sessions stay, as they do when
 * somebody changes it in the profile.
 */
export async function confirmProposal(
  services: Services,
  { token, code, password }: z.output<(typeof confirmContact)["body"]>,
  source: RequestSource,
): Promise<{ ok: true }> {
  const { row, digest } = await provenWith(services, token, code, source);
  const account = await findContacts(services.db, row.userId);
  if (account?.passwordHash != null) {
    if (password === undefined) {
      throw new Refused("INCOMPLETE", { errors: [{ property: "password", message: "should not be null" }] });
    }
    await refuseWrongPassword(services, { cedula: account.cedula, account, password }, source);
  }
  await services.db
    .transaction()
    .execute(async (trx) => {
      const before = await lockContacts(trx, row.userId);
      const held = await lockWaiting(trx, { userId: row.userId, tokenHash: digestOfLink(token) });
      // Sent again, or asked for another code, in the same moment; or the word of who proposed it ended.
      const isGood = held?.codeDigest?.equals(digest) && (await isStillWaiting(services, trx, token));
      if (!before || before.passwordHash !== account?.passwordHash || !isGood) {
        throw new Refused("CONTACT_LINK_NOT_VALID");
      }
      await change(services, trx, row, before);
      await endProposal(trx, row.id, "confirmed");
    })
    .catch(refuseTaken);
  services.wakeOutbox();
  services.live.tell(everyDeviceOf(row.userId), "spaces:changed", {});
  return { ok: true };
}

/** The old one is told, in the transaction that changes it. */
async function change(
  services: Services,
  trx: Trx,
  row: ProposalRow,
  before: NonNullable<Awaited<ReturnType<typeof lockContacts>>>,
): Promise<void> {
  const { kind, address, userId, buildingId } = row;
  if (kind === "phone") {
    await setPhone(trx, userId, address);
  } else if (!(await setEmail(trx, userId, address))) {
    throw alreadyTaken();
  }
  await voidPasswordLinkTo(services, trx, kind, before);
  await writeMessages(services, trx, changedFrom(services, row, before));
  await writeAction(
    services,
    trx,
    { id: userId },
    {
      buildingId,
      action: "users.contact-confirmed",
      subjectId: userId,
      detail: { kind },
      change: changeOf(userId, { [kind]: before[kind] }, { [kind]: address }),
    },
  );
}

const failuresFrom = ({ address }: RequestSource): Limit[] => [
  { subject: ["contact-failures-from", networkOf(address)], most: FAILURES_FROM },
];

async function receivedWith(services: Services, token: string, source: RequestSource): Promise<ProposalRow> {
  const { db, clock } = services;
  const now = clock.now();
  await refuseTooOften(services, failuresFrom(source));
  const row = await findReceived(db, digestOfLink(token), now);
  if (!row) {
    throw new Refused("CONTACT_LINK_NOT_VALID");
  }
  await giveBackAttempt(db, failuresFrom(source), now);
  return row;
}

async function waitingWith(services: Services, token: string, source: RequestSource): Promise<ProposalRow> {
  const row = await receivedWith(services, token, source);
  if (stateOf(row, services.clock.now()) !== "waiting") {
    throw new Refused("CONTACT_LINK_NOT_VALID");
  }
  return row;
}

/** @throws {Refused} CONTACT_LINK_NOT_VALID; CONTACT_CODE_NOT_VALID when it is wrong, too old, or was guessed at too often */
async function provenWith(services: Services, token: string, code: string, source: RequestSource) {
  const { db, clock } = services;
  const row = await waitingWith(services, token, source);
  const now = clock.now();
  await refuseTooOften(services, failuresFrom(source));
  const kept = await takeContactTry(db, row.id, TRIES, now);
  const digest = digestOf(services, row.id, code);
  if (kept?.digest == null || !timingSafeEqual(kept.digest, digest)) {
    await endGuessedProposal(db, row.id, TRIES, now);
    // It was confirmed, or taken back, since it was read: no other code would help.
    await waitingWith(services, token, source);
    throw new Refused("CONTACT_CODE_NOT_VALID", {
      errors: [{ property: "code", message: "no es válido o ya venció" }],
    });
  }
  await giveBackAttempt(db, failuresFrom(source), now);
  await giveBackContactTry(db, row.id, digest);
  return { row, digest };
}

async function isStillWaiting({ clock }: Services, trx: Trx, token: string): Promise<boolean> {
  const now = clock.now();
  const row = await findReceived(trx, digestOfLink(token), now);
  return row !== undefined && stateOf(row, now) === "waiting";
}

/** A word that does not hold is as good as taken back. */
const stateOf = ({ ended, expiresAt, isWordGood }: ProposalRow, now: Date): ReceivedProposal["state"] =>
  ended ?? (expiresAt <= now ? "expired" : isWordGood ? "waiting" : "taken-back");

const digestOf = ({ digest }: Services, id: string, code: string): Buffer =>
  digest.of("contact code", id, code);

const alreadyTaken = () =>
  new Refused("ALREADY_EXISTS", { errors: [{ property: "email", message: "already exists" }] });

/** Two accounts at once: the database lets one have the mail. */
function refuseTaken(error: unknown): never {
  throw isDuplicate(error, "users_email") ? alreadyTaken() : error;
}
