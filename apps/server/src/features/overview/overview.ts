import { type Buildings, buildingsWhere, type Permission } from "@umbral/contract/lib/policy";
import {
  HOURS,
  type readOverview,
  TROUBLES_AT_MOST,
  type Waiting,
} from "@umbral/contract/overview/overview.contract";
import type { z } from "zod";
import type { Actor, Services } from "../../platform/context.ts";
import { listPlaces } from "../access-requests/decisions.ts";
import { troublesGoingOn, unclosedAlarms } from "../alarms/unfinished.ts";
import { findBuildingNames } from "../buildings/index.ts";
import type { ControllerHub } from "../controllers/controller-hub.ts";
import { troublesOfControllers } from "../controllers/controller-troubles.ts";
import { openingsByHour } from "../doors/openings-today.ts";
import { entriesByHour } from "../passes/entries-today.ts";
import { waitingInvitations } from "../users/invitations.service.ts";
import { visitsByHour } from "../visits/visits-today.ts";

type Overview = z.input<(typeof readOverview)["reply"]>;

/** What the administration of these buildings sees first. Each part is of the buildings where it may be seen. */
export async function overviewOf(
  services: Services,
  hub: ControllerHub,
  actor: Actor,
  { buildingId }: { buildingId?: string | undefined },
): Promise<Overview> {
  const where = (permission: Permission) => narrowed(buildingsWhere(actor, permission), buildingId);
  const watched = where("events.watch");
  const administered = where("buildings.administer");
  const received = where("visits.authorise");
  const [ofControllers, goingOn, waiting, openings, visits, guests] = await Promise.all([
    ifAny(administered, (there) => troublesOfControllers(services, hub, there)),
    ifAny(watched, (there) => troublesGoingOn(services, there)),
    whatWaits(services, actor, where),
    ifAny(watched, (there) => openingsByHour(services, there)),
    ifAny(received, (there) => visitsByHour(services, there)),
    ifAny(received, (there) => entriesByHour(services, there)),
  ]);
  // What goes on at a door cannot wait; the others have waited already.
  const all = [...(goingOn ?? []), ...(ofControllers ?? [])];
  const troubles = all.slice(0, TROUBLES_AT_MOST);
  const named = [...new Set([...troubles, ...waiting].map((line) => line.buildingId))];
  return {
    buildings: await findBuildingNames(services.db, named),
    troubles: goingOn === null && ofControllers === null ? null : troubles,
    hasMoreTroubles: all.length > troubles.length,
    waiting,
    today: { openings: byHour(openings), visits: byHour(visits), guests: byHour(guests) },
  };
}

/** Of all of them the one that was asked for, if it is among them. */
function narrowed(buildings: Buildings, buildingId: string | undefined): Buildings {
  if (buildingId === undefined) {
    return buildings;
  }
  return buildings === "everywhere" || buildings.includes(buildingId) ? [buildingId] : [];
}

const ifAny = async <Part>(buildings: Buildings, read: (there: Buildings) => Promise<Part>) =>
  buildings.length === 0 ? null : read(buildings);

async function whatWaits(
  services: Services,
  actor: Actor,
  where: (permission: Permission) => Buildings,
): Promise<Waiting[]> {
  const deciding = where("access-requests.decide-owners");
  const [{ places }, invitations, alarms] = await Promise.all([
    listPlaces(services, actor),
    ifAny(where("buildings.administer"), (there) => waitingInvitations(services, there)),
    ifAny(where("alarms.close"), (there) => unclosedAlarms(services, there)),
  ]);
  const requests = places
    .filter(({ building }) => deciding === "everywhere" || deciding.includes(building.id))
    .flatMap(({ building, employees, owners }): Waiting[] => [
      { what: "employees", buildingId: building.id, count: employees },
      { what: "owners", buildingId: building.id, count: owners ?? 0 },
    ]);
  return [...requests, ...(invitations ?? []), ...(alarms ?? [])].filter(({ count }) => count > 0);
}

function byHour(counted: readonly { hour: number; count: number }[] | null): number[] | null {
  return (
    counted &&
    Array.from({ length: HOURS }, (_, hour) => counted.find((row) => row.hour === hour)?.count ?? 0)
  );
}
