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
  return first === undefined && as === "home"
    ? lockStandingOfProgram(trx, userId, { buildingId, apartmentId }, now)
    : others.reduce(later, first);
}

/** The same of a program, under its token's account: until its token ends, and while there is somebody in the home. */
async function lockStandingOfProgram(
  trx: Trx,
  accountId: string,
  { buildingId, apartmentId }: Pick<Host, "buildingId" | "apartmentId">,
  now: Date,
): Promise<Date | null | undefined> {
  const token = await trx
    .selectFrom("api_tokens")
    .select("expires_at as endsAt")
    .where("user_id", "=", accountId)
    .where("building_id", "=", buildingId)
    .where("taken_back_at", "is", null)
    .where((eb) => eb.or([eb("expires_at", "is", null), eb("expires_at", ">", now)]))
    .forShare()
    .executeTakeFirst();
  if (!token) {
    return undefined;
  }
  const people = await trx
    .selectFrom(livingSpaces(now))
    .innerJoin("users", "users.id", "spaces.user_id")
    .select("spaces.ends_at as endsAt")
    .where("spaces.building_id", "=", buildingId)
    .where("spaces.apartment_id", "=", apartmentId)
    .where("spaces.role", "in", rolesOf.home)
    .where("users.active", "=", true)
    .orderBy("spaces.id")
    .forShare()
    .execute();
  const [first, ...others] = people.map(({ endsAt }) => endsAt);
  const until = others.reduce(later, first);
  return until === undefined ? undefined : sooner(until, token.endsAt);
}

/** The sooner of two ends; no end is later than any. */
const sooner = (one: Date | null, other: Date | null): Date | null =>
  one === null || other === null ? (one ?? other) : one < other ? one : other;

/** The later of two ends; no end is later than any. */
const later = (one: Date | null | undefined, other: Date | null) =>
  one == null || other === null ? null : one > other ? one : other;
