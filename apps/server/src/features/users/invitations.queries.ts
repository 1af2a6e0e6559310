import type { CardType } from "@umbral/contract/cards/cards.contract";
import { type Buildings, rolesWith } from "@umbral/contract/lib/policy";
import type { Role } from "@umbral/contract/lib/roles";
import type { MessageWay } from "@umbral/contract/notifications/message-ways";
import type { DocumentType } from "@umbral/contract/registration/personal-data";
import { sql } from "kysely";
import type { Db, Trx } from "../../platform/database.ts";
import { within } from "../../platform/within.ts";
import { livingSpaces } from "../spaces/index.ts";

export interface NewInvitation {
  id: string;
  apartmentId: string | null;
  role: Role;
  /** Null for who says it themselves when they accept. */
  cedula: string | null;
  /** By the word of the home's leader. */
  byHome: boolean;
  documentType: DocumentType;
  name: string;
  email: string;
  phone: string;
  endsAt: Date | null;
  /** The last day, such as '2026-12-31', by the building's own clock; in the place of `endsAt`. */
  until: string | null;
  tokenHash: Buffer | null;
}

const NOWHERE = sql.lit("00000000-0000-0000-0000-000000000000");

/** Writes invitations; one for the same role, place and cédula is replaced, its link and its code with it. */
export async function putInvitations(
  trx: Trx,
  given: { buildingId: string; by: string; at: Date; expiresAt: Date },
  invitations: readonly NewInvitation[],
): Promise<void> {
  const all = <K extends keyof NewInvitation>(field: K) => invitations.map((one) => one[field]);
  await sql`insert into invitations (id, building_id, apartment_id, role, cedula, document_type, name, email, phone,
      ends_at, token_hash, by_home, invited_by, created_at, expires_at)
    select wanted.id, buildings.id, apartment_id, role, cedula, document_type, wanted.name, email, phone,
      coalesce(ends_at, ((until::date + 1)::timestamp at time zone buildings.time_zone) - interval '1 millisecond'),
      token_hash, by_home, ${given.by}::uuid, ${given.at}::timestamptz, ${given.expiresAt}::timestamptz
    from unnest(${all("id")}::uuid[], ${all("apartmentId")}::uuid[], ${all("role")}::text[], ${all("cedula")}::text[],
      ${all("documentType")}::text[], ${all("name")}::text[], ${all("email")}::text[], ${all("phone")}::text[],
      ${all("endsAt")}::timestamptz[], ${all("until")}::text[], ${all("tokenHash")}::bytea[],
      ${all("byHome")}::boolean[])
      as wanted (id, apartment_id, role, cedula, document_type, name, email, phone, ends_at, until, token_hash, by_home)
    join buildings on buildings.id = ${given.buildingId}::uuid
    on conflict (building_id, coalesce(apartment_id, ${NOWHERE}::uuid), role, cedula) do update set
      document_type = excluded.document_type, name = excluded.name, email = excluded.email, phone = excluded.phone,
      ends_at = excluded.ends_at, token_hash = excluded.token_hash, by_home = excluded.by_home, invited_by = excluded.invited_by,
      created_at = excluded.created_at, expires_at = excluded.expires_at,
      code_digest = null, code_way = null, code_expires_at = null, code_tries = 0, code_failures = 0`.execute(
    trx,
  );
}

/** Cards that are given with the role. The database refuses a tag that is promised to somebody already. */
export async function promiseCards(
  trx: Trx,
  cards: readonly { invitationId: string; tag: string; type: CardType }[],
): Promise<void> {
  if (cards.length > 0) {
    await trx
      .insertInto("invitation_cards")
      .values(cards.map(({ invitationId, tag, type }) => ({ invitation_id: invitationId, tag, type })))
      .execute();
  }
}

/** Until when an invitation can be accepted: no role is after its own end. */
const acceptedUntil = sql<Date>`least(invitations.expires_at, invitations.ends_at)`;

