import { isResident, reachOfRole } from "@umbral/contract/lib/policy";
import type { Role } from "@umbral/contract/lib/roles";
import { useSignedIn } from "../../lib/useSession.ts";

/** Whose guests somebody may let come: those of a home, or the building's own. */
export interface PassPlace {
  key: string;
  building: { id: string; name: string; timeZone?: string | undefined };
  /** Null for the building's own guests. */
  apartmentId: string | null;
  /** 'Apartamento A-101', 'Administración de Edificio Mirador del Parque' */
  label: string;
  as: "home" | "administration" | "lobby";
}

interface SpaceOfGuests {
  role: { name: Role };
  building: PassPlace["building"];
  apartment: { id: string; name: string } | null;
}

/** Where these spaces let somebody make passes: homes first, each place once. */
function placesOf(spaces: readonly SpaceOfGuests[]): readonly PassPlace[] {
  const places = new Map<string, PassPlace>();
  for (const { role, building, apartment } of spaces) {
    const place = placeOf(role.name, building, apartment);
    if (place !== null && !places.has(place.key)) {
      places.set(place.key, place);
    }
  }
  const all = [...places.values()];
  return [...all.filter(({ as }) => as === "home"), ...all.filter(({ as }) => as !== "home")];
}

function placeOf(
  role: Role,
  building: PassPlace["building"],
  apartment: SpaceOfGuests["apartment"],
): PassPlace | null {
  const reach = reachOfRole(role, "passes.make");
  if (reach === "apartment" && apartment !== null && isResident(role)) {
    const { id, name } = apartment;
    return { key: id, building, apartmentId: id, label: `Apartamento ${name}`, as: "home" };
  }
  if (reach !== "building") {
    return null;
  }
  const isAdministration = role === "ADMINISTRADOR";
  return {
    key: building.id,
    building,
    apartmentId: null,
    label: `${isAdministration ? "Administración" : "Portería"} de ${building.name}`,
    as: isAdministration ? "administration" : "lobby",
  };
}

/** Where the person who is signed in may let guests come. */
export const usePassPlaces = (): readonly PassPlace[] => placesOf(useSignedIn().spaces);
