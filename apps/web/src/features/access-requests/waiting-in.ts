import { useQuery } from "@tanstack/react-query";
import { countOf } from "./request-places.ts";
import { waitingPlacesQuery } from "./waiting-places.api.ts";

/** How many requests of each kind wait in a building for whoever is signed in. */
export function useWaitingIn(buildingId: string): { employees: number; owners: number } {
  const { data } = useQuery(waitingPlacesQuery);
  const here = data?.places.filter(({ building }) => building.id === buildingId);
  return { employees: countOf(here, "employees"), owners: countOf(here, "owners") };
}
