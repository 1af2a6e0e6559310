import type { Camera } from "@umbral/contract/cameras/cameras.contract";
import type { Door } from "@umbral/contract/doors/doors.contract";

/** What stands together on the wall: a door and its pictures, or pictures of no door. */
export interface WallGroup {
  door: Door | null;
  cameras: readonly Pick<Camera, "id" | "name">[];
}

/**
 * Every camera once and every door once, in the building's order: a camera stands with the first door
 * that it shows, a door without a camera stands by itself, cameras of no door come last, each alone.
 */
export function wallGroups(doors: readonly Door[], cameras: readonly Camera[]): readonly WallGroup[] {
  const known = new Map(cameras.map((camera) => [camera.id, camera]));
  const groups: WallGroup[] = [];
  for (const door of doors) {
    const own = door.cameras.flatMap(({ id }) => known.get(id) ?? []);
    for (const { id } of own) {
      known.delete(id);
    }
    groups.push({ door, cameras: own });
  }
  for (const camera of known.values()) {
    groups.push({ door: null, cameras: [camera] });
  }
  return groups;
}

/** The doors that a camera shows: what one may open while looking at it. */
export function doorsShownBy(doors: readonly Door[], camId: string): readonly Door[] {
  return doors.filter((door) => door.cameras.some(({ id }) => id === camId));
}
