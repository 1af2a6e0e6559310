import type { Actor, Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { Refused } from "../../platform/refused.ts";
import {
  buildingOfOwnPerson,
  buildingOfPerson,
  findByCedula,
  lockCardHolderPerson,
  lockUser,
  refuseUnvalidated,
} from "../accounts/index.ts";

/** Whose document this is, among the people whom the actor administers. @throws {Refused} USER_NOT_FOUND */
export async function holderOf(services: Services, actor: Actor, cedula: string): Promise<string> {
  const found = await findByCedula(services.db, cedula);
  if (!found) {
    throw new Refused("USER_NOT_FOUND");
  }
  await buildingOfPerson(services, services.db, actor, found.id);
  return found.id;
}

/**
 * Holds somebody as they are until the transaction ends, before they are given a card.
 * @returns the building in which that is written down; null for an action of the platform
 * @throws {Refused} USER_NOT_FOUND, USER_NOT_VERIFIED, PLATFORM_ONLY
 */
export async function lockVerified(
  services: Services,
  trx: Trx,
  actor: Actor,
  userId: string,
): Promise<string | null> {
  const user = await lockUser(trx, userId);
  if (!user) {
    return buildingOfCardHolder(services, trx, actor, userId);
  }
  const buildingId = await buildingOfOwnPerson(services, trx, actor, userId);
  if (!user.verified) {
    throw new Refused("USER_NOT_VERIFIED");
  }
  await refuseUnvalidated(trx, actor, userId);
  return buildingId;
}

/** Who has no account has no document that could be looked at: the administration that wrote them down answers for them. */
async function buildingOfCardHolder(services: Services, trx: Trx, actor: Actor, userId: string) {
  if (!(await lockCardHolderPerson(trx, userId, services.clock.now()))) {
    throw new Refused("USER_NOT_FOUND");
  }
  return buildingOfPerson(services, trx, actor, userId);
}

/** In which building a change to somebody's card is written down. @throws {Refused} CARD_NOT_FOUND, PLATFORM_ONLY */
export async function buildingOfHolder(
  services: Services,
  trx: Trx,
  actor: Actor,
  userId: string,
): Promise<string | null> {
  return buildingOfOwnPerson(services, trx, actor, userId).catch((error: unknown) => {
    throw error instanceof Refused && error.code === "USER_NOT_FOUND" ? new Refused("CARD_NOT_FOUND") : error;
  });
}
