import type {
  AdminBuilding,
  administerBuildings,
  readBuilding,
} from "@umbral/contract/buildings/building-list.contract";
import { buildingsWhere } from "@umbral/contract/lib/policy";
import type { z } from "zod";
import type { Actor, Services } from "../../platform/context.ts";
import { Refused } from "../../platform/refused.ts";
import type { ControllerHub } from "../controllers/controller-hub.ts";
import { type BuildingRow, findAdminBuilding, findAdminBuildings } from "./building-list.queries.ts";

/** Buildings on one page, when a page is asked for and not how long it is. */
const PAGE = 50;

/** The buildings that somebody administers, each with how its controller is. */
export async function listAdminBuildings(
  { db }: Services,
  hub: ControllerHub,
  actor: Actor,
  query: z.output<(typeof administerBuildings)["query"]>,
): Promise<z.input<(typeof administerBuildings)["reply"]>> {
  const { search, page = 1, limit = PAGE } = query;
  const isPaged = query.page !== undefined || query.limit !== undefined;
  const [{ rows, count }, present] = await Promise.all([
    findAdminBuildings(
      db,
      { search, within: buildingsWhere(actor, "buildings.administer") },
      isPaged ? { limit, offset: (page - 1) * limit } : undefined,
    ),
    hub.presentBuildings(),
  ]);
  return {
    buildings: rows.map((row) => describe(row, present.has(row.id))),
    ...(isPaged ? { totalPages: Math.max(1, Math.ceil(count / limit)) } : {}),
  };
}

/** @throws {Refused} NOT_FOUND */
export async function readAdminBuilding(
  { db }: Services,
  hub: ControllerHub,
  buildingId: string,
): Promise<z.input<(typeof readBuilding)["reply"]>> {
  const [row, isPresent] = await Promise.all([findAdminBuilding(db, buildingId), hub.isPresent(buildingId)]);
  if (!row) {
    throw new Refused("NOT_FOUND");
  }
  return { building: describe(row, isPresent) };
}

function describe(row: BuildingRow, isPresent: boolean): AdminBuilding {
  const { isPaired, lastSeenAt, apartments, doors, ...building } = row;
  return {
    ...building,
    apartments: apartments ?? 0,
    doors: doors ?? 0,
    controller: isPresent ? "online" : isPaired ? "away" : "none",
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
  };
}
