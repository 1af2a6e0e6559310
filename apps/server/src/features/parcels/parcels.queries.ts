import type { BillKind, ParcelKind } from "@umbral/contract/parcels/parcels.contract";
import { sql } from "kysely";
import type { Db, Trx } from "../../platform/database.ts";
import { holds } from "../../platform/name-search.ts";

/** Since when a parcel is of its home: the day it was received, or moved there. A version before wrote none. */
export const atHomeSince = sql<Date>`coalesce(parcels.at_home_since, parcels.received_at)`;

const shown = (db: Db) =>
  db.selectFrom("parcels").leftJoin("apartments", "apartments.id", "parcels.apartment_id");

const shownColumns = [
  "parcels.id as id",
  "parcels.building_id as buildingId",
  "parcels.apartment_id as apartmentId",
  "apartments.name as apartmentName",
  "parcels.kind as kind",
  "parcels.bill as bill",
  "parcels.round_id as roundId",
  "parcels.carrier as carrier",
  "parcels.place as place",
  "parcels.note as note",
  "parcels.received_at as receivedAt",
  "parcels.outcome as outcome",
  "parcels.closed_at as closedAt",
  "parcels.taken_by as takenBy",
  "parcels.proof as proof",
  "parcels.label_file_id as labelFileId",
  "parcels.signature_file_id as signatureFileId",
] as const;

/** In the order in which they were received. */
export function findParcels(db: Db, buildingId: string, ids: readonly string[]) {
  return shown(db)
    .select(shownColumns)
    .where("parcels.building_id", "=", buildingId)
    .where("parcels.id", "in", ids)
    .orderBy("parcels.received_at")
    .orderBy("parcels.id")
    .execute();
}
export type ParcelRow = Awaited<ReturnType<typeof findParcels>>[number];

/** The parcel that a press wrote down; undefined when it wrote none. */
export function findParcelOfPress(db: Db, press: { buildingId: string; userId: string; requestId: string }) {
  return shown(db)
    .select(shownColumns)
    .where("parcels.building_id", "=", press.buildingId)
    .where("parcels.received_by", "=", press.userId)
    .where("parcels.request_id", "=", press.requestId)
    .executeTakeFirst();
}

/** A press that closes parcels, by whom and of which name. */
export interface ClosingPress {
  buildingId: string;
  userId: string;
  requestId: string | undefined;
}

/** Parcels that one press closed, all of these; undefined where it closed others, or none. */
export async function findClosedByPress(
  db: Db,
  { buildingId, userId, requestId }: ClosingPress,
  ids: readonly string[],
): Promise<ParcelRow[] | undefined> {
  if (requestId === undefined) {
    return undefined;
  }
  const rows = await shown(db)
    .select(shownColumns)
    .where("parcels.building_id", "=", buildingId)
    .where("parcels.id", "in", ids)
    .where("parcels.closed_by", "=", userId)
    .where("parcels.closing_request_id", "=", requestId)
    .orderBy("parcels.received_at")
    .orderBy("parcels.id")
    .execute();
  return rows.length === ids.length ? rows : undefined;
}

/** Which parcels of a building a list shows. */
export interface WantedParcels {
  buildingId: string;
  state: "waiting" | "handed-over" | "returned" | "past" | "all";
  kind?: ParcelKind | undefined;
  apartmentId?: string | undefined;
  search: string;
  /** Only what is of its home since then. */
  since?: Date | undefined;
}

const wantedParcels = (db: Db, { buildingId, state, kind, apartmentId, search, since }: WantedParcels) =>
  shown(db)
    .where("parcels.building_id", "=", buildingId)
    .$if(state === "waiting", (query) => query.where("parcels.closed_at", "is", null))
    .$if(state === "past", (query) => query.where("parcels.closed_at", "is not", null))
    .$if(state === "handed-over" || state === "returned", (query) =>
      query.where("parcels.outcome", "=", state === "returned" ? "returned" : "handed-over"),
    )
    .$if(kind !== undefined, (query) => query.where("parcels.kind", "=", kind ?? "other"))
    .$if(apartmentId !== undefined, (query) => query.where("parcels.apartment_id", "=", apartmentId ?? null))
    .$if(search !== "", (query) => query.where(holds("apartments.name", search)))
    .$if(since !== undefined, (query) => query.where(atHomeSince, ">=", since ?? new Date(0)));

