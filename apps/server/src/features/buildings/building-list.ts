import type {
  AdminBuilding,
  administerBuildings,
  readBuilding,
} from "@umbral/contract/buildings/building-list.contract";
import { buildingsWhere } from "@umbral/contract/lib/policy";
import type { z } from "zod";
import type { Actor, Services } from "../../platform/context.ts";
import { Refused } from "../../platform/refused.ts";
import { countedPages, pageRowsOf } from "../../platform/whole-or-page.ts";
import type { ControllerHub } from "../controllers/controller-hub.ts";
import { type BuildingRow, findAdminBuilding, findAdminBuildings } from "./building-list.queries.ts";

/** The buildings that somebody administers, each with how its controller is. */
export async function listAdminBuildings(
  { db }: Services,
  hub: ControllerHub,
  actor: Actor,
  query: z.output<(typeof administerBuildings)["query"]>,
): Promise<z.input<(typeof administerBuildings)["reply"]>> {
  const page = pageRowsOf(query);
  const [{ rows, count }, present] = await Promise.all([
    findAdminBuildings(
      db,
      {
        search: query.search,
        within: buildingsWhere(actor, "buildings.administer"),
        order: { by: query.sort, direction: query.direction },
      },
      page,
    ),
    hub.lines.presentControllers(),
  ]);
  return {
    buildings: rows.map((row) => describe(row, present)),
    ...countedPages(page, count),
  };
}

/** @throws {Refused} NOT_FOUND */
export async function readAdminBuilding(
  { db }: Services,
  hub: ControllerHub,
  buildingId: string,
): Promise<z.input<(typeof readBuilding)["reply"]>> {
  const [row, present] = await Promise.all([
    findAdminBuilding(db, buildingId),
    hub.lines.presentControllers(buildingId),
  ]);
  if (!row) {
    throw new Refused("NOT_FOUND");
  }
  return { building: describe(row, present) };
}

function describe(row: BuildingRow, present: ReadonlySet<string>): AdminBuilding {
  const { paired, lastSeenAt, apartments, doors, ...building } = row;
  return {
    ...building,
    apartments: apartments ?? 0,
    doors: doors ?? 0,
    controller: stateOf(paired ?? [], present),
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
  };
}

function stateOf(paired: readonly string[], present: ReadonlySet<string>): AdminBuilding["controller"] {
  const online = paired.filter((id) => present.has(id)).length;
  if (paired.length === 0) {
    return "none";
  }
  return online === paired.length ? "online" : online > 0 ? "some" : "away";
}
