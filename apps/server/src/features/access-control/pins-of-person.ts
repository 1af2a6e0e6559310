import type { Services } from "../../platform/context.ts";
import { pinDigest } from "../../platform/pin-key.ts";
import { findPinDigestsOf } from "./pins.queries.ts";

/** Are these the digits of a PIN that this person has at a door? Nothing is told of anybody else's. */
export async function isOwnDoorPin(services: Services, userId: string, digits: string): Promise<boolean> {
  const own = await findPinDigestsOf(services.db, userId);
  return own.some(({ buildingId, digest }) => digest.equals(pinDigest(services, buildingId, digits)));
}