/** Of these tags, those that an invitation promises which ran out are promised no more. */
export async function letOverduePromisesGo(trx: Trx, tags: readonly string[], now: Date): Promise<void> {
  await trx
    .deleteFrom("invitation_cards")
    .using("invitations")
    .whereRef("invitations.id", "=", "invitation_cards.invitation_id")
    .where(acceptedUntil, "<=", now)
    .where((eb) => eb("invitation_cards.tag", "=", eb.fn.any(eb.val([...tags]))))
    .execute();
}

/** Does an invitation that can be accepted yet promise this tag to somebody with another cédula than this account's? */
export async function isPromisedToOthers(
  trx: Trx,
  { tag, userId }: { tag: string; userId: string },
  now: Date,
): Promise<boolean> {
  const promise = await trx
    .selectFrom("invitation_cards")
    .innerJoin("invitations", "invitations.id", "invitation_cards.invitation_id")
    .select("invitation_cards.tag")
    .where("invitation_cards.tag", "=", tag)
    .where(acceptedUntil, ">", now)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("users")
            .select("users.id")
            .where("users.id", "=", userId)
            .whereRef("users.cedula", "=", "invitations.cedula"),
        ),
      ),
    )
    .executeTakeFirst();
  return promise !== undefined;
}

/**
 * Has the account with this cédula none of the addresses that were typed? Compared without spaces and capitals.
 * Null `users.id` (no such account) is no conflict.
 */
const hasOtherAddresses = sql<boolean>`users.id is not null
  and not coalesce(invitations.email <> '' and lower(users.email) = lower(invitations.email), false)
  and not coalesce(invitations.phone <> '' and replace(users.phone, ' ', '') = invitations.phone, false)`;

/** Who may invite to their own home. */
const inviting = rolesWith("members.manage", "apartment");

/** A leader's word holds while they lead that home: not once they moved out, were removed or switched off. */
const isWithoutWord = (now: Date) => sql<boolean>`(invitations.by_home and not exists (
  select from ${livingSpaces(now)} join users inviter on inviter.id = spaces.user_id and inviter.active
  where spaces.user_id = invitations.invited_by and spaces.apartment_id = invitations.apartment_id
    and spaces.role = any(${inviting}::text[])))`;

const waiting = (db: Db, now: Date) =>
  db
    .selectFrom("invitations")
    .innerJoin("buildings", "buildings.id", "invitations.building_id")
    .leftJoin("apartments", "apartments.id", "invitations.apartment_id")
    // Whom the inviter's number is of, or the one that was said by who wants to accept.
    .leftJoin("users", (join) =>
      join.on((eb) =>
        eb.or([
          eb("users.cedula", "=", eb.ref("invitations.cedula")),
          eb("users.id", "=", eb.ref("invitations.conflicts_with")),
        ]),
      ),
    )
    .select([
      "invitations.id as id",
      "invitations.building_id as buildingId",
      "invitations.role as role",
      "invitations.cedula as cedula",
      "invitations.document_type as documentType",
      "invitations.name as name",
      "invitations.email as email",
      "invitations.phone as phone",
      "invitations.ends_at as endsAt",
      "invitations.created_at as sentAt",
      "invitations.expires_at as expiresAt",
      "invitations.invited_by as invitedBy",
      "invitations.token_hash as tokenHash",
      "buildings.name as buildingName",
      "buildings.time_zone as timeZone",
      "apartments.id as apartmentId",
      "apartments.name as apartmentName",
      "invitations.by_home as byHome",
      hasOtherAddresses.as("hasConflict"),
      isWithoutWord(now).as("isWithoutWord"),
    ]);
export type InvitationRow = Awaited<ReturnType<typeof findInvitation>> & object;

export const findInvitation = (db: Db, buildingId: string, id: string, now: Date) =>
  waiting(db, now)
    .where("invitations.building_id", "=", buildingId)
    .where("invitations.id", "=", id)
    .executeTakeFirst();

