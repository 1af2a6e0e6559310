import type { AccessKind } from "@umbral/contract/access-requests/access-requests.contract";
import type { Space } from "@umbral/contract/auth/auth.contract";
import { type Permission, reachOfRole } from "@umbral/contract/lib/policy";

/** Somewhere a person decides requests: a whole building, or one apartment. */
export interface RequestPlace {
  /** Of the building or of the apartment: the lists take either. */
  id: string;
  name: string;
}

const permissionOf = {
  employees: "access-requests.decide-residents",
  owners: "access-requests.decide-owners",
} as const satisfies Record<AccessKind, Permission>;

/** Where the holder of these spaces decides requests of a kind, the current place first. */
export function placesOf(spaces: readonly Space[], kind: AccessKind): readonly RequestPlace[] {
  const reaching = (space: Space) => reachOfRole(space.role.name, permissionOf[kind]);
  const buildings = spaces.filter((space) => reaching(space) === "building");
  const places = spaces.flatMap((space): RequestPlace[] => {
    const { building, apartment } = space;
    if (reaching(space) === "building") {
      return [{ id: building.id, name: building.name }];
    }
    const isWithin = buildings.some((other) => other.building.id === building.id);
    return reaching(space) === "apartment" && apartment !== null && !isWithin
      ? [{ id: apartment.id, name: `${apartment.name} · ${building.name}` }]
      : [];
  });
  return places.filter((place, at) => places.findIndex(({ id }) => id === place.id) === at);
}

/** How many requests of a kind wait in these places, as the menu counts them. */
export function countOf(
  places: readonly { employees: number; owners: number | null }[] | undefined,
  kind: AccessKind,
): number {
  return (places ?? []).reduce((sum, place) => sum + (place[kind] ?? 0), 0);
}
