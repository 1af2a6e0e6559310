import type { CardType } from "@umbral/contract/cards/cards.contract";
import type { Buildings } from "@umbral/contract/lib/policy";
import type { Role } from "@umbral/contract/lib/roles";
import { sql } from "kysely";
import type { Db } from "../../platform/database.ts";
import { within } from "../../platform/within.ts";
import { livingSpaces } from "../spaces/index.ts";

interface PlaceOfUser {
  roleName: Role;
  buildingName: string;
  timeZone: string;
  apartmentName: string | null;
}

/** The people of an apartment whose space is open, by name. */
export async function findUsersOfApartment(db: Db, apartmentId: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select user_id as id from user_search
    where user_id in (
      select user_id from ${livingSpaces(now)} where apartment_id = ${apartmentId})
    order by name_key, user_id`.execute(db);
  return rows.map(({ id }) => id);
}

export function findApartmentName(db: Db, apartmentId: string) {
  return db
    .selectFrom("apartments")
    .innerJoin("buildings", "buildings.id", "apartments.building_id")
    .select([
      "apartments.id as id",
      "apartments.name as name",
      "buildings.id as buildingId",
      "buildings.name as buildingName",
      "buildings.time_zone as timeZone",
    ])
    .where("apartments.id", "=", apartmentId)
    .executeTakeFirst();
}

/** Everything that the administration of these buildings sees of these people, in no order. */
export function findDetails(
  db: Db,
  ids: readonly string[],
  { buildings, now }: { buildings: Buildings; now: Date },
) {
  return db
    .selectFrom("users")
    .select([
      "users.id as id",
      "users.name as name",
      "users.cedula as cedula",
      "users.phone as phone",
      "users.email as email",
      "users.alias as alias",
      "users.active as active",
      "users.verified as verified",
      "users.photo_file_id as photoFileId",
      placesOfUser(buildings, now).as("places"),
      tagsOfUser.as("tags"),
    ])
    .where("users.id", "in", ids)
    .where("users.user_type", "=", "USER")
    .$narrowType<{ cedula: string }>()
    .execute();
}
export type DetailRow = Awaited<ReturnType<typeof findDetails>>[number];

/** Since when these people have an account, and when they were last here: of whoever never was, null. */
export async function findMoments(db: Db, ids: readonly string[], { withSeen }: { withSeen: boolean }) {
  const { rows } = await sql<{ id: string; createdAt: Date; seenAt: Date | null }>`
    select users.id, users.created_at as "createdAt", nullif(people_seen.seen_at, '-infinity') as "seenAt"
    from users left join people_seen on people_seen.user_id = users.id
    where users.id = any(${[...ids]}::uuid[])`.execute(db);
  return new Map(
    rows.map(({ id, createdAt, seenAt }) => [
      id,
      {
        createdAt: createdAt.toISOString(),
        ...(withSeen ? { seenAt: seenAt?.toISOString() ?? null } : {}),
      },
    ]),
  );
}

const placesOfUser = (buildings: Buildings, now: Date) => sql<PlaceOfUser[]>`(
  select coalesce(json_agg(json_build_object(
    'roleName', spaces.role, 'buildingName', buildings.name, 'timeZone', buildings.time_zone,
    'apartmentName', apartments.name)
    order by spaces.last_used_at desc nulls last, spaces.created_at, spaces.id), '[]')
  from ${livingSpaces(now)}
  join buildings on buildings.id = spaces.building_id
  left join apartments on apartments.id = spaces.apartment_id
  where spaces.user_id = users.id and ${within("spaces.building_id", buildings)})`;

const tagsOfUser = sql<{ tag: string; type: CardType }[]>`(
  select coalesce(json_agg(json_build_object('tag', cards.tag, 'type', cards.type)
    order by cards.created_at desc, cards.id desc), '[]')
  from cards where cards.user_id = users.id)`;
