import { sql } from "kysely";
import type { Trx } from "../../platform/database.ts";
import type { Plan, Present } from "./import-plan.ts";
import type { WantedRow } from "./import-rows.ts";

/** Holds the building until the transaction ends: of two imports at once one waits for the other. */
export async function lockBuilding(trx: Trx, buildingId: string): Promise<boolean> {
  const row = await trx
    .selectFrom("buildings")
    .select("id")
    .where("id", "=", buildingId)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** All that is there of what the rows name: seven questions, however many rows. */
export async function findPresent(
  trx: Trx,
  buildingId: string,
  rows: readonly WantedRow[],
): Promise<Present> {
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
    .select((eb) => ["id", "cedula", "email", "phone", eb("user_type", "=", "ADMIN").as("isAdministrator")])
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
    .where("apartment_id", "is not", null)
    .$narrowType<{ apartmentId: string }>()
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
 * Rows written by one statement: what the administration searches is written anew for each person of it, and
 * no statement may take long.
 */
const AT_ONCE = 500;

/** Writes all of a plan, some hundred rows with each statement. */
export async function writePlan(
  trx: Trx,
  buildingId: string,
  plan: Plan,
  { by, at }: { by: string; at: Date },
): Promise<void> {
  await writePlaces(trx, buildingId, plan);
  for (const users of chunksOf(plan.users)) {
    await sql`insert into users (id, cedula, document_type, name, email, phone)
      select * from unnest(${users.map(({ id }) => id)}::uuid[],
        ${users.map(({ cedula }) => cedula)}::text[], ${users.map(({ documentType }) => documentType)}::text[],
        ${users.map(({ name }) => name)}::text[], ${users.map(({ email }) => email)}::text[],
        ${users.map(({ phone }) => phone)}::text[])`.execute(trx);
  }
  for (const filled of chunksOf([...plan.filled])) {
    await sql`update users set phone = coalesce(nullif(wanted.phone, ''), users.phone),
        email = coalesce(nullif(wanted.email, ''), users.email)
      from unnest(${filled.map(([id]) => id)}::uuid[],
        ${filled.map(([, { phone = "" }]) => phone)}::text[],
        ${filled.map(([, { email = "" }]) => email)}::text[]) as wanted (id, phone, email)
      where users.id = wanted.id`.execute(trx);
  }
  for (const spaces of chunksOf(plan.spaces)) {
    const wanted = sql`unnest(${spaces.map(({ id }) => id)}::uuid[], ${spaces.map(({ userId }) => userId)}::uuid[],
      ${spaces.map(({ role }) => role)}::text[],
      ${spaces.map(({ apartmentId }) => apartmentId)}::uuid[]) as wanted (id, user_id, role, apartment_id)`;
    // Who asked for just this and waits has it now.
    await sql`update spaces set status = 'APPROVED', decided_by = ${by}::uuid, decided_at = ${at}::timestamptz
      from ${wanted}
      where spaces.user_id = wanted.user_id and spaces.apartment_id = wanted.apartment_id
        and spaces.role = wanted.role and spaces.status = 'PENDING'`.execute(trx);
    await sql`insert into spaces
        (id, user_id, role, building_id, apartment_id, status, decided_by, decided_at, created_at)
      select id, user_id, role, ${buildingId}::uuid, apartment_id, 'APPROVED', ${by}::uuid,
        ${at}::timestamptz, ${at}::timestamptz
      from ${wanted} on conflict do nothing`.execute(trx);
  }
  for (const cards of chunksOf(plan.cards)) {
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

function* chunksOf<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    yield rows.slice(from, from + AT_ONCE);
  }
}
