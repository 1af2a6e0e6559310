import type { Db } from "../../platform/database.ts";
import { findPlaceToReach } from "./reach.queries.ts";
import { reachesIn } from "./reach.ts";
import { type DoorOnWay, findDoorsOnWay, findLevelsOfResidents } from "./way-home.queries.ts";

export type { DoorOnWay };

/**
 * Of these homes of a building those by whose way home this door is: as {@link wayHome} says it, with as many questions for
 * all of them as for one.
 */
export async function homesWithDoor(
  db: Db,
  asked: {
    buildingId: string;
    doorId: string;
    homes: readonly { apartmentId: string; towerId: string; floorId: string }[];
    now: Date;
  },
): Promise<ReadonlySet<string>> {
  const place = asked.homes.length > 0 && (await findPlaceToReach(db, asked.buildingId, asked.now));
  const door = place ? place.doors.find(({ id }) => id === asked.doorId) : undefined;
  if (!place || !door) {
    return new Set();
  }
  const levels = await findLevelsOfResidents(db, asked.buildingId);
  const near = asked.homes.filter(
    ({ towerId, floorId }) =>
      door.scope === "building" ||
      (door.scope === "tower" && door.towerId === towerId) ||
      (door.scope === "floor" && door.floorId === floorId),
  );
  const reached = reachesIn(
    place,
    near.flatMap((home) => levels.map((levelId) => holdingOf(home.apartmentId, levelId, home))),
  );
  return new Set(
    [...reached].flatMap(([apartmentId, reaches]) =>
      reaches.some(({ doorIds }) => doorIds.includes(door.id)) ? [apartmentId] : [],
    ),
  );
}

/** What whoever lives somewhere has by a level. @param userId names whose it is */
const holdingOf = (
  userId: string,
  levelId: string,
  { towerId, floorId }: { towerId: string | null; floorId: string | null },
) => ({ userId, levelId, towerId, floorId, from: null, until: null, roles: [] });

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
  const home = { towerId: first.homeTowerId, floorId: first.homeFloorId };
  const holdings = (await findLevelsOfResidents(db, buildingId)).map((levelId) =>
    holdingOf("", levelId, home),
  );
  const reached = new Set([...reachesIn(place, holdings).values()].flat().flatMap(({ doorIds }) => doorIds));
  return doors.filter(({ id }) => reached.has(id));
}
