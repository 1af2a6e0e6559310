import { MAIN_DOOR, useDoors } from "../../doors/index.ts";

/** The door of the call's building before which who is let in stands; undefined while it is asked for. */
export function useMainDoor(buildingId: string) {
  const { data: doors } = useDoors(buildingId);
  return doors?.find(({ localId }) => localId === MAIN_DOOR);
}
