import type { Actor, Services } from "../../platform/context.ts";
import { withPictures } from "../../platform/kept-pictures.ts";
import { readPicture } from "../../platform/pictures.ts";
import { Refused } from "../../platform/refused.ts";
import { changeOf, writeAction } from "../audit/audit.service.ts";
import { tellOfBuilding } from "../spaces/index.ts";
import {
  hasFloors,
  insertFloor,
  insertTower,
  isFloorUsed,
  lockFloor,
  lockTower,
  removeFloor,
  removeTower,
  renameTower,
  updateFloor,
} from "./administering-buildings.queries.ts";
import { refuseTakenName } from "./administering-buildings.service.ts";

interface NamedPlace {
  id: string;
  name: string;
}
type ShownFloor = NamedPlace & { image: string | null };

/** @throws {Refused} NAME_TAKEN when the building has a tower of this name */
export async function makeTower(
  services: Services,
  actor: Actor,
  { buildingId, name }: { buildingId: string; name: string },
): Promise<{ tower: NamedPlace }> {
  const tower = { id: services.newId(), name };
  await services.db
    .transaction()
    .execute(async (trx) => {
      await insertTower(trx, { ...tower, buildingId });
      await writeAction(services, trx, actor, {
        action: "buildings.tower-created",
        subjectId: tower.id,
        buildingId,
        change: changeOf(null, {}, { name }),
      });
    })
    .catch(refuseTakenName);
  await tellOfBuilding(services, buildingId);
  return { tower };
}

export async function changeTowerName(
  services: Services,
  actor: Actor,
  { id, name }: NamedPlace,
): Promise<{ tower: NamedPlace }> {
  const changed = await services.db
    .transaction()
    .execute(async (trx) => {
      const { buildingId, ...before } = known(await lockTower(trx, id));
      await renameTower(trx, id, name);
      await writeAction(services, trx, actor, {
        action: "buildings.tower-changed",
        subjectId: id,
        buildingId,
        change: changeOf(null, before, { name }),
      });
      return buildingId;
    })
    .catch(refuseTakenName);
  await tellOfBuilding(services, changed);
  return { tower: { id, name } };
}

/** @throws {Refused} TOWER_IN_USE while it has floors */
export async function dropTower(services: Services, actor: Actor, id: string): Promise<{ ok: true }> {
  const changed = await services.db.transaction().execute(async (trx) => {
    const { buildingId, ...before } = known(await lockTower(trx, id));
    if (await hasFloors(trx, id)) {
      throw new Refused("TOWER_IN_USE");
    }
    await removeTower(trx, id);
    await writeAction(services, trx, actor, {
      action: "buildings.tower-deleted",
      subjectId: id,
      buildingId,
      change: changeOf(null, before, {}),
    });
    return buildingId;
  });
  await tellOfBuilding(services, changed);
  return { ok: true };
}

/** Makes a floor, with its plan when there is one. */
export async function makeFloor(
  services: Services,
  actor: Actor,
  { towerId, name, plan }: { towerId: string; name: string; plan: Blob | undefined },
): Promise<{ floor: ShownFloor }> {
  const picture = plan && (await readPicture(plan, "plan"));
  const id = services.newId();
  const made = await withPictures(services, async (trx, keep) => {
    const { buildingId, name: tower } = known(await lockTower(trx, towerId));
    const fileId = picture ? await keep("plan", picture.bytes) : null;
    await insertFloor(trx, { id, towerId, name, planFileId: fileId });
    await writeAction(services, trx, actor, {
      action: "buildings.floor-created",
      subjectId: id,
      buildingId,
      change: changeOf(null, {}, asAudited({ tower, name, planFileId: fileId })),
    });
    return { buildingId, fileId };
  }).catch(refuseTakenName);
  await tellOfBuilding(services, made.buildingId);
  return { floor: { id, name, image: await services.addresses.forFile(made.fileId) } };
}

/** Renames a floor or gives it another plan; the old one goes with the next sweep. */
export async function changeFloorOf(
  services: Services,
  actor: Actor,
  { id, name, plan }: { id: string; name: string | undefined; plan: Blob | undefined },
): Promise<{ floor: ShownFloor }> {
  const picture = plan && (await readPicture(plan, "plan"));
  const floor = await withPictures(services, async (trx, keep) => {
    const { buildingId, tower, ...before } = known(await lockFloor(trx, id));
    const planFileId = picture ? await keep("plan", picture.bytes) : undefined;
    const changed = known(await updateFloor(trx, id, { name, planFileId }));
    await writeAction(services, trx, actor, {
      action: "buildings.floor-changed",
      subjectId: id,
      buildingId,
      change: changeOf(null, asAudited({ tower, ...before }), asAudited({ tower, ...changed })),
    });
    return { buildingId, ...changed };
  }).catch(refuseTakenName);
  await tellOfBuilding(services, floor.buildingId);
  return { floor: { id, name: floor.name, image: await services.addresses.forFile(floor.planFileId) } };
}

/** @throws {Refused} FLOOR_IN_USE while a home or a door stands on it */
export async function dropFloor(services: Services, actor: Actor, id: string): Promise<{ ok: true }> {
  const changed = await services.db.transaction().execute(async (trx) => {
    const { buildingId, ...before } = known(await lockFloor(trx, id));
    if (await isFloorUsed(trx, id)) {
      throw new Refused("FLOOR_IN_USE");
    }
    await removeFloor(trx, id);
    await writeAction(services, trx, actor, {
      action: "buildings.floor-deleted",
      subjectId: id,
      buildingId,
      change: changeOf(null, asAudited(before), {}),
    });
    return buildingId;
  });
  await tellOfBuilding(services, changed);
  return { ok: true };
}

/** Gone since the gate found it: somebody else was quicker. */
function known<Row>(row: Row | undefined): Row {
  if (row === undefined) {
    throw new Refused("NOT_FOUND");
  }
  return row;
}

/** The plan's picture is told by the end of its file's id: enough to see that it is another one. */
const asAudited = ({ planFileId, ...floor }: { tower: string; name: string; planFileId: string | null }) => ({
  ...floor,
  plan: planFileId === null ? null : `imagen ${planFileId.slice(-6)}`,
});
