import { useDoors } from "../../doors/index.ts";

/** The door of the doorman flow (specification §9): who is let in during a call stands before it. */
const MAIN_DOOR = "1";

/** The door of the call's building before which who is let in stands; undefined while it is asked for. */
export function useMainDoor(buildingId: string) {
  const { data: doors } = useDoors(buildingId);
  return doors?.find(({ localId }) => localId === MAIN_DOOR);
}
