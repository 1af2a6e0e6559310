import { useSession } from "./useSession.ts";

/** The zone in which times of a building are shown; undefined for who does not belong to it. */
export function useTimeZoneOf(buildingId: string): string | undefined {
  return useSession()?.spaces.find(({ building }) => building.id === buildingId)?.building.timeZone;
}
