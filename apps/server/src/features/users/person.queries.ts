import type { Buildings } from "@umbral/contract/lib/policy";
import type { Db } from "../../platform/database.ts";
import { within } from "../../platform/within.ts";
import { livingCardHolders, livingSpaces } from "../spaces/index.ts";

/** Somebody of a building, with an account or without one. Platform administrators are nobody here. */
export function findPersonRow(db: Db, id: string) {
  return db
    .selectFrom("users")
    .select([
      "id",
      "user_type as userType",
      "name",
      "alias",
      "cedula",
      "phone",
      "email",
      "photo_file_id as photoFileId",
      "active",
      "verified",
      "created_at as since",
    ])
    .where("id", "=", id)
    .where("user_type", "in", ["USER", "HOLDER"])
    .executeTakeFirst();
}

interface Asked {
  userId: string;
  buildings: Buildings;
  now: Date;
}

/** What somebody is in these buildings, the last used first. */
export function findPlacesOfPerson(db: Db, { userId, buildings, now }: Asked) {
  return db
    .selectFrom(livingSpaces(now))
    .innerJoin("buildings", "buildings.id", "spaces.building_id")
    .leftJoin("apartments", "apartments.id", "spaces.apartment_id")
    .select([
      "spaces.id as id",
      "spaces.role as role",
      "spaces.created_at as since",
      "spaces.ends_at as endsAt",
      "buildings.id as buildingId",
      "buildings.name as buildingName",
      "buildings.time_zone as timeZone",
      "apartments.id as apartmentId",
      "apartments.name as apartmentName",
    ])
    .where("spaces.user_id", "=", userId)
    .where(within("spaces.building_id", buildings))
    .orderBy("spaces.last_used_at", (order) => order.desc().nullsLast())
    .orderBy("spaces.created_at")
    .orderBy("spaces.id")
    .execute();
}

/** Where in these buildings somebody carries a card without an account. */
export function findCarryingOfPerson(db: Db, { userId, buildings, now }: Asked) {
  return db
    .selectFrom(livingCardHolders(now))
    .innerJoin("buildings", "buildings.id", "card_holders.building_id")
    .leftJoin("apartments", "apartments.id", "card_holders.apartment_id")
    .select([
      "card_holders.begins_at as from",
      "card_holders.ends_at as until",
      "buildings.id as buildingId",
      "buildings.name as buildingName",
      "buildings.time_zone as timeZone",
      "apartments.id as apartmentId",
      "apartments.name as apartmentName",
    ])
    .where("card_holders.user_id", "=", userId)
    .where(within("card_holders.building_id", buildings))
    .orderBy("buildings.name")
    .execute();
}
