import type { ScheduleHours } from "@umbral/contract/access-control/schedules";
import type { Role } from "@umbral/contract/lib/roles";
import type { Db } from "../../platform/database.ts";
import {
  findHoldings,
  findPlaceToReach,
  type Holding,
  type LevelToReach,
  type PlaceToReach,
} from "./reach.queries.ts";

/** Some doors at some times: what one level gives to one person. */
export interface AccessReach {
  /** Names the doors: the level, and for the way home the place where somebody lives. */
  areaId: string;
  levelId: string;
  doorIds: readonly string[];
  /** Null for always. */
  scheduleId: string | null;
  schedule: ScheduleHours | null;
  from: Date | null;
  /** The end of the stay by which they have it, or of what was given by name. */
  until: Date | null;
  passesLocked: boolean;
  outlastsServer: boolean;
  /** By which of their roles; none for a level that was given by name. */
  roles: readonly Role[];
}

/** The door of *Servicios*: the one that the lobby opens, too (decisions §5). */
const ENTRANCE = "1";

/**
 * Where people may come in, by what they are in a building and by what was given to them by name: now, or later by
 * something that has not begun. Who may nowhere is not among them. Two questions, for any number of people.
 * @param userIds these alone; everybody of the building when it is left out
 */
export async function accessOf(
  db: Db,
  asked: { buildingId: string; userIds?: readonly string[]; now: Date },
): Promise<Map<string, AccessReach[]>> {
  const holdings = await findHoldings(db, { ...asked, userIds: asked.userIds });
  const place = holdings.length > 0 && (await findPlaceToReach(db, asked.buildingId, asked.now));
  return place ? reachesIn(place, holdings) : new Map();
}

/** What people have, as doors and hours of the place. */
export function reachesIn(place: PlaceToReach, holdings: readonly Holding[]): Map<string, AccessReach[]> {
  const levels = new Map(place.levels.map((level) => [level.id, level]));
  const areas = new Map<string, readonly string[]>();
  const byUser = new Map<string, AccessReach[]>();
  for (const holding of holdings) {
    const level = levels.get(holding.levelId);
    if (level) {
      const areaId = areaOf(level, holding);
      const doorIds =
        areas.get(areaId) ?? place.doors.filter((door) => isOf(door, level, holding)).map(({ id }) => id);
      areas.set(areaId, doorIds);
      const reaches = byUser.get(holding.userId) ?? [];
      byUser.set(holding.userId, reaches);
      reaches.push(reachOf(level, holding, areaId, doorIds));
    }
  }
  return byUser;
}

const areaOf = ({ id, doors }: LevelToReach, { towerId, floorId }: Holding): string =>
  doors === "way-home" && towerId !== null ? `${id}:${towerId}:${floorId}` : id;

function isOf(
  door: PlaceToReach["doors"][number],
  level: LevelToReach,
  { towerId, floorId }: Holding,
): boolean {
  switch (level.doors) {
    case "all":
      return true;
    case "entrance":
      return door.localId === ENTRANCE;
    case "chosen":
      return level.chosen.includes(door.id);
    case "way-home":
      return (
        door.scope === "building" ||
        (door.scope === "tower" && door.towerId === towerId) ||
        (door.scope === "floor" && door.floorId === floorId)
      );
  }
}

const reachOf = (
  level: LevelToReach,
  { from, until, roles }: Holding,
  areaId: string,
  doorIds: readonly string[],
): AccessReach => ({
  areaId,
  levelId: level.id,
  doorIds,
  scheduleId: level.scheduleId,
  schedule:
    level.hours === null || level.onHolidays === null
      ? null
      : { hours: level.hours, onHolidays: level.onHolidays },
  from,
  until,
  passesLocked: level.passesLocked,
  outlastsServer: level.outlastsServer,
  roles,
});