/** The one for this role of the building as a whole: by the number that it names, or else itself. */
export const findStaffInvitation = (
  db: Db,
  {
    buildingId,
    of,
    role,
    now,
  }: { buildingId: string; of: { cedula: string } | { id: string }; role: Role; now: Date },
) =>
  waiting(db, now)
    .where("invitations.building_id", "=", buildingId)
    .where("invitations.apartment_id", "is", null)
    .where((eb) => ("id" in of ? eb("invitations.id", "=", of.id) : eb("invitations.cedula", "=", of.cedula)))
    .where("invitations.role", "=", role)
    .executeTakeFirst();

/** Those to a home for one of these roles, the newest first; or one of them alone. */
export const findHomeInvitations = (
  db: Db,
  { apartmentId, roles, now, id }: { apartmentId: string; roles: readonly Role[]; now: Date; id?: string },
) =>
  waiting(db, now)
    .where("invitations.apartment_id", "=", apartmentId)
    .where("invitations.role", "in", roles)
    .$if(id !== undefined, (query) => query.where("invitations.id", "=", id ?? ""))
    .orderBy("invitations.created_at", "desc")
    .orderBy("invitations.id", "desc")
    .execute();

/** The one without a document's number for the same role, home (or building as a whole) and address makes way for another. */
export async function dropUnnamed(
  trx: Trx,
  of: { buildingId: string; apartmentId: string | null; role: Role; email: string; phone: string },
): Promise<void> {
  await trx
    .deleteFrom("invitations")
    .where("building_id", "=", of.buildingId)
    .where("apartment_id", "is not distinct from", of.apartmentId)
    .where("role", "=", of.role)
    .where("phone", "=", of.phone)
    .where((eb) => eb(eb.fn<string>("lower", ["email"]), "=", of.email.toLowerCase()))
    .where("cedula", "is", null)
    .execute();
}

