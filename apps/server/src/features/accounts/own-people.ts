import { buildingsWhere, maySomewhere } from "@umbral/contract/lib/policy";
import type { Role } from "@umbral/contract/lib/roles";
import type { Actor, Services } from "../../platform/context.ts";
import type { Db, Trx } from "../../platform/database.ts";
import { Refused } from "../../platform/refused.ts";
import { wasElsewhere } from "../spaces/index.ts";
import { findBuildingsOf, isValidatedBy } from "./own-people.queries.ts";

/** The buildings that somebody administers. */
export const administeredBy = (actor: Actor) => buildingsWhere(actor, "buildings.administer");

/**
 * In which of the buildings that the actor administers somebody is: what is done about them is written down there.
 * Null for the platform, whose actions about people are of no building.
 * @throws {Refused} USER_NOT_FOUND for people of other buildings, as for nobody
 */
export async function buildingOfPerson(
  { clock }: Services,
  db: Db,
  actor: Actor,
  userId: string,
): Promise<string | null> {
  const administered = administeredBy(actor);
  if (administered === "everywhere") {
    return null;
  }
  const [own] = (await findBuildingsOf(db, userId, clock.now())).filter((id) => administered.includes(id));
  if (own === undefined) {
    throw new Refused("USER_NOT_FOUND");
  }
  return own;
}

/**
 * The same before something of theirs changes that counts wherever they are: a card opens, and a validation holds,
 * in every building of somebody.
 * @throws {Refused} PLATFORM_ONLY for who has a place in a building that the actor does not administer
 */
export async function buildingOfOwnPerson(
  services: Services,
  db: Db,
  actor: Actor,
  userId: string,
): Promise<string | null> {
  const own = await buildingOfPerson(services, db, actor, userId);
  const administered = administeredBy(actor);
  const all = own === null ? [] : await findBuildingsOf(db, userId, services.clock.now());
  if (administered !== "everywhere" && all.some((id) => !administered.includes(id))) {
    throw new Refused("PLATFORM_ONLY");
  }
  return own;
}

/**
 * The same before all that is kept of somebody is handed out: what they did in a building that they left is that building's.
 * @throws {Refused} PLATFORM_ONLY also for who once had a place in another building
 */
export async function buildingOfLifelongOwnPerson(
  services: Services,
  db: Db,
  actor: Actor,
  userId: string,
): Promise<string | null> {
  const own = await buildingOfOwnPerson(services, db, actor, userId);
  const administered = administeredBy(actor);
  if (administered !== "everywhere" && (await wasElsewhere(db, userId, administered))) {
    throw new Refused("PLATFORM_ONLY");
  }
  return own;
}

/**
 * Cards are given to whom the building's own administration, or the platform, validated.
 * @throws {Refused} USER_NOT_VERIFIED
 */
export async function refuseUnvalidated(trx: Trx, actor: Actor, userId: string): Promise<void> {
  const administered = administeredBy(actor);
  if (administered !== "everywhere" && !(await isValidatedBy(trx, userId, administered))) {
    throw new Refused("USER_NOT_VERIFIED");
  }
}

/**
 * Who administers a building is the platform's to say, and so is for how long: no administrator makes, changes or
 * removes another (decisions §9).
 * @throws {Refused} PLATFORM_ONLY
 */
export function refuseMakingAdministrators(actor: Actor, ...roles: readonly (Role | undefined)[]): void {
  if (roles.includes("ADMINISTRADOR") && !maySomewhere(actor, "platform.administer")) {
    throw new Refused("PLATFORM_ONLY");
  }
}
