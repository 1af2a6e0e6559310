import type { CardType } from "@umbral/contract/cards/cards.contract";
import type { Buildings } from "@umbral/contract/lib/policy";
import { sql } from "kysely";
import type { Db, Trx } from "../../platform/database.ts";
import { isNotHeld } from "../../platform/legal-holds.ts";
import { holds } from "../../platform/name-search.ts";
import type { PageRows } from "../../platform/whole-or-page.ts";
import { within } from "../../platform/within.ts";
import { isGone, livingCardHolders, livingSpaces } from "../spaces/index.ts";

const columns = [
  "id",
  "tag",
  "type",
  "active",
  "lost_at as lostAt",
  "last_time_used as lastTimeUsed",
  "valid_from as from",
  "valid_until as until",
] as const;

/** From when until when a card opens. */
interface Time {
  from: Date | null;
  until: Date | null;
}

interface OfHolder {
  userId: string;
  /** A part of the tag. */
  search?: string;
}

const cardsOfHolder = (db: Db, { userId, search = "" }: OfHolder) =>
  db
    .selectFrom("cards")
    .where("user_id", "=", userId)
    .$if(search !== "", (query) => query.where(holds("tag", search)));

/** The cards of somebody, the newest first: a page of them, or all without one. */
export function findCardsOf(db: Db, wanted: OfHolder, page?: PageRows) {
  return cardsOfHolder(db, wanted)
    .select(columns)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .$if(page !== undefined, (query) => query.limit(page?.limit ?? 0).offset(page?.offset ?? 0))
    .execute();
}
export type CardRow = Awaited<ReturnType<typeof findCardsOf>>[number];

