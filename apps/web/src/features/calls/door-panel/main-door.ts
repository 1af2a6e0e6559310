import { useTimeZoneOf } from "../../../lib/useTimeZoneOf.ts";
import { MAIN_DOOR, useDoors } from "../../doors/index.ts";

/** The door of the call's building before which who is let in stands, undefined while it `isAsked` for, or where there is none; and the zone of its times. */
export function useMainDoor(buildingId: string) {
  const { data: doors, isPending } = useDoors(buildingId);
  const timeZone = useTimeZoneOf(buildingId);
  return { door: doors?.find(({ localId }) => localId === MAIN_DOOR), isAsked: isPending, timeZone };
}
