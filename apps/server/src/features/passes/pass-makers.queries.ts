import { lobbyRoles, rolesWith } from "@umbral/contract/lib/policy";
import type { Trx } from "../../platform/database.ts";
import { livingSpaces } from "../spaces/index.ts";
import type { Host } from "./pass-hosts.ts";

const rolesOf = {
  home: rolesWith("passes.make", "apartment"),
  administration: rolesWith("buildings.administer", "building"),
  lobby: lobbyRoles,
} as const;

/**
 * Until when somebody is there what a pass of theirs stands on, which stays so until the transaction ends: whatever ends
 * it waits, and then takes back what was made in here (see the migration).
 * @returns null for no end, undefined for who is it no more
 */
export async function lockStanding(
  trx: Trx,
  userId: string,
  { as, buildingId, apartmentId }: Host,
  now: Date,
): Promise<Date | null | undefined> {
  const rows = await trx
    .selectFrom(livingSpaces(now))
    .innerJoin("users", "users.id", "spaces.user_id")
    .select("spaces.ends_at as endsAt")
    .where("spaces.user_id", "=", userId)
    .where("spaces.building_id", "=", buildingId)
    .where("spaces.role", "in", rolesOf[as])
    .$if(as === "home", (query) => query.where("spaces.apartment_id", "=", apartmentId))
    .where("users.active", "=", true)
    .orderBy("spaces.id")
    .forShare()
    .execute();
  const [first, ...others] = rows.map(({ endsAt }) => endsAt);
  return others.reduce(later, first);
}

/** The later of two ends; no end is later than any. */
const later = (one: Date | null | undefined, other: Date | null) =>
  one == null || other === null ? null : one > other ? one : other;
