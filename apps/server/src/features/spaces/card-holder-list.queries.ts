import type { Direction } from "@umbral/contract/lib/pages";
import type { CardHolderOrder, CardHolderState } from "@umbral/contract/users/card-holders.contract";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/database.ts";
import { holds } from "../../platform/name-search.ts";

/** Which people without an account are meant: of a building, of one of its homes, or one alone. */
export interface WantedCardHolders {
  buildingId: string;
  apartmentId?: string;
  userId?: string;
  search?: string;
  /** Those who come in now, later, or not any more: as of a moment. */
  state?: { is: CardHolderState; at: Date } | undefined;
  order?: { by: CardHolderOrder; direction: Direction } | undefined;
}

const columns: Readonly<Record<CardHolderOrder, RawBuilder<unknown>>> = {
  name: sql`plain_text(users.name)`,
  apartment: sql`apartments.name collate natural_order`,
  until: sql`card_holders.ends_at`,
};

/** Their time has run out, or their home is gone. */
const isOver = (at: Date) =>
  sql<boolean>`(coalesce(card_holders.ends_at <= ${at}, false)
    or (card_holders.belongs_to = 'home' and card_holders.apartment_id is null))`;
const isLater = (at: Date) =>
  sql<boolean>`(coalesce(card_holders.begins_at > ${at}, false) and not ${isOver(at)})`;
const isIn = ({ is, at }: { is: CardHolderState; at: Date }) =>
  is === "over"
    ? isOver(at)
    : is === "later"
      ? isLater(at)
      : sql<boolean>`not (${isOver(at)} or ${isLater(at)})`;

/** Everybody whom nobody took away, also who is over by time, by name unless said otherwise; without a page all of them. */
export async function findCardHolders(
  db: Db,
  { buildingId, apartmentId, userId, search = "", state, order }: WantedCardHolders,
  page?: { limit: number; offset: number },
) {
  const found = db
    .selectFrom("card_holders")
    .innerJoin("users", "users.id", "card_holders.user_id")
    .leftJoin("apartments", "apartments.id", "card_holders.apartment_id")
    .where("card_holders.building_id", "=", buildingId)
    .where("card_holders.ended_at", "is", null)
    .$if(apartmentId !== undefined, (query) =>
      query.where("card_holders.apartment_id", "=", apartmentId ?? ""),
    )
    .$if(userId !== undefined, (query) => query.where("card_holders.user_id", "=", userId ?? ""))
    .$if(state !== undefined, (query) => query.where(state === undefined ? sql<boolean>`true` : isIn(state)))
    .$if(search !== "", (query) =>
      query.where(sql<boolean>`(${holds("users.name", search)} or ${holds("apartments.name", search)})`),
    );
  const { by, direction } = order ?? { by: "name", direction: "asc" };
  const rows = await found
    .select([
      "users.id as id",
      "users.name as name",
      "card_holders.belongs_to as belongsTo",
      "card_holders.begins_at as from",
      "card_holders.ends_at as until",
      "apartments.id as apartmentId",
      "apartments.name as apartmentName",
    ])
    .orderBy(columns[by], (column) => (direction === "asc" ? column.asc() : column.desc()).nullsLast())
    .orderBy(columns.name)
    .orderBy("users.id")
    .$if(page !== undefined, (query) => query.limit(page?.limit ?? 0).offset(page?.offset ?? 0))
    .execute();
  const { count } = await found
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return { rows, count };
}
export type CardHolderRow = Awaited<ReturnType<typeof findCardHolders>>["rows"][number];

/** A home of this building, which stays until the transaction ends. */
export function holdHome(db: Db, buildingId: string, apartmentId: string) {
  return db
    .selectFrom("apartments")
    .select(["id", "name"])
    .where("id", "=", apartmentId)
    .where("building_id", "=", buildingId)
    .forKeyShare()
    .executeTakeFirst();
}