/** A page, the newest first. */
export async function findParcelPage(
  db: Db,
  wanted: WantedParcels,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: ParcelRow[]; total: number }> {
  const parcels = wantedParcels(db, wanted);
  const [rows, count] = await Promise.all([
    parcels
      .select(shownColumns)
      .orderBy("parcels.received_at", "desc")
      .orderBy("parcels.id", "desc")
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    parcels.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow(),
  ]);
  return { rows, total: count.total };
}

/** One as its home's list has it; none where the list has it not. */
export const findHomeParcel = (
  db: Db,
  of: Required<Pick<WantedParcels, "buildingId" | "apartmentId" | "since">>,
  parcelId: string,
): Promise<ParcelRow[]> =>
  wantedParcels(db, { ...of, state: "all", search: "" })
    .select(shownColumns)
    .where("parcels.id", "=", parcelId)
    .execute();

/** For a file: those after the last one, the newest first. */
export function findParcelsAfter(
  db: Db,
  wanted: WantedParcels,
  last: Pick<ParcelRow, "id" | "receivedAt"> | undefined,
  limit: number,
) {
  return wantedParcels(db, wanted)
    .innerJoin("buildings", "buildings.id", "parcels.building_id")
    .select(shownColumns)
    .select([
      sql<string>`to_char(parcels.received_at at time zone buildings.time_zone, 'YYYY-MM-DD HH24:MI')`.as(
        "receivedLocal",
      ),
      sql<
        string | null
      >`to_char(parcels.closed_at at time zone buildings.time_zone, 'YYYY-MM-DD HH24:MI')`.as("closedLocal"),
    ])
    .$if(last !== undefined, (query) =>
      query.where(
        sql<boolean>`(parcels.received_at, parcels.id) < (${last?.receivedAt ?? null}, ${last?.id ?? null})`,
      ),
    )
    .orderBy("parcels.received_at", "desc")
    .orderBy("parcels.id", "desc")
    .limit(limit)
    .execute();
}

/** What waits and came alone, the oldest first. Those of rounds of bills are many and alike. */
export function findWaitingAlone(db: Db, buildingId: string, most: number) {
  return shown(db)
    .innerJoin("buildings", "buildings.id", "parcels.building_id")
    .select(shownColumns)
    .select("buildings.time_zone as timeZone")
    .select((eb) => eb.fn.countAll<number>().over().as("total"))
    .where("parcels.building_id", "=", buildingId)
    .where("parcels.closed_at", "is", null)
    .where("parcels.round_id", "is", null)
    .orderBy("parcels.received_at")
    .orderBy("parcels.id")
    .limit(most)
    .execute();
}

