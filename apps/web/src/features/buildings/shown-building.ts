import { useLocation } from "react-router";
import { useSession } from "../../lib/useSession.ts";

/** The building whose cameras and doors a screen shows. */
export interface ShownBuilding {
  id: string;
  name: string;
  /** IANA name; undefined where nobody said. */
  timeZone?: string | undefined;
}

/** What a link carries in its state to show another building than the person's own. */
export interface BuildingState {
  building: { id: string; name: string };
}

/** The building of the route's state, else that of the person's first space, else none (specification §6). */
export function useShownBuilding(): ShownBuilding | null {
  const { state } = useLocation();
  const spaces = useSession()?.spaces ?? [];
  const given = buildingIn(state);
  if (given === null) {
    return spaces[0]?.building ?? null;
  }
  const own = spaces.find(({ building }) => building.id === given.id);
  return { ...given, timeZone: own?.building.timeZone };
}

/** The building that a link carried; null when it carried none. */
export function buildingIn(state: unknown): { id: string; name: string } | null {
  if (typeof state !== "object" || state === null || !("building" in state)) {
    return null;
  }
  const { building } = state;
  if (typeof building !== "object" || building === null || !("id" in building) || !("name" in building)) {
    return null;
  }
  const { id, name } = building;
  return typeof id === "string" && typeof name === "string" ? { id, name } : null;
}
