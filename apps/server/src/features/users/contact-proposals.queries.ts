import { rolesWith } from "@umbral/contract/lib/policy";
import type { ContactKind } from "@umbral/contract/users/contact-proposals.contract";
import { sql } from "kysely";
import type { Db, Trx } from "../../platform/database.ts";
import { livingSpaces } from "../spaces/index.ts";

/** How a proposal ended. */
type Ending = "confirmed" | "taken-back";

const administrators = rolesWith("buildings.administer", "building");

/** How somebody of a building is reached and proves who they are, held until the transaction ends. */
export const lockContacts = (trx: Trx, userId: string) =>
  contacts(trx, userId).forUpdate().executeTakeFirst();

export const findContacts = (db: Db, userId: string) => contacts(db, userId).executeTakeFirst();

const contacts = (db: Db, userId: string) =>
  db
    .selectFrom("users")
    .select(["id", "name", "cedula", "email", "phone", "active", "password_hash as passwordHash"])
    .where("id", "=", userId)
    .where("user_type", "=", "USER")
    .$narrowType<{ cedula: string }>();

/** Administers somebody a building now? They are the platform's to change. */
export async function administersSomewhere(db: Db, userId: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom(livingSpaces(now))
    .select("spaces.id")
    .where("spaces.user_id", "=", userId)
    .where("spaces.role", "in", administrators)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Does the word of whoever proposed it hold? The platform's does. That of a building's administrator does while they
 * administer every building of this person, who administers none.
 */
const isWordGood = (now: Date) => sql<boolean>`(person.active and person.user_type = 'USER' and coalesce(
  case when contact_proposals.building_id is null then proposer.active and proposer.user_type = 'ADMIN'
  else proposer.active and (
    select bool_and(spaces.role <> all(${administrators}::text[]) and spaces.building_id = any(array(
      select spaces.building_id from ${livingSpaces(now)}
      where spaces.user_id = contact_proposals.proposed_by and spaces.role = any(${administrators}::text[]))))
    from ${livingSpaces(now)} where spaces.user_id = contact_proposals.user_id)
  end, false))`;

const proposals = (db: Db, now: Date) =>
  db
    .selectFrom("contact_proposals")
    .innerJoin("users as person", "person.id", "contact_proposals.user_id")
    .leftJoin("users as proposer", "proposer.id", "contact_proposals.proposed_by")
    .leftJoin("buildings", "buildings.id", "contact_proposals.building_id")
    .select([
      "contact_proposals.id as id",
      "contact_proposals.user_id as userId",
      "contact_proposals.kind as kind",
      "contact_proposals.address as address",
      "contact_proposals.sent_at as sentAt",
      "contact_proposals.expires_at as expiresAt",
      "contact_proposals.ended as ended",
      "contact_proposals.building_id as buildingId",
      "buildings.name as buildingName",
      "buildings.time_zone as timeZone",
      "person.name as name",
      "proposer.name as proposedBy",
      isWordGood(now).as("isWordGood"),
    ]);
export type ProposalRow = Awaited<ReturnType<typeof findReceived>> & object;

/** What of somebody's waits to be confirmed, also what nobody did in time. */
export const findProposalsOf = (db: Db, userId: string, now: Date) =>
  proposals(db, now)
    .where("contact_proposals.user_id", "=", userId)
    .where("contact_proposals.ended", "is", null)
    .orderBy("contact_proposals.kind", "desc")
    .execute();

/** The one that a link is about, however it ended. */
export const findReceived = (db: Db, tokenHash: Buffer, now: Date) =>
  proposals(db, now).where("contact_proposals.token_hash", "=", tokenHash).executeTakeFirst();

/** One that waits; whoever else confirms it, sends it again or takes it back waits for this transaction. */
export const lockWaiting = (trx: Trx, of: { userId: string } & ({ id: string } | { tokenHash: Buffer })) =>
  trx
    .selectFrom("contact_proposals")
    .select(["id", "kind", "address", "code_digest as codeDigest"])
    .where("user_id", "=", of.userId)
    .where("ended", "is", null)
    .where((eb) => ("id" in of ? eb("id", "=", of.id) : eb("token_hash", "=", of.tokenHash)))
    .forUpdate()
    .executeTakeFirst();

interface Word {
  buildingId: string | null;
  proposedBy: string;
  tokenHash: Buffer;
  at: Date;
  expiresAt: Date;
}

const columnsOf = ({ buildingId, proposedBy, tokenHash, at, expiresAt }: Word) => ({
  building_id: buildingId,
  proposed_by: proposedBy,
  token_hash: tokenHash,
  sent_at: at,
  expires_at: expiresAt,
});

/** The older one of this kind is over. */
export async function putProposal(
  trx: Trx,
  {
    id,
    userId,
    kind,
    address,
    ...word
  }: Word & Record<"id" | "userId" | "address", string> & { kind: ContactKind },
): Promise<void> {
  await end(trx, "taken-back").where("user_id", "=", userId).where("kind", "=", kind).execute();
  await trx
    .insertInto("contact_proposals")
    .values({ id, user_id: userId, kind, address, ...columnsOf(word) })
    .execute();
}

/** A new link, on the word of whoever sends it. A code that was sent for the older one is worth nothing. */
export async function renewProposal(trx: Trx, id: string, word: Word): Promise<void> {
  await trx
    .updateTable("contact_proposals")
    .set({ ...columnsOf(word), code_digest: null, code_expires_at: null, code_tries: 0, code_failures: 0 })
    .where("id", "=", id)
    .execute();
}

/** Of one that is over nothing is kept but how it ended. */
const end = (trx: Trx, ended: Ending) =>
  trx
    .updateTable("contact_proposals")
    .set({ ended, address: "", code_digest: null, code_expires_at: null })
    .where("ended", "is", null);

export async function endProposal(trx: Trx, id: string, ended: Ending): Promise<void> {
  await end(trx, ended).where("id", "=", id).execute();
}

/** Whoever's account was closed confirms nothing. */
export async function dropProposalsOf(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom("contact_proposals").where("user_id", "=", userId).execute();
}

export async function forgetProposals(db: Db, expiredBefore: Date): Promise<void> {
  await db.deleteFrom("contact_proposals").where("expires_at", "<", expiredBefore).execute();
}

/** The newest code alone is good. False for one that ended meanwhile. */
export async function putContactCode(
  trx: Trx,
  id: string,
  code: { digest: Buffer; expiresAt: Date },
): Promise<boolean> {
  const row = await trx
    .updateTable("contact_proposals")
    .set({ code_digest: code.digest, code_expires_at: code.expiresAt, code_tries: 0 })
    .where("id", "=", id)
    .where("ended", "is", null)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Wrong guesses: at one code, and with one link, whose life lasts for hundreds of codes. */
interface Guesses {
  code: number;
  link: number;
}

/** Counts a try before it is looked at, so that many at once are not more; undefined when none is left. */
export function takeContactTry(db: Db, id: string, most: Guesses, now: Date) {
  return db
    .updateTable("contact_proposals")
    .set((eb) => ({
      code_tries: eb("code_tries", "+", 1),
      code_failures: eb("code_failures", "+", 1),
    }))
    .where("id", "=", id)
    .where("code_tries", "<", most.code)
    .where("code_failures", "<", most.link)
    .where("code_expires_at", ">", now)
    .returning("code_digest as digest")
    .executeTakeFirst();
}

/** A link with which too many wrong codes were tried has run out; whoever proposed it sees it, and can send another. */
export async function endGuessedProposal(db: Db, id: string, most: Guesses, now: Date): Promise<void> {
  await db
    .updateTable("contact_proposals")
    .set({ expires_at: now })
    .where("id", "=", id)
    .where("code_failures", ">=", most.link)
    .where("expires_at", ">", now)
    .execute();
}

/** A right code does not count as a try. */
export async function giveBackContactTry(db: Db, id: string, digest: Buffer): Promise<void> {
  await db
    .updateTable("contact_proposals")
    .set((eb) => ({
      code_tries: eb("code_tries", "-", 1),
      code_failures: eb("code_failures", "-", 1),
    }))
    .where("id", "=", id)
    .where("code_digest", "=", digest)
    .where("code_tries", ">", 0)
    .execute();
}
