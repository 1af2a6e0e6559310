import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Found, find } from "@umbral/contract/users/finder.contract";
import { FINDER_SHORTEST } from "@umbral/contract/users/person-limits";
import { roleNames } from "@umbral/contract/users/role-words";
import { apartmentUsersPath, buildingPath, personPath } from "../../lib/admin-paths.ts";
import { queryOf } from "../../lib/endpoint-query.ts";

/** What is found; nothing is asked before there are two signs. Kept by nobody afterwards. */
export const useFound = (search: string) =>
  useQuery({
    ...queryOf<typeof find>("POST", "/api/{product}/find", { body: { search } }),
    select: ({ found }) => groupsOf(found),
    enabled: search.length >= FINDER_SHORTEST,
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  });

/** One line of the answer, and where it leads. */
export interface FoundPlace {
  id: string;
  to: string;
  title: string;
  detail: string;
}

export interface FoundGroup {
  name: string;
  places: readonly FoundPlace[];
}

const joined = (...parts: (string | null)[]): string => parts.filter(Boolean).join(" · ");

/** The groups that have anything, in the order in which they are shown. */
function groupsOf({ people, homes, doors, cards, vehicles }: Found): FoundGroup[] {
  const groups: FoundGroup[] = [
    {
      name: "Personas",
      places: people.map(({ id, name, cedula, isWithoutAccount, role, apartmentName, buildingName }) => ({
        id: `person-${id}`,
        to: personPath(id),
        title: name,
        detail: joined(
          cedula,
          isWithoutAccount ? "Sin cuenta" : role && roleNames[role],
          apartmentName,
          buildingName,
        ),
      })),
    },
    {
      name: "Hogares",
      places: homes.map(({ id, name, tower, building }) => ({
        id: `home-${id}`,
        to: apartmentUsersPath(id),
        title: name,
        detail: joined(`Torre ${tower.name}`, building.name),
      })),
    },
    {
      name: "Puertas",
      places: doors.map(({ id, name, building }) => ({
        id: `door-${id}`,
        to: buildingPath(building.id),
        title: name,
        detail: building.name,
      })),
    },
    {
      name: "Tarjetas",
      places: cards.map(({ id, tag, active, holder }) => ({
        id: `card-${id}`,
        to: personPath(holder.id),
        title: tag,
        detail: joined(active ? "Activa" : "No abre", holder.name),
      })),
    },
    {
      name: "Vehículos",
      places: vehicles.map((vehicle) => ({
        id: `vehicle-${vehicle.id}`,
        to: behind(vehicle),
        title: vehicle.plate,
        detail: joined(
          vehicle.guest.name,
          vehicle.isInside ? "Adentro" : null,
          vehicle.apartment && `Apartamento ${vehicle.apartment.name}`,
          vehicle.building.name,
        ),
      })),
    },
  ];
  return groups.filter(({ places }) => places.length > 0);
}

/** Who invited with their passes, or else whom to ask: the home, or the building. */
const behind = ({ host, apartment, building }: Found["vehicles"][number]): string =>
  host !== null
    ? personPath(host.id)
    : apartment !== null
      ? apartmentUsersPath(apartment.id)
      : buildingPath(building.id);
