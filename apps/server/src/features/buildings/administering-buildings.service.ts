import type {
  BuildingChange,
  BuildingFields,
  BuildingSettings,
  TowerSettings,
} from "@umbral/contract/buildings/administering-buildings.contract";
import type { RelayDriver } from "@umbral/contract/doors/door-devices";
import { withoutSecrets, withSecretsOf } from "../../platform/address-secrets.ts";
import type { Actor, Services } from "../../platform/context.ts";
import { type Db, isDuplicate } from "../../platform/database.ts";
import type { Kept } from "../../platform/kept-address.ts";
import { closeDevice, type DevicePlace, openDevice } from "../../platform/kept-devices.ts";
import { Refused } from "../../platform/refused.ts";
import { changeOf, writeAuditLine } from "../audit/audit.service.ts";
import type { ControllerHub } from "../controllers/controller-hub.ts";
import { changeDevice, tellOfDevice } from "../controllers/device-changes.ts";
import { refuseTakenWires } from "../controllers/taken-wires.ts";
import { hasPeople, tellOfBuilding } from "../spaces/index.ts";
import {
  findSettings,
  findTowerFloors,
  insertBuilding,
  isBuildingUsed,
  lockBuilding,
  removeBuilding,
  updateBuilding,
} from "./administering-buildings.queries.ts";

/** @throws {Refused} NOT_FOUND */
export async function readSettings(
  services: Services,
  buildingId: string,
  db: Db = services.db,
): Promise<{ building: BuildingSettings }> {
  const building = await findSettings(db, buildingId);
  if (!building) {
    throw new Refused("NOT_FOUND");
  }
  const { siren } = building;
  return {
    building: { ...building, siren: siren && withoutSecrets(openSiren(services, buildingId, siren)) },
  };
}

const placeOf = (id: string): DevicePlace => ({ column: "buildings.siren", id });
const openSiren = (services: Services, id: string, kept: Kept<RelayDriver>): RelayDriver =>
  openDevice<RelayDriver>(services, placeOf(id), kept);

/** @throws {Refused} NAME_TAKEN also when somebody else was quicker by a moment */
export async function makeBuilding(
  services: Services,
  actor: Actor,
  fields: BuildingFields,
): Promise<{ building: BuildingSettings }> {
  const { db, clock, newId, secrets } = services;
  const id = newId();
  const siren = fields.siren && withSecretsOf(fields.siren, null);
  await db
    .transaction()
    .execute(async (trx) => {
      await insertBuilding(trx, id, { ...fields, siren: siren && closeDevice(secrets, placeOf(id), siren) });
      await writeAuditLine(trx, {
        buildingId: id,
        actorId: actor.id,
        action: "buildings.created",
        subjectId: id,
        detail: { type: fields.type },
        change: changeOf(null, {}, (await readSettings(services, id, trx)).building),
        at: clock.now(),
      });
    })
    .catch(refuseTakenName);
  await tellOfBuilding(services, id);
  return readSettings(services, id);
}

/** Changes what is named, and tells the building's controller. */
export async function changeSettings(
  services: Services,
  hub: ControllerHub,
  actor: Actor,
  buildingId: string,
  change: BuildingChange,
): Promise<{ building: BuildingSettings }> {
  const fields = Object.keys(change);
  if (fields.length > 0) {
    await changeDevice(services, {
      actor,
      id: buildingId,
      action: "buildings.changed",
      detail: { fields: fields.join(" ") },
      async hold(trx) {
        const row = await lockBuilding(trx, buildingId);
        if (!row) {
          throw new Refused("NOT_FOUND");
        }
        const { building } = await readSettings(services, buildingId, trx);
        return { buildingId, before: building, siren: row.siren };
      },
      async write(trx, held) {
        const { siren, ...plain } = change;
        const kept = held.siren && openSiren(services, buildingId, held.siren);
        await updateBuilding(trx, buildingId, {
          ...plain,
          ...(siren === undefined
            ? {}
            : {
                siren:
                  siren && closeDevice(services.secrets, placeOf(buildingId), withSecretsOf(siren, kept)),
              }),
        });
        if (siren) {
          await refuseTakenWires(trx, buildingId, { changed: buildingId });
        }
      },
      after: async (trx) => (await readSettings(services, buildingId, trx)).building,
      tell: () => tellOfDevice(services, hub, buildingId),
    }).catch(refuseTakenName);
  }
  return readSettings(services, buildingId);
}

/** @throws {Refused} BUILDING_IN_USE while anything belongs to it, what happened there included */
export async function dropBuilding(
  services: Services,
  actor: Actor,
  buildingId: string,
): Promise<{ ok: true }> {
  const { db, clock } = services;
  await db.transaction().execute(async (trx) => {
    if (!(await lockBuilding(trx, buildingId))) {
      throw new Refused("NOT_FOUND");
    }
    if ((await isBuildingUsed(trx, buildingId)) || (await hasPeople(trx, buildingId))) {
      throw new Refused("BUILDING_IN_USE");
    }
    const { building: was } = await readSettings(services, buildingId, trx);
    await removeBuilding(trx, buildingId);
    await writeAuditLine(trx, {
      buildingId: null,
      actorId: actor.id,
      action: "buildings.deleted",
      subjectId: buildingId,
      detail: {},
      change: changeOf(null, was, {}),
      at: clock.now(),
    });
  });
  await tellOfBuilding(services, buildingId);
  return { ok: true };
}

/** The building's structure, with the plans. */
export async function readStructure(
  { db, addresses }: Services,
  buildingId: string,
): Promise<{ towers: TowerSettings[] }> {
  const towers = new Map<string, TowerSettings>();
  for (const row of await findTowerFloors(db, buildingId)) {
    const tower = towers.get(row.towerId) ?? { id: row.towerId, name: row.towerName, floors: [] };
    towers.set(row.towerId, tower);
    if (row.floorId !== null && row.floorName !== null) {
      tower.floors.push({
        id: row.floorId,
        name: row.floorName,
        image: await addresses.forFile(row.planFileId),
        apartments: row.apartments ?? 0,
        doors: row.doors ?? 0,
      });
    }
  }
  return { towers: [...towers.values()] };
}

/** A second thing of one name, told as such; any other failure as it is. */
export function refuseTakenName(error: unknown): never {
  throw isDuplicate(error)
    ? new Refused("NAME_TAKEN", { errors: [{ property: "name", message: "already exists" }] })
    : error;
}
