import type { Db } from "../../platform/database.ts";
import { findPlaceToReach } from "./reach.queries.ts";
import { reachesIn } from "./reach.ts";
import { type DoorOnWay, findDoorsOnWay, findLevelsOfResidents } from "./way-home.queries.ts";

export type { DoorOnWay };

/**
 * The doors of the way to a home: the common ones and those of its tower and its floor, as far as a level lets in those
 * who live there. Without a home, the common doors. By their numbers.
 */
export async function wayHome(
  db: Db,
  { buildingId, apartmentId, now }: { buildingId: string; apartmentId: string | null; now: Date },
): Promise<DoorOnWay[]> {
  const doors = await findDoorsOnWay(db, buildingId, apartmentId);
  const [first] = doors;
  const place = apartmentId !== null && first && (await findPlaceToReach(db, buildingId, now));
  if (!place) {
    return doors;
  }
  const holdings = (await findLevelsOfResidents(db, buildingId)).map((levelId) => ({
    userId: "",
    levelId,
    towerId: first.homeTowerId,
    floorId: first.homeFloorId,
    from: null,
    until: null,
    roles: [],
  }));
  const reached = new Set([...reachesIn(place, holdings).values()].flat().flatMap(({ doorIds }) => doorIds));
  return doors.filter(({ id }) => reached.has(id));
}
