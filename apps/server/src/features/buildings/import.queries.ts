import { sql } from "kysely";
import type { Trx } from "../../platform/database.ts";
import type { Plan, Present } from "./import-plan.ts";
import type { WantedRow } from "./import-rows.ts";

/** Holds the building until the transaction ends: of two imports at once one waits for the other. */
export function lockBuilding(trx: Trx, buildingId: string, now: Date) {
  return trx
    .selectFrom("buildings")
    .select(sql<string>`(${now}::timestamptz at time zone time_zone)::date::text`.as("today"))
    .where("id", "=", buildingId)
    .forUpdate()
    .executeTakeFirst();
}

/** All that is there of what the rows name: seven questions, however many rows. */
export async function findPresent(
  trx: Trx,
  buildingId: string,
  rows: readonly WantedRow[],
): Promise<Omit<Present, "today">> {
  const cedulas = rows.flatMap(({ person }) => person?.cedula ?? []);
  const emails = rows.flatMap(({ person }) => person?.email || []);
  const tags = rows.flatMap(({ card }) => card?.tag || []);
  const towers = await trx
    .selectFrom("towers")
    .select(["id", "name"])
    .where("building_id", "=", buildingId)
    .execute();
  const floors = await trx
    .selectFrom("floors")
    .innerJoin("towers", "towers.id", "floors.tower_id")
    .select(["floors.id as id", "floors.tower_id as towerId", "floors.name as name"])
    .where("towers.building_id", "=", buildingId)
    .execute();
  const apartments = await trx
    .selectFrom("apartments")
    .select(["id", "tower_id as towerId", "floor_id as floorId", "name", "active"])
    .where("building_id", "=", buildingId)
    .execute();
  const users = await trx
    .selectFrom("users")
    .select((eb) => [
      "id",
      "cedula",
      "email",
      "phone",
      "active",
      eb("user_type", "=", "ADMIN").as("isAdministrator"),
    ])
    .where("cedula", "=", sql<string>`any(${cedulas})`)
    .execute();
  const holders = await trx
    .selectFrom("users")
    .select(["id as userId", "email"])
    .where(sql<boolean>`lower(email) = any(${emails}) and email <> ''`)
    .execute();
  const spaces = await trx
    .selectFrom("spaces")
    .select(["user_id as userId", "apartment_id as apartmentId", "role"])
    .where("building_id", "=", buildingId)
    .where("status", "=", "APPROVED")
    .execute();
  const cards = await trx
    .selectFrom("cards")
    .select(["tag", "user_id as userId"])
    .where("tag", "=", sql<string>`any(${tags})`)
    .execute();
  return {
    towers,
    floors,
    apartments,
    users: users.map((user) => ({ ...user, isAdministrator: Boolean(user.isAdministrator) })),
    emails: holders,
    spaces,
    cards,
  };
}

/**
 * Rows written at once: what the administration searches is written anew for each person of them, no
 * statement may take long, and whoever waits sees how far it is after each.
 */
const AT_ONCE = 200;

/** Writes all of a plan, some hundred rows with each statement. */
export async function writePlan(
  trx: Trx,
  buildingId: string,
  plan: Plan,
  { by, at, onRow }: { by: string; at: Date; onRow: (row: number, of: number) => void },
): Promise<void> {
  await writePlaces(trx, buildingId, plan);
  const { rows } = plan;
  let after = 0;
  for (let done = 0; done < rows.length; done += AT_ONCE) {
    onRow(done, rows.length);
    const last = rows[Math.min(done + AT_ONCE, rows.length) - 1]?.row ?? 0;
    const isOfThese = ({ row }: { row: number }) => row > after && row <= last;
    await writePeople(trx, buildingId, {
      users: plan.users.filter(isOfThese),
      filled: [...plan.filled].filter(([, filled]) => isOfThese(filled)),
      spaces: plan.spaces.filter(isOfThese),
      cards: plan.cards.filter(isOfThese),
      by,
      at,
    });
    after = last;
  }
  onRow(rows.length, rows.length);
}

interface SomePeople extends Pick<Plan, "users" | "spaces" | "cards"> {
  filled: readonly [string, { phone?: string; email?: string }][];
  by: string;
  at: Date;
}

