import { randomInt } from "node:crypto";
import { PARCEL_CODE_MS } from "@umbral/contract/parcels/parcel-limits";
import type { Actor, Services } from "../../platform/context.ts";
import { Refused } from "../../platform/refused.ts";
import { findHomeOf, writeCode } from "./parcel-people.queries.ts";

const CODES = 1_000_000;

/** What the database keeps of a code: of one home alone, and nothing that can be tried out. */
export const parcelCodeDigest = (
  { digest }: Pick<Services, "digest">,
  apartmentId: string,
  code: string,
): Buffer => digest.of("parcel-code", apartmentId, code);

/** A new one each time somebody asks, in the place of their last. @throws {Refused} NOT_FOUND for who does not live there */
export async function drawParcelCodeOf(
  services: Services,
  actor: Actor,
  apartmentId: string,
): Promise<{ code: string; expiresAt: string }> {
  const now = services.clock.now();
  if (!(await findHomeOf(services.db, actor.id, apartmentId, now))) {
    throw new Refused("NOT_FOUND");
  }
  const code = String(randomInt(CODES)).padStart(6, "0");
  const expiresAt = new Date(now.getTime() + PARCEL_CODE_MS);
  const digest = parcelCodeDigest(services, apartmentId, code);
  await writeCode(services.db, { apartmentId, userId: actor.id, digest, expiresAt });
  return { code, expiresAt: expiresAt.toISOString() };
}
