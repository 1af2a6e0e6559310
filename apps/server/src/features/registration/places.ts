import type { Services } from "../../platform/context.ts";
import { Refused } from "../../platform/refused.ts";
import { findApartment, findBuilding } from "./registration.queries.ts";

/** Where somebody registers. */
export interface Place {
  buildingId: string;
  buildingName: string;
}

/** The apartment for which somebody asks, and until when when that is not for good. */
export interface Home extends Place {
  apartmentId: string;
  apartmentName: string;
  endsAt: Date | null;
}

interface Chosen {
  buildingId: string;
  towerId: string;
  floorId: string;
  apartmentId: string;
}

/** How far ahead a temporary stay may end. */
const LONGEST_STAY_MS = 2 * 366 * 24 * 3_600_000;

/**
 * The apartment of the path, when it truly is where the form says.
 * @param lastDay of a temporary stay, as the building's calendar has it
 * @throws {Refused} APARTMENT_NOT_FOUND, PLACE_NOT_VALID naming what does not belong together, BAD_REQUEST
 * for a last day that is over or too far away
 */
export async function homeOf(
  { db, clock }: Services,
  apartmentId: string,
  chosen: Chosen,
  lastDay: string | null,
): Promise<Home> {
  const row = await findApartment(db, apartmentId, lastDay);
  if (!row) {
    throw new Refused("APARTMENT_NOT_FOUND");
  }
  const truth: Chosen = { ...row, apartmentId: row.id };
  const wrong = (["buildingId", "towerId", "floorId", "apartmentId"] as const).filter(
    (property) => chosen[property].toLowerCase() !== truth[property],
  );
  if (wrong.length > 0) {
    throw new Refused("PLACE_NOT_VALID", {
      errors: wrong.map((property) => ({ property, message: "no corresponde a este apartamento" })),
    });
  }
  const now = clock.now().getTime();
  if (row.endsAt && (row.endsAt.getTime() <= now || row.endsAt.getTime() > now + LONGEST_STAY_MS)) {
    throw new Refused("BAD_REQUEST", {
      errors: [{ property: "endsOn", message: "debe ser de hoy en adelante y máximo en dos años" }],
    });
  }
  return {
    buildingId: row.buildingId,
    buildingName: row.buildingName,
    apartmentId: row.id,
    apartmentName: row.name,
    endsAt: row.endsAt,
  };
}

/** @throws {Refused} PLACE_NOT_VALID when there is no such building */
export async function visitedBuilding({ db }: Services, buildingId: string): Promise<Place> {
  const building = await findBuilding(db, buildingId);
  if (!building) {
    throw new Refused("PLACE_NOT_VALID", { errors: [{ property: "buildingId", message: "no existe" }] });
  }
  return { buildingId: building.id, buildingName: building.name };
}