async function writePeople(
  trx: Trx,
  buildingId: string,
  { users, filled, spaces, cards, by, at }: SomePeople,
): Promise<void> {
  if (users.length > 0) {
    await sql`insert into users (id, cedula, document_type, name, email, phone)
      select * from unnest(${users.map(({ id }) => id)}::uuid[],
        ${users.map(({ cedula }) => cedula)}::text[], ${users.map(({ documentType }) => documentType)}::text[],
        ${users.map(({ name }) => name)}::text[], ${users.map(({ email }) => email)}::text[],
        ${users.map(({ phone }) => phone)}::text[])`.execute(trx);
  }
  if (filled.length > 0) {
    await sql`update users set phone = coalesce(nullif(wanted.phone, ''), users.phone),
        email = coalesce(nullif(wanted.email, ''), users.email)
      from unnest(${filled.map(([id]) => id)}::uuid[],
        ${filled.map(([, { phone = "" }]) => phone)}::text[],
        ${filled.map(([, { email = "" }]) => email)}::text[]) as wanted (id, phone, email)
      where users.id = wanted.id`.execute(trx);
  }
  if (spaces.length > 0) {
    const wanted = sql`unnest(${spaces.map(({ id }) => id)}::uuid[], ${spaces.map(({ userId }) => userId)}::uuid[],
      ${spaces.map(({ role }) => role)}::text[],
      ${spaces.map(({ apartmentId }) => apartmentId)}::uuid[],
      ${spaces.map(({ until }) => until)}::text[]) as wanted (id, user_id, role, apartment_id, until)`;
    // The last moment of the day, by the building's own clock.
    const end = sql`(select ((wanted.until::date + 1)::timestamp at time zone buildings.time_zone)
      - interval '1 millisecond' from buildings where buildings.id = ${buildingId}::uuid)`;
    // Who asked for just this and waits has it now.
    await sql`update spaces set status = 'APPROVED', decided_by = ${by}::uuid,
        decided_at = ${at}::timestamptz, ends_at = ${end}
      from ${wanted}
      where spaces.user_id = wanted.user_id and spaces.apartment_id is not distinct from wanted.apartment_id
        and spaces.building_id = ${buildingId}::uuid
        and spaces.role = wanted.role and spaces.status = 'PENDING'`.execute(trx);
    await sql`insert into spaces
        (id, user_id, role, building_id, apartment_id, ends_at, status, decided_by, decided_at, created_at)
      select id, user_id, role, ${buildingId}::uuid, apartment_id, ${end}, 'APPROVED', ${by}::uuid,
        ${at}::timestamptz, ${at}::timestamptz
      from ${wanted} on conflict do nothing`.execute(trx);
  }
  if (cards.length > 0) {
    await sql`insert into cards (id, user_id, tag, type, created_at)
      select id, user_id, tag, type, ${at}::timestamptz
      from unnest(${cards.map(({ id }) => id)}::uuid[], ${cards.map(({ userId }) => userId)}::uuid[],
        ${cards.map(({ tag }) => tag)}::text[], ${cards.map(({ type }) => type)}::text[])
        as wanted (id, user_id, tag, type)`.execute(trx);
  }
}

async function writePlaces(
  trx: Trx,
  buildingId: string,
  { towers, floors, apartments, activated }: Plan,
): Promise<void> {
  await sql`insert into towers (id, building_id, name)
    select id, ${buildingId}::uuid, name
    from unnest(${towers.map(({ id }) => id)}::uuid[], ${towers.map(({ name }) => name)}::text[])
      as wanted (id, name)`.execute(trx);
  await sql`insert into floors (id, tower_id, name)
    select * from unnest(${floors.map(({ id }) => id)}::uuid[],
      ${floors.map(({ towerId }) => towerId)}::uuid[], ${floors.map(({ name }) => name)}::text[])`.execute(
    trx,
  );
  await sql`insert into apartments (id, building_id, tower_id, floor_id, name)
    select id, ${buildingId}::uuid, tower_id, floor_id, name
    from unnest(${apartments.map(({ id }) => id)}::uuid[], ${apartments.map(({ towerId }) => towerId)}::uuid[],
      ${apartments.map(({ floorId }) => floorId)}::uuid[], ${apartments.map(({ name }) => name)}::text[])
      as wanted (id, tower_id, floor_id, name)`.execute(trx);
  await sql`update apartments set active = true
    where id = any(${[...activated]}::uuid[]) and not active`.execute(trx);
}
