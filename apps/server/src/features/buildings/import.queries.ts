import { sql } from "kysely";
import type { Trx } from "../../platform/database.ts";
import { isNotHeld } from "../../platform/legal-holds.ts";
import { isGone, livingSpaces } from "../spaces/index.ts";
import type { Plan, Present } from "./import-plan.ts";
import type { WantedRow } from "./import-rows.ts";

/**
 * Holds the building until the transaction ends: of two imports at once one waits for the other. What only belongs to the
 * building (an alarm, a call, an opening) waits for neither: many rows take many seconds.
 */
export function lockBuilding(trx: Trx, buildingId: string, now: Date) {
  return trx
    .selectFrom("buildings")
    .select(["name", sql<string>`(${now}::timestamptz at time zone time_zone)::date::text`.as("today")])
    .where("id", "=", buildingId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** All that is there of what the rows name: nine questions, however many rows. */
export async function findPresent(
  trx: Trx,
  buildingId: string,
  rows: readonly WantedRow[],
  now: Date,
): Promise<Omit<Present, "today" | "ways">> {
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
      "name",
      "email",
      "phone",
      "active",
      eb("user_type", "=", "ADMIN").as("isAdministrator"),
    ])
    .where("cedula", "=", sql<string>`any(${cedulas})`)
    .$narrowType<{ cedula: string }>()
    .execute();
  const holders = await trx
    .selectFrom("users")
    .select(["id as userId", "email"])
    .where(sql<boolean>`lower(email) = any(${emails}) and email <> ''`)
    .execute();
  const spaces = await trx
    .selectFrom(livingSpaces(now))
    .select(["user_id as userId", "apartment_id as apartmentId", "role"])
    .where("building_id", "=", buildingId)
    .execute();
  const invitations = await trx
    .selectFrom("invitations")
    .innerJoin("buildings", "buildings.id", "invitations.building_id")
    .select((eb) => [
      "invitations.id as id",
      "invitations.cedula as cedula",
      "invitations.name as name",
      "invitations.email as email",
      "invitations.phone as phone",
      "invitations.apartment_id as apartmentId",
      "invitations.role as role",
      sql<string | null>`(invitations.ends_at at time zone buildings.time_zone)::date::text`.as("until"),
      eb("invitations.expires_at", "<=", now).$castTo<boolean>().as("isOver"),
    ])
    .where("invitations.building_id", "=", buildingId)
    .where("invitations.cedula", "=", sql<string>`any(${cedulas})`)
    // Whoever accepts one, or takes it back, does so before or after.
    .forUpdate("invitations")
    .$narrowType<{ cedula: string }>()
    .execute();
  const cards = await trx
    .selectFrom("cards")
    .innerJoin("users", "users.id", "cards.user_id")
    // Who has no number is nobody of a file.
    .select(["cards.tag as tag", sql<string>`coalesce(users.cedula, users.id::text)`.as("cedula")])
    .where("tag", "=", sql<string>`any(${tags})`)
    // As by hand: one of whoever is gone is nobody's.
    .where(sql<boolean>`not (${isGone(now, "cards.user_id")} and ${isNotHeld("cards.user_id")})`)
    .execute();
  const promised = await trx
    .selectFrom("invitation_cards")
    .innerJoin("invitations", "invitations.id", "invitation_cards.invitation_id")
    .select((eb) => [
      "invitation_cards.tag as tag",
      "invitations.cedula as cedula",
      "invitations.id as invitationId",
      // Nor is a role accepted after its own end.
      eb(sql<Date>`least(invitations.expires_at, invitations.ends_at)`, "<=", now)
        .$castTo<boolean>()
        .as("isOver"),
    ])
    .where("invitation_cards.tag", "=", sql<string>`any(${tags})`)
    // Cards are promised by files alone, which name a document in every row.
    .where("invitations.cedula", "is not", null)
    .$narrowType<{ cedula: string }>()
    .execute();
  return {
    towers,
    floors,
    apartments,
    users: users.map((user) => ({ ...user, isAdministrator: Boolean(user.isAdministrator) })),
    emails: holders,
    spaces,
    invitations,
    cards,
    promised,
  };
}

/** Rows written at once: no statement may take long, and whoever waits sees how far it is after each. */
const AT_ONCE = 200;

/** Writes all of a plan, some hundred rows with each statement. `invite` and `give` write the invitations and cards of some of them. */
export async function writePlan(
  trx: Trx,
  buildingId: string,
  plan: Plan,
  {
    onRow,
    invite,
    give,
  }: {
    onRow: (row: number, of: number) => void;
    invite: (some: Pick<Plan, "invitations" | "promised">) => Promise<void>;
    give: (some: Plan["cards"]) => Promise<void>;
  },
): Promise<void> {
  await writePlaces(trx, buildingId, plan);
  const { rows } = plan;
  let after = 0;
  for (let done = 0; done < rows.length; done += AT_ONCE) {
    onRow(done, rows.length);
    const last = rows[Math.min(done + AT_ONCE, rows.length) - 1]?.row ?? 0;
    const isOfThese = ({ row }: { row: number }) => row > after && row <= last;
    await invite({
      invitations: plan.invitations.filter(isOfThese),
      promised: plan.promised.filter(isOfThese),
    });
    await give(plan.cards.filter(isOfThese));
    after = last;
  }
  onRow(rows.length, rows.length);
}

async function writePlaces(
  trx: Trx,
  buildingId: string,
  { towers, floors, apartments }: Plan,
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
}
