import type { ScheduleHours } from "@umbral/contract/access-control/schedules";
import { sql } from "kysely";
import type { Db, Trx } from "../../platform/database.ts";
import { holds } from "../../platform/name-search.ts";
import { livingSpaces, stayBegan } from "../spaces/index.ts";
import { guestColumns } from "./pass-columns.ts";
import { isListed } from "./pass-desk.queries.ts";
import type { MadeAs } from "./pass-hosts.ts";

const shown = (db: Db) =>
  db
    .selectFrom("passes")
    .leftJoin("apartments", "apartments.id", "passes.apartment_id")
    .leftJoin("users as makers", "makers.id", "passes.made_by")
    // One whose guest was forgotten tells nothing to anybody any more.
    .where("passes.guest_name", "is not", null)
    .$narrowType<{ guest_name: string }>();

const shownColumns = [
  ...guestColumns,
  "passes.apartment_id as apartmentId",
  "apartments.name as apartmentName",
  "passes.made_by as madeBy",
  "makers.name as makerName",
  "passes.tells_exit as tellsExit",
  "passes.tells_overstay as tellsOverstay",
  "passes.sealed as sealed",
  sql<boolean>`makers.user_type is not distinct from 'TOKEN'`.as("isOfProgram"),
] as const;

/** A pass as it is shown, to its host and at the desk; undefined for none, and once its guest was forgotten. */
export function findPass(db: Db, buildingId: string, passId: string) {
  return shown(db)
    .select(shownColumns)
    .select((eb) => eb.ref("passes.guest_name").$notNull().as("name"))
    .where("passes.building_id", "=", buildingId)
    .where("passes.id", "=", passId)
    .executeTakeFirst();
}
export type PassRow = NonNullable<Awaited<ReturnType<typeof findPass>>>;

/** The pass that a press made; undefined when it made none. */
export function findPassOfPress(db: Db, buildingId: string, press: { madeBy: string; requestId: string }) {
  return shown(db)
    .select(shownColumns)
    .select((eb) => eb.ref("passes.guest_name").$notNull().as("name"))
    .where("passes.building_id", "=", buildingId)
    .where("passes.made_by", "=", press.madeBy)
    .where("passes.request_id", "=", press.requestId)
    .executeTakeFirst();
}

interface WantedPasses {
  buildingId: string;
  /** Of this home; null for those that belong to none. */
  apartmentId: string | null;
  /** Only those that were made as this. */
  madeAs: MadeAs | null;
  search: string;
  which: "current" | "past";
  /** Those alone that could still be used after this: somebody may be inside by one for as long as nobody noted the exit. */
  since: Date | null;
  now: Date;
}

/** Since when somebody is of a home, and may look after its passes; null for who is not. */
export async function findStayIn(
  db: Db,
  userId: string,
  apartmentId: string,
  now: Date,
): Promise<Date | null> {
  const { since } = await db
    .selectFrom(livingSpaces(now))
    .select((eb) => eb.fn.min<Date | null>(stayBegan).as("since"))
    .where("spaces.user_id", "=", userId)
    .where("spaces.apartment_id", "=", apartmentId)
    .executeTakeFirstOrThrow();
  return since;
}

/** May somebody still come in by it? */
const mayBeUsed = (now: Date) => sql<boolean>`(passes.taken_back_at is null and passes.ends_at > ${now}
  and (passes.entries is null or passes.entered < passes.entries))`;

/** A page of a host's passes: who is inside first, then who may come, the soonest first; past ones the latest first. */
export async function findPasses(
  db: Db,
  { buildingId, apartmentId, madeAs, search, which, since, now }: WantedPasses,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: PassRow[]; total: number }> {
  const isInside = sql<boolean>`passes.entered > passes.went_out`;
  const isCurrent = sql<boolean>`(${isInside} or ${mayBeUsed(now)})`;
  const isOver = sql<Date>`least(passes.ends_at, passes.taken_back_at)`;
  const passes = shown(db)
    .where("passes.building_id", "=", buildingId)
    .where("passes.apartment_id", apartmentId === null ? "is" : "=", apartmentId)
    .where(which === "current" ? isCurrent : sql<boolean>`not ${isCurrent}`)
    .$if(since !== null, (query) => query.where(isOver, ">=", since))
    .$if(madeAs !== null, (query) => query.where("passes.made_as", "=", madeAs))
    .$if(search !== "", (query) =>
      query.where((eb) => eb.or([holds("passes.guest_name", search), isListed(search)])),
    );
  const [rows, count] = await Promise.all([
    passes
      .select(shownColumns)
      .select((eb) => eb.ref("passes.guest_name").$notNull().as("name"))
      .$if(which === "current", (query) => query.orderBy(isInside, "desc").orderBy("passes.starts_at"))
      .$if(which === "past", (query) => query.orderBy(isOver, "desc"))
      .orderBy("passes.id", "desc")
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    passes.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow(),
  ]);
  return { rows, total: count.total };
}

