import type { Db } from "../../platform/database.ts";
import { homeSpaces, livingSpaces } from "../spaces/index.ts";
import { targetColumns } from "./calls.queries.ts";

/** The spaces of a building's lobby that may be called now; of one of them alone when its id is given. */
export function findLobbySpaces(db: Db, of: { buildingId: string } | { spaceId: string }, now: Date) {
  return db
    .selectFrom(livingSpaces(now))
    .innerJoin("users", "users.id", "spaces.user_id")
    .select(targetColumns)
    .where(
      "buildingId" in of ? "spaces.building_id" : "spaces.id",
      "=",
      "buildingId" in of ? of.buildingId : of.spaceId,
    )
    .where("spaces.role", "=", "PORTERIA")
    .where("users.active", "=", true)
    .orderBy("spaces.last_used_at", (order) => order.desc().nullsLast())
    .orderBy("spaces.id")
    .execute();
}

/** Everybody whom a call to this apartment rings (decisions §5), once each. */
export function findHomeSpaces(db: Db, apartmentId: string, now: Date) {
  return db
    .selectFrom(homeSpaces(now))
    .innerJoin("users", "users.id", "spaces.user_id")
    .select(targetColumns)
    .distinctOn("spaces.user_id")
    .where("spaces.apartment_id", "=", apartmentId)
    .where("users.active", "=", true)
    .orderBy("spaces.user_id")
    .orderBy("spaces.id")
    .execute();
}