export async function countCardsOf(db: Db, wanted: OfHolder): Promise<number> {
  const { count } = await cardsOfHolder(db, wanted)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** The cards of some people, each person's newest first. */
export function findCardsOfPeople(db: Db, userIds: readonly string[]) {
  return db
    .selectFrom("cards")
    .select([...columns, "user_id as userId"])
    .where((eb) => eb("user_id", "=", eb.fn.any(eb.val([...userIds]))))
    .orderBy("user_id")
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
}

/** Somebody's card is switched off; undefined when it is none of theirs. */
export async function suspendCard(
  trx: Trx,
  { id, userId }: { id: string; userId: string },
): Promise<{ card: CardRow; wasActive: boolean } | undefined> {
  const before = await lockCard(trx, id);
  if (before?.userId !== userId) {
    return undefined;
  }
  const card = await trx
    .updateTable("cards")
    .set({ active: false })
    .where("id", "=", id)
    .returning(columns)
    .executeTakeFirstOrThrow();
  return { card, wasActive: before.active };
}

/** Undefined when the tag is somebody's already. */
export function insertCard(
  trx: Trx,
  card: { id: string; userId: string; tag: string; type: CardType; createdAt: Date } & Time,
): Promise<CardRow | undefined> {
  return trx
    .insertInto("cards")
    .values({
      id: card.id,
      user_id: card.userId,
      tag: card.tag,
      type: card.type,
      created_at: card.createdAt,
      valid_from: card.from,
      valid_until: card.until,
    })
    .onConflict((conflict) => conflict.column("tag").doNothing())
    .returning(columns)
    .executeTakeFirst();
}

/** A card as it is, and whose; whoever else changes it waits for this transaction. */
export function lockCard(trx: Trx, id: string) {
  return trx
    .selectFrom("cards")
    .select([
      "id",
      "user_id as userId",
      "tag",
      "type",
      "active",
      "lost_at as lostAt",
      "valid_from as from",
      "valid_until as until",
    ])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

export function updateCard(
  trx: Trx,
  id: string,
  { from, until, ...card }: { tag: string; type: CardType; active: boolean } & Time,
): Promise<CardRow> {
  return trx
    .updateTable("cards")
    .set((eb) => ({
      ...card,
      valid_from: from,
      valid_until: until,
      lost_at: card.active ? null : eb.ref("lost_at"),
    }))
    .where("id", "=", id)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** Somebody's own card opens nothing any more; undefined when it is none of theirs. */
export async function loseCard(
  trx: Trx,
  { id, userId, at }: { id: string; userId: string; at: Date },
): Promise<{ card: CardRow; wasActive: boolean; isNew: boolean } | undefined> {
  const before = await trx
    .selectFrom("cards")
    .select(["active", "lost_at as lostAt"])
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .forUpdate()
    .executeTakeFirst();
  if (!before) {
    return undefined;
  }
  const card = await trx
    .updateTable("cards")
    .set({ active: false, lost_at: before.lostAt ?? at })
    .where("id", "=", id)
    .returning(columns)
    .executeTakeFirstOrThrow();
  return { card, wasActive: before.active, isNew: before.lostAt === null };
}

export async function removeCard(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom("cards").where("id", "=", id).execute();
}

/** Those whose tag nobody has. */
export async function insertFreeCards(
  trx: Trx,
  cards: readonly { id: string; userId: string; tag: string; type: CardType; createdAt: Date }[],
): Promise<void> {
  if (cards.length > 0) {
    await trx
      .insertInto("cards")
      .values(
        cards.map(({ id, userId, tag, type, createdAt }) => ({
          id,
          user_id: userId,
          tag,
          type,
          created_at: createdAt,
        })),
      )
      .onConflict((conflict) => conflict.column("tag").doNothing())
      .execute();
  }
}

/** Gives many people cards at once. The database refuses a tag that somebody has. */
export async function giveCards(
  trx: Trx,
  cards: readonly { id: string; userId: string; tag: string; type: CardType }[],
  at: Date,
): Promise<void> {
  if (cards.length > 0) {
    await sql`insert into cards (id, user_id, tag, type, created_at)
      select id, user_id, tag, type, ${at}::timestamptz
      from unnest(${cards.map(({ id }) => id)}::uuid[], ${cards.map(({ userId }) => userId)}::uuid[],
        ${cards.map(({ tag }) => tag)}::text[], ${cards.map(({ type }) => type)}::text[])
        as wanted (id, user_id, tag, type)`.execute(trx);
  }
}

/** Those of somebody under a legal hold are kept, and open nothing. @returns how many there were */
export async function removeCardsOf(trx: Trx, userId: string): Promise<number> {
  const removed = await trx
    .deleteFrom("cards")
    .where("user_id", "=", userId)
    .where(isNotHeld("cards.user_id"))
    .returning("id")
    .execute();
  const kept = await trx
    .updateTable("cards")
    .set({ active: false })
    .where("user_id", "=", userId)
    .returning("id")
    .execute();
  return removed.length + kept.length;
}

/**
 * Of whoever is gone cards go that others are to have, or those go that are off; unless a legal hold keeps them.
 * @param which `notOf`: whoever is to have them keeps what is theirs already; null for nobody who could be gone
 * @returns what went
 */
export function removeCardsOfGone(
  trx: Trx,
  which: { tags: readonly string[]; notOf: string | null } | { allOffOf: string },
  now: Date,
) {
  const query = trx.deleteFrom("cards").where(isGone(now, "cards.user_id")).where(isNotHeld("cards.user_id"));
  return (
    "tags" in which
      ? query
          .where("tag", "=", sql<string>`any(${[...which.tags]}::text[])`)
          .where("user_id", "is distinct from", which.notOf)
      : query.where("user_id", "=", which.allOffOf).where("active", "=", false)
  )
    .returning([...columns, "user_id as userId"])
    .execute();
}

/** A lost one stays lost. @returns how many are others now than they were */
export async function setActiveOf(
  trx: Trx,
  userId: string,
  active: boolean,
  only?: readonly string[],
): Promise<string[]> {
  const changed = await trx
    .updateTable("cards")
    .set({ active })
    .where("user_id", "=", userId)
    .where("active", "!=", active)
    .where("lost_at", "is", null)
    .$if(only !== undefined, (query) => query.where("id", "=", sql<string>`any(${only}::uuid[])`))
    .returning("id")
    .execute();
  return changed.map(({ id }) => id);
}

/** Cards of the people of some buildings and whose they are, all or some, by tag, after one of them. */
export function findCardsAfter(
  db: Db,
  { buildings, now, ids }: { buildings: Buildings; now: Date; ids: readonly string[] | undefined },
  lastTag: string | undefined,
  limit: number,
) {
  return db
    .selectFrom("cards")
    .innerJoin("users", "users.id", "cards.user_id")
    .select([
      "cards.tag as tag",
      "cards.type as type",
      "cards.active as active",
      "cards.last_time_used as lastTimeUsed",
      "cards.valid_from as from",
      "cards.valid_until as until",
      "users.name as name",
      "users.cedula as cedula",
    ])
    .$if(buildings !== "everywhere", (query) =>
      query.where((eb) =>
        eb.or([
          eb.exists(
            eb
              .selectFrom(livingSpaces(now))
              .select("spaces.id")
              .whereRef("spaces.user_id", "=", "cards.user_id")
              .where(within("spaces.building_id", buildings)),
          ),
          eb.exists(
            eb
              .selectFrom(livingCardHolders(now))
              .select("card_holders.user_id")
              .whereRef("card_holders.user_id", "=", "cards.user_id")
              .where(within("card_holders.building_id", buildings)),
          ),
        ]),
      ),
    )
    .$if(ids !== undefined, (query) =>
      query.where("cards.id", "=", sql<string>`any(${[...(ids ?? [])]}::uuid[])`),
    )
    .$if(lastTag !== undefined, (query) => query.where("cards.tag", ">", lastTag ?? ""))
    .orderBy("cards.tag")
    .limit(limit)
    .execute();
}

/** A card let somebody in. Facts may come late, and in whatever order: the latest counts. */
export async function noteUseOfCard(trx: Trx, id: string, at: Date): Promise<void> {
  await trx
    .updateTable("cards")
    .set({ last_time_used: at })
    .where("id", "=", id)
    .where((eb) => eb.or([eb("last_time_used", "is", null), eb("last_time_used", "<", at)]))
    .execute();
}

export async function findHolderOfCard(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom("cards").select("user_id").where("id", "=", id).executeTakeFirst();
  return row?.user_id;
}

/** Whose card it is and how it is; undefined for nobody's. @param tag in the form in which tags are kept */
export async function findCardByTag(db: Db, tag: string) {
  const row = await db
    .selectFrom("cards")
    .select([
      "user_id as userId",
      "active",
      "lost_at as lostAt",
      "valid_from as from",
      "valid_until as until",
    ])
    .where("tag", "=", tag)
    .executeTakeFirst();
  if (!row) {
    return undefined;
  }
  const { lostAt, ...card } = row;
  return { ...card, isLost: lostAt !== null };
}