/** How many may still be used: of a home, or of the building's own. */
export async function countCurrent(
  trx: Trx,
  { buildingId, apartmentId }: { buildingId: string; apartmentId: string | null },
  now: Date,
): Promise<number> {
  const { count } = await trx
    .selectFrom("passes")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("building_id", "=", buildingId)
    .where("apartment_id", apartmentId === null ? "is" : "=", apartmentId)
    .where(mayBeUsed(now))
    .executeTakeFirstOrThrow();
  return count;
}

/** Who comes, when and how often, as its host says it. */
export interface PassWords {
  guest: { name: string; cedula: string; phone: string; email: string; plate: string; company: string };
  startsAt: Date;
  endsAt: Date;
  hours: ScheduleHours | null;
  entries: number | null;
  tellsExit: boolean;
  tellsOverstay: boolean;
  controllerId: string | null;
}

const columnsOf = ({ guest, ...pass }: PassWords) => ({
  guest_name: guest.name,
  guest_cedula: guest.cedula,
  guest_phone: guest.phone,
  guest_email: guest.email,
  guest_plate: guest.plate,
  guest_company: guest.company,
  starts_at: pass.startsAt,
  ends_at: pass.endsAt,
  hours: pass.hours === null ? null : JSON.stringify(pass.hours),
  entries: pass.entries,
  tells_exit: pass.tellsExit,
  tells_overstay: pass.tellsOverstay,
  controller_id: pass.controllerId,
});

/** False when this person made another one with the same press. */
export async function insertPass(
  trx: Trx,
  pass: PassWords & {
    id: string;
    buildingId: string;
    apartmentId: string | null;
    madeBy: string;
    madeAs: MadeAs;
    requestId: string;
    codeDigest: Buffer;
    digits: number;
    secretDigest: Buffer;
    sealed: Buffer;
    createdAt: Date;
  },
): Promise<boolean> {
  const inserted = await trx
    .insertInto("passes")
    .values({
      ...columnsOf(pass),
      id: pass.id,
      building_id: pass.buildingId,
      apartment_id: pass.apartmentId,
      made_by: pass.madeBy,
      made_as: pass.madeAs,
      request_id: pass.requestId,
      code_digest: pass.codeDigest,
      digits: pass.digits,
      secret_digest: pass.secretDigest,
      sealed: pass.sealed,
      created_at: pass.createdAt,
    })
    .onConflict((conflict) => conflict.columns(["made_by", "request_id"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted !== undefined;
}

/** With other times, whoever stays beyond them is told of anew. */
export async function updatePass(trx: Trx, passId: string, pass: PassWords): Promise<void> {
  await trx
    .updateTable("passes")
    .set({
      ...columnsOf(pass),
      overstay_told_at: null,
      // With another decider than before nothing is left to follow.
      follows_door: sql<boolean>`follows_door and controller_id is not distinct from ${pass.controllerId}::uuid`,
    })
    .where("id", "=", passId)
    .execute();
}

export async function markTakenBack(trx: Trx, passId: string, by: { userId: string; at: Date }) {
  await trx
    .updateTable("passes")
    .set({ taken_back_at: by.at, taken_back_by: by.userId })
    .where("id", "=", passId)
    .execute();
}

/** False when the same press sent it before. */
export async function markSent(trx: Trx, passId: string, requestId: string): Promise<boolean> {
  const marked = await trx
    .updateTable("passes")
    .set({ sent_request_id: requestId })
    .where("id", "=", passId)
    .where("sent_request_id", "is distinct from", requestId)
    .returning("id")
    .executeTakeFirst();
  return marked !== undefined;
}

/** What a building is called, and when its day ends by its own clock. */
export function findBuildingOfPass(db: Db, buildingId: string, now: Date) {
  return db
    .selectFrom("buildings")
    .select([
      "name",
      "time_zone as timeZone",
      sql<Date>`(((${now}::timestamptz at time zone time_zone)::date + 1)::timestamp at time zone time_zone)`.as(
        "dayEndsAt",
      ),
    ])
    .where("id", "=", buildingId)
    .executeTakeFirst();
}