/** A page of a building's invitations, the newest first, and how many there are. */
export async function findInvitations(
  db: Db,
  buildingId: string,
  { search, now, limit, offset }: { search: string; now: Date; limit: number; offset: number },
) {
  const named = sql<boolean>`strpos(lower(concat_ws(' ', invitations.name, invitations.cedula, invitations.email,
    invitations.phone, apartments.name)), ${search.toLowerCase()}) > 0`;
  const [rows, count] = await Promise.all([
    waiting(db, now)
      .where("invitations.building_id", "=", buildingId)
      .$if(search !== "", (query) => query.where(named))
      .orderBy("invitations.created_at", "desc")
      .orderBy("invitations.id", "desc")
      .limit(limit)
      .offset(offset)
      .execute(),
    counted(db)
      .where("invitations.building_id", "=", buildingId)
      .$if(search !== "", (query) => query.where(named))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, count: Number(count.all) };
}

/** How many wait in each of these buildings to be accepted, and still can be. */
export const countWaiting = (db: Db, buildings: Buildings, now: Date) =>
  db
    .selectFrom("invitations")
    .select((eb) => ["building_id as buildingId", eb.fn.countAll<number>().as("count")])
    .where(within("building_id", buildings))
    .where("expires_at", ">", now)
    .where((eb) => eb.or([eb("ends_at", "is", null), eb("ends_at", ">", now)]))
    .where(isWithoutWord(now), "=", false)
    .groupBy("building_id")
    .execute();

const counted = (db: Db) =>
  db
    .selectFrom("invitations")
    .leftJoin("apartments", "apartments.id", "invitations.apartment_id")
    .select((eb) => eb.fn.countAll().as("all"));

/** Locked: whoever else sends it again, takes it back or accepts it waits. */
export function lockInvitation(trx: Trx, where: { buildingId: string; id: string } | { tokenHash: Buffer }) {
  const query = trx.selectFrom("invitations").selectAll().forUpdate();
  return "id" in where
    ? query.where("building_id", "=", where.buildingId).where("id", "=", where.id).executeTakeFirst()
    : query.where("token_hash", "=", where.tokenHash).executeTakeFirst();
}

/** A new link for seven days more. A code that was sent for the older one is worth nothing. */
export async function renewInvitation(
  trx: Trx,
  id: string,
  renewed: { tokenHash: Buffer; at: Date; expiresAt: Date; word: { by: string; byHome: boolean } | null },
): Promise<void> {
  await trx
    .updateTable("invitations")
    .set({
      token_hash: renewed.tokenHash,
      created_at: renewed.at,
      expires_at: renewed.expiresAt,
      ...(renewed.word && { invited_by: renewed.word.by, by_home: renewed.word.byHome }),
      code_digest: null,
      code_way: null,
      code_expires_at: null,
      code_tries: 0,
      code_failures: 0,
    })
    .where("id", "=", id)
    .execute();
}

/** False when it was gone already. */
export async function deleteInvitation(trx: Trx, id: string): Promise<boolean> {
  const row = await trx.deleteFrom("invitations").where("id", "=", id).returning("id").executeTakeFirst();
  return row !== undefined;
}

export async function forgetInvitations(db: Db, expiredBefore: Date): Promise<void> {
  await db.deleteFrom("invitations").where("expires_at", "<", expiredBefore).execute();
}

/** What the secret of a link is about, while it can be accepted. */
export const findByLink = (db: Db, tokenHash: Buffer, now: Date) =>
  waiting(db, now)
    .where("invitations.token_hash", "=", tokenHash)
    .where("invitations.expires_at", ">", now)
    .where(isWithoutWord(now), "=", false)
    .where((eb) => eb.or([eb("invitations.ends_at", "is", null), eb("invitations.ends_at", ">", now)]))
    .executeTakeFirst();

/** Whose number was said, when it is somebody's with other addresses; null for nobody's. */
export async function keepConflict(db: Db, id: string, conflictsWith: string | null): Promise<void> {
  await db
    .updateTable("invitations")
    .set({ conflicts_with: conflictsWith })
    .where("id", "=", id)
    .where((eb) => eb("conflicts_with", "is distinct from", conflictsWith))
    .execute();
}

/** How many of a home are listed. */
export async function countOfHome(trx: Trx, apartmentId: string): Promise<number> {
  const { count } = await trx
    .selectFrom("invitations")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("apartment_id", "=", apartmentId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The newest code alone is good. */
export async function putCode(
  trx: Trx,
  id: string,
  code: { digest: Buffer; way: MessageWay; expiresAt: Date },
): Promise<void> {
  await trx
    .updateTable("invitations")
    .set({ code_digest: code.digest, code_way: code.way, code_expires_at: code.expiresAt, code_tries: 0 })
    .where("id", "=", id)
    .execute();
}

/** Wrong guesses: at one code, and with one link, whose life lasts for hundreds of codes. */
interface Guesses {
  code: number;
  link: number;
}

/** Counts a try before it is looked at, so that many at once are not more; undefined when none is left. */
export function takeCodeTry(db: Db, id: string, most: Guesses, now: Date) {
  return db
    .updateTable("invitations")
    .set((eb) => ({
      code_tries: eb("code_tries", "+", 1),
      code_failures: eb("code_failures", "+", 1),
    }))
    .where("id", "=", id)
    .where("code_tries", "<", most.code)
    .where("code_failures", "<", most.link)
    .where("code_expires_at", ">", now)
    .returning(["code_digest as digest", "code_way as way"])
    .executeTakeFirst();
}

/** A link with which too many wrong codes were tried has run out; whoever invited sees it, and can send another. */
export async function endGuessedLink(db: Db, id: string, most: Guesses, now: Date): Promise<void> {
  await db
    .updateTable("invitations")
    .set({ expires_at: now })
    .where("id", "=", id)
    .where("code_failures", ">=", most.link)
    .where("expires_at", ">", now)
    .execute();
}

/** A right code does not count as a try. */
export async function giveBackCodeTry(db: Db, id: string, digest: Buffer): Promise<void> {
  await db
    .updateTable("invitations")
    .set((eb) => ({
      code_tries: eb("code_tries", "-", 1),
      code_failures: eb("code_failures", "-", 1),
    }))
    .where("id", "=", id)
    .where("code_digest", "=", digest)
    .where("code_tries", ">", 0)
    .execute();
}