/** How many wait in a building. */
export async function countWaiting(db: Db, buildingId: string): Promise<number> {
  const { count } = await db
    .selectFrom("parcels")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("building_id", "=", buildingId)
    .where("closed_at", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Looked at for the places that are offered: a desk puts things where it put the last ones. */
const LAST_LOOKED_AT = 200;
const PLACES_OFFERED = 8;

/** Where things were put lately, the most usual first. */
export async function findPlaces(db: Db, buildingId: string): Promise<string[]> {
  const rows = await db
    .selectFrom(
      db
        .selectFrom("parcels")
        .select("place")
        .where("building_id", "=", buildingId)
        .where("place", "!=", "")
        .orderBy("received_at", "desc")
        .limit(LAST_LOOKED_AT)
        .as("latest"),
    )
    .select("latest.place as place")
    .groupBy("latest.place")
    .orderBy((eb) => eb.fn.countAll(), "desc")
    .orderBy("latest.place")
    .limit(PLACES_OFFERED)
    .execute();
  return rows.map(({ place }) => place);
}

export const findTowers = (db: Db, buildingId: string) =>
  db
    .selectFrom("towers")
    .select(["id", "name"])
    .where("building_id", "=", buildingId)
    .orderBy(sql`name collate natural_order`)
    .execute();

/** The homes of a building, or of a tower of it; or the one, when it is of this building. */
export async function findHomes(
  db: Db,
  buildingId: string,
  of: { towerId: string | null } | { apartmentId: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom("apartments")
    .select("id")
    .where("building_id", "=", buildingId)
    .$if("apartmentId" in of, (query) => query.where("id", "=", "apartmentId" in of ? of.apartmentId : ""))
    .$if("towerId" in of && of.towerId !== null, (query) =>
      query.where("tower_id", "=", "towerId" in of ? of.towerId : null),
    )
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** What was received, of each home alike. */
export interface NewParcel {
  id: string;
  buildingId: string;
  apartmentId: string;
  requestId: string;
  receivedBy: string;
  receivedAt: Date;
  kind: ParcelKind;
  bill: BillKind | null;
  roundId: string | null;
  carrier: string;
  place: string;
  note: string;
  labelFileId: string | null;
}

/** Homes written at once: a row has 15 values, and a statement 65535. */
const ROWS_AT_ONCE = 2000;

/** @returns how many were new: a press that was there already writes none */
export async function insertParcels(trx: Trx, parcels: readonly NewParcel[]): Promise<number> {
  let inserted = 0;
  for (let from = 0; from < parcels.length; from += ROWS_AT_ONCE) {
    const rows = await trx
      .insertInto("parcels")
      .values(
        parcels.slice(from, from + ROWS_AT_ONCE).map((parcel) => ({
          id: parcel.id,
          building_id: parcel.buildingId,
          apartment_id: parcel.apartmentId,
          first_home: parcel.apartmentId,
          request_id: parcel.requestId,
          received_by: parcel.receivedBy,
          received_at: parcel.receivedAt,
          at_home_since: parcel.receivedAt,
          kind: parcel.kind,
          bill: parcel.bill,
          round_id: parcel.roundId,
          carrier: parcel.carrier,
          place: parcel.place,
          note: parcel.note,
          label_file_id: parcel.labelFileId,
        })),
      )
      .onConflict((conflict) => conflict.columns(["received_by", "request_id", "first_home"]).doNothing())
      .returning("id")
      .execute();
    inserted += rows.length;
  }
  return inserted;
}

/** How many bills of a round there are, whatever became of them. */
export async function countRound(db: Db, buildingId: string, roundId: string): Promise<number> {
  const { count } = await db
    .selectFrom("parcels")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("building_id", "=", buildingId)
    .where("round_id", "=", roundId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Held until the transaction ends, in the order of their ids: two desks never wait for one another. */
export function lockParcels(trx: Trx, buildingId: string, ids: readonly string[]) {
  return trx
    .selectFrom("parcels")
    .select(["id", "apartment_id as apartmentId", "closed_at as closedAt"])
    .where("building_id", "=", buildingId)
    .where("id", "in", ids)
    .orderBy("id")
    .forUpdate()
    .execute();
}

interface Closing {
  outcome: "handed-over" | "returned";
  at: Date;
  by: string;
  requestId?: string | undefined;
  takenBy?: string;
  proof?: "code" | "signature";
  codeOf?: string | null;
  signatureFileId?: string | null;
}

const closed = ({ outcome, at, by, requestId, takenBy, proof, codeOf, signatureFileId }: Closing) => ({
  outcome,
  closed_at: at,
  closed_by: by,
  closing_request_id: requestId ?? null,
  taken_by: takenBy ?? null,
  proof: proof ?? null,
  code_of: codeOf ?? null,
  signature_file_id: signatureFileId ?? null,
});

export async function closeParcels(trx: Trx, ids: readonly string[], closing: Closing): Promise<void> {
  await trx.updateTable("parcels").set(closed(closing)).where("id", "in", ids).execute();
}

/** All of a round that still wait. @returns how many, and which bill they were */
export async function closeRound(
  trx: Trx,
  of: { buildingId: string; roundId: string },
  by: { userId: string; at: Date },
): Promise<{ closed: number; bill: BillKind | null }> {
  const rows = await trx
    .updateTable("parcels")
    .set(closed({ outcome: "handed-over", at: by.at, by: by.userId }))
    .where("building_id", "=", of.buildingId)
    .where("round_id", "=", of.roundId)
    .where("closed_at", "is", null)
    .returning("bill")
    .execute();
  return { closed: rows.length, bill: rows[0]?.bill ?? null };
}

/** Of another home from now on, which sees it and is reminded as if it came now. */
export async function setHome(trx: Trx, parcelId: string, apartmentId: string, now: Date): Promise<void> {
  await trx
    .updateTable("parcels")
    .set({
      apartment_id: apartmentId,
      at_home_since: now,
      first_reminder_at: null,
      second_reminder_at: null,
    })
    .where("id", "=", parcelId)
    .execute();
}
