import { type NotNull, type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/database.ts";
import { isNotHeld } from "../../platform/legal-holds.ts";
import { holds } from "../../platform/name-search.ts";
import { guestColumns } from "./pass-columns.ts";

/** What a building asks for at its desk, its clock, and between which moments its day of `now` lies. */
export function findDesk(db: Db, buildingId: string, now: Date) {
  const today = sql`(${now}::timestamptz at time zone time_zone)::date`;
  return db
    .selectFrom("buildings")
    .select([
      "id",
      "time_zone as timeZone",
      "desk_picture as picture",
      "desk_document as document",
      sql<Date>`(${today}::timestamp at time zone time_zone)`.as("dayBegins"),
      sql<Date>`((${today} + 1)::timestamp at time zone time_zone)`.as("dayEnds"),
    ])
    .where("id", "=", buildingId)
    .executeTakeFirst();
}
export type Desk = NonNullable<Awaited<ReturnType<typeof findDesk>>>;

const passesAtDesk = (db: Db) =>
  db
    .selectFrom("passes")
    .leftJoin("apartments", "apartments.id", "passes.apartment_id")
    .leftJoin("users as hosts", "hosts.id", "passes.made_by");

const shownColumns = [
  ...guestColumns,
  "apartments.id as apartmentId",
  "apartments.name as apartmentName",
  "hosts.id as hostId",
  "hosts.name as hostName",
  "passes.guest_name as name",
  // The last face that was taken of somebody who came in by it.
  sql<string | null>`(
    select picture_file_id from pass_movements
    where pass_id = passes.id and kind = 'in' and picture_file_id is not null
    order by at desc, id desc limit 1)`.as("photoFileId"),
] as const;

/** A pass of a building, with its guest, its host and the last picture of an entry by it. */
export function findPassAtDesk(db: Db, buildingId: string, pass: { id: string } | { codeDigest: Buffer }) {
  return passesAtDesk(db)
    .select(shownColumns)
    .where("passes.building_id", "=", buildingId)
    .where((eb) =>
      "id" in pass ? eb("passes.id", "=", pass.id) : eb("passes.code_digest", "=", pass.codeDigest),
    )
    .executeTakeFirst();
}
export type PassRow = NonNullable<Awaited<ReturnType<typeof findPassAtDesk>>>;

/** What a list of guests is narrowed to, and which page of it. */
export interface GuestPage {
  search: string;
  page: number;
  limit: number;
}

/** Part of the guest's name or company, of a name in a party's list or of the home's name, or the beginning of a plate or a document number. */
function matches(search: string): RawBuilder<boolean> {
  const begins = search.replace(/[\s.-]/g, "");
  const byNumber = sql`starts_with(upper(passes.guest_plate), upper(${begins}))
    or starts_with(passes.guest_cedula, ${begins})`;
  return sql<boolean>`(${holds("passes.guest_name", search)} or ${holds("passes.guest_company", search)}
    or ${holds("apartments.name", search)} or ${isListed(search)} or ${begins === "" ? sql`false` : byNumber})`;
}

/** Part of a name in the pass's list. */
export const isListed = (search: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from pass_names where pass_names.pass_id = passes.id
    and ${holds("pass_names.name", search)})`;

const isInside = sql<boolean>`passes.entered > passes.went_out`;

/** Passes with hours by which somebody is inside before the end: whether their hours are over, the clock says. */
export function findRecurringInside(db: Db, buildingId: string, now: Date) {
  return db
    .selectFrom("passes")
    .select(["id", "starts_at as startsAt", "ends_at as endsAt", "hours"])
    .where("building_id", "=", buildingId)
    .where(isInside)
    .where("ends_at", ">", now)
    .where("hours", "is not", null)
    .$narrowType<{ hours: NotNull }>()
    .execute();
}

/**
 * Passes by which somebody is inside, those that stay too long first, and each of both by who came or went last.
 * @param overstaying those whose hours are over before their end
 */
export async function findInside(
  db: Db,
  buildingId: string,
  { search, page, limit }: GuestPage,
  { now, overstaying }: { now: Date; overstaying: readonly string[] },
) {
  const guests = passesAtDesk(db)
    .where("passes.building_id", "=", buildingId)
    .where(isInside)
    .$if(search !== "", (query) => query.where(matches(search)));
  const [rows, count] = await Promise.all([
    guests
      .select(shownColumns)
      .orderBy(sql`passes.ends_at <= ${now} or passes.id = any(${[...overstaying]}::uuid[])`, "desc")
      .orderBy("passes.last_movement_at", "desc")
      .orderBy("passes.id", "desc")
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    guests.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow(),
  ]);
  return { rows, total: count.total };
}

/** How many people are inside by a pass. */
export async function countInside(db: Db, buildingId: string): Promise<number> {
  const { people } = await db
    .selectFrom("passes")
    .select(sql<number>`coalesce(sum(entered - went_out), 0)::int`.as("people"))
    .where("building_id", "=", buildingId)
    .where(isInside)
    .executeTakeFirstOrThrow();
  return people;
}

/**
 * May be used on this day, as far as its times go: not taken back, not used up, and nobody is inside by it who would
 * have to go out first.
 */
const mayCome = ({ dayBegins, dayEnds }: Desk): RawBuilder<boolean> =>
  sql<boolean>`(passes.taken_back_at is null and passes.starts_at < ${dayEnds} and passes.ends_at > ${dayBegins}
    and (passes.entered < passes.entries or passes.entries is null and passes.entered = passes.went_out))`;

/** Those of them with hours of the week: whether these are of this day, the calendar says. */
export function findRecurringToday(db: Db, desk: Desk) {
  return db
    .selectFrom("passes")
    .select(["id", "starts_at as startsAt", "ends_at as endsAt", "hours"])
    .where("building_id", "=", desk.id)
    .where(mayCome(desk))
    .where("hours", "is not", null)
    .$narrowType<{ hours: NotNull }>()
    .execute();
}

/**
 * Who may come on this day, by when.
 * @param recurring those with hours that are of this day, and from which of its minutes on
 */
export async function findExpected(
  db: Db,
  desk: Desk,
  { search, page, limit }: GuestPage,
  recurring: readonly { id: string; minute: number }[],
) {
  const ids = recurring.map(({ id }) => id);
  const minutes = recurring.map(({ minute }) => minute);
  const guests = passesAtDesk(db)
    .leftJoin(
      sql<{ id: string; minute: number }>`unnest(${ids}::uuid[], ${minutes}::int[])`.as<"today">(
        sql`today(id, minute)`,
      ),
      "today.id",
      "passes.id",
    )
    .where("passes.building_id", "=", desk.id)
    .where(mayCome(desk))
    .where((eb) => eb.or([eb("passes.hours", "is", null), eb("today.id", "is not", null)]))
    .$if(search !== "", (query) => query.where(matches(search)));
  const [rows, count] = await Promise.all([
    guests
      .select(shownColumns)
      .orderBy(
        sql`coalesce(${desk.dayBegins}::timestamptz + today.minute * interval '1 minute',
          greatest(passes.starts_at, ${desk.dayBegins}))`,
      )
      .orderBy("passes.id")
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    guests.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow(),
  ]);
  return { rows, total: count.total };
}

/** Pictures of movements older than this are let go, the sweep then removes them. @returns how many movements had one */
export async function letPassPicturesGo(db: Db, before: Date, most: number): Promise<number> {
  const { rows } = await sql`
    update pass_movements set picture_file_id = null, document_file_id = null
    where id in (
      select pass_movements.id from pass_movements join passes on passes.id = pass_movements.pass_id
      where pass_movements.at < ${before}
        and (picture_file_id is not null or document_file_id is not null)
        and ${isNotHeld("passes.made_by")}
      limit ${most})
    returning id`.execute(db);
  return rows.length;
}
