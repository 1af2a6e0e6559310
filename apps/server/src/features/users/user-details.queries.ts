import type { CardType } from "@umbral/contract/cards/cards.contract";
import type { Buildings } from "@umbral/contract/lib/policy";
import type { Role } from "@umbral/contract/lib/roles";
import { sql } from "kysely";
import type { Db, Trx } from "../../platform/database.ts";
import { within } from "../../platform/within.ts";
import { livingSpaces } from "../spaces/index.ts";

interface PlaceOfUser {
  roleName: Role;
  buildingName: string;
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
    .select(["apartments.id as id", "apartments.name as name", "buildings.name as buildingName"])
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
    .execute();
}
export type DetailRow = Awaited<ReturnType<typeof findDetails>>[number];

const placesOfUser = (buildings: Buildings, now: Date) => sql<PlaceOfUser[]>`(
  select coalesce(json_agg(json_build_object(
    'roleName', spaces.role, 'buildingName', buildings.name, 'apartmentName', apartments.name)
    order by spaces.last_used_at desc nulls last, spaces.created_at, spaces.id), '[]')
  from ${livingSpaces(now)}
  join buildings on buildings.id = spaces.building_id
  left join apartments on apartments.id = spaces.apartment_id
  where spaces.user_id = users.id and ${within("spaces.building_id", buildings)})`;

const tagsOfUser = sql<{ tag: string; type: CardType }[]>`(
  select coalesce(json_agg(json_build_object('tag', cards.tag, 'type', cards.type)
    order by cards.created_at desc, cards.id desc), '[]')
  from cards where cards.user_id = users.id)`;

/** Somebody of a building, by the document's number. Platform administrators are nobody here. */
export function findByCedula(db: Db, cedula: string) {
  return db
    .selectFrom("users")
    .select("id")
    .where("cedula", "=", cedula)
    .where("user_type", "=", "USER")
    .executeTakeFirst();
}

/** Somebody of a building; whoever else changes them waits for this transaction. */
export function lockUser(trx: Trx, id: string) {
  return trx
    .selectFrom("users")
    .select(["id", "active", "verified", "phone", "alias"])
    .where("id", "=", id)
    .where("user_type", "=", "USER")
    .forUpdate()
    .executeTakeFirst();
}

export async function setActive(trx: Trx, id: string, active: boolean): Promise<void> {
  await trx.updateTable("users").set({ active }).where("id", "=", id).execute();
}

export async function setDetails(
  trx: Trx,
  id: string,
  details: { phone?: string | undefined; alias?: string | undefined },
): Promise<void> {
  const { phone, alias } = details;
  await trx
    .updateTable("users")
    .set({ ...(phone === undefined ? {} : { phone }), ...(alias === undefined ? {} : { alias }) })
    .where("id", "=", id)
    .execute();
}

/** The identity in place of an older one. Who has no picture yet is known by this face from then on. */
export async function keepIdentity(
  trx: Trx,
  identity: { userId: string; photo: string; front: string; back: string; by: string; at: Date },
): Promise<void> {
  const pictures = {
    photo_file_id: identity.photo,
    front_file_id: identity.front,
    back_file_id: identity.back,
    verified_by: identity.by,
    verified_at: identity.at,
  };
  await trx
    .insertInto("user_identities")
    .values({ user_id: identity.userId, ...pictures })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(pictures))
    .execute();
  await trx
    .updateTable("users")
    .set((eb) => ({
      verified: true,
      photo_file_id: eb.fn.coalesce("photo_file_id", eb.val(identity.photo)),
    }))
    .where("id", "=", identity.userId)
    .execute();
}
