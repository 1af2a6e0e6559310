import { MAIN_DOOR, useDoors } from "../../doors/index.ts";

/** The door of the call's building before which who is let in stands; undefined while it `isAsked` for, or where there is none. */
export function useMainDoor(buildingId: string) {
  const { data: doors, isPending } = useDoors(buildingId);
  return { door: doors?.find(({ localId }) => localId === MAIN_DOOR), isAsked: isPending };
}
