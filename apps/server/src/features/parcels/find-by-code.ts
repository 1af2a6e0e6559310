import { MOST_AT_ONCE } from "@umbral/contract/parcels/parcel-limits";
import type { findParcelsByCode } from "@umbral/contract/parcels/parcels.contract";
import type { z } from "zod";
import type { Actor, Services } from "../../platform/context.ts";
import { Refused } from "../../platform/refused.ts";
import { guessCode, type Pause } from "../visits/code-guesses.ts";
import { describeParcel } from "./describe-parcel.ts";
import { parcelCodeDigest } from "./parcel-codes.ts";
import { findHomesWithCodes, findShower } from "./parcel-people.queries.ts";
import { findParcelPage } from "./parcels.queries.ts";

/** A code as somebody typed it at a desk, or as a scanner read it. */
interface TypedCode {
  buildingId: string;
  code: string;
}

/**
 * Who of this building shows this code now, and for which home. A digest is of one home alone, so that it is reckoned for
 * each that has a code at the moment: few, because codes hold ten minutes. Two homes that drew the same are nobody's:
 * whoever asks again gets another.
 */
export async function homeOfCode(services: Services, { buildingId, code }: TypedCode) {
  const { db, clock } = services;
  const now = clock.now();
  const homes = await findHomesWithCodes(db, buildingId, now);
  const digests = homes.map((apartmentId) => parcelCodeDigest(services, apartmentId, code));
  const [found, another] = digests.length === 0 ? [] : await findShower(db, { buildingId, digests, now });
  return another === undefined || another.apartmentId === found?.apartmentId ? found : undefined;
}

/**
 * What waits for the home whose code was typed, whatever else codes are typed for: a desk has one field.
 * @throws {Refused} PARCEL_CODE_NOT_VALID, TOO_OFTEN
 */
export async function findParcelsByCodeOf(
  services: Services,
  actor: Actor,
  typed: TypedCode,
  pause?: Pause,
): Promise<z.input<(typeof findParcelsByCode)["reply"]>> {
  const { buildingId } = typed;
  const found = await guessCode(services, { actor, buildingId }, () => homeOfCode(services, typed), pause);
  if (found === undefined) {
    throw new Refused("PARCEL_CODE_NOT_VALID");
  }
  const { apartmentId, apartmentName, person } = found;
  const { rows, total } = await findParcelPage(
    services.db,
    { buildingId, apartmentId, state: "waiting", search: "" },
    { page: 1, limit: MOST_AT_ONCE },
  );
  const apartment = { id: apartmentId, name: apartmentName };
  return { apartment, person, parcels: rows.map(describeParcel), waiting: total };
}
