import {
  deleteApartment,
  readApartments,
} from "@umbral/contract/buildings/administering-apartments.contract";
import {
  changeBuilding,
  deleteBuilding,
  deleteFloor,
  deleteTower,
  readTowers,
} from "@umbral/contract/buildings/administering-buildings.contract";
import { administerBuildings } from "@umbral/contract/buildings/building-list.contract";
import { deleteCamera, readCameras } from "@umbral/contract/cameras/administering-cameras.contract";
import { deleteController, readControllers } from "@umbral/contract/controllers/registering.contract";
import { deleteDoor, readDoors } from "@umbral/contract/doors/administering-doors.contract";
import { changeEntranceSign, readEntranceSign } from "@umbral/contract/entrance-sign/entrance-sign.contract";
import { erasePerson } from "@umbral/contract/personal-data/personal-data.contract";
import { listApartmentUserDetails } from "@umbral/contract/users/user-details.contract";
import { type Asker, ask, RefusedByServer } from "./asking.ts";
import { MARK, NAME } from "./prepare.ts";

/** Ends the name of one that stays for what happened in it. */
const REMOVED = "(retirada)";

/** What became of the buildings that bear the mark. */
export interface Removed {
  /** Nothing is left of them. */
  gone: number;
  /** Emptied and renamed: an installation forgets no building in which something happened. */
  emptied: number;
}

/** Every building that was prepared here, by this run or an earlier one, and is not emptied yet. */
export async function markedBuildings(administrator: Asker): Promise<{ id: string; name: string }[]> {
  const { buildings } = await ask(administrator, administerBuildings, { query: { search: MARK } });
  return buildings.filter(({ name }) => name.startsWith(MARK) && !name.endsWith(REMOVED));
}

/** Takes away what was prepared in one building: its people are erased, its doors, cameras and controllers deleted. */
export async function removeBuilding(
  administrator: Asker,
  { id, name }: { id: string; name: string },
): Promise<keyof Removed> {
  const params = { id };
  if ((await ask(administrator, readEntranceSign, { params })).sign?.isOn) {
    await ask(administrator, changeEntranceSign, { params, body: { isOn: false } });
  }
  for (const { id: doorId } of (await ask(administrator, readDoors, { body: { buildingId: id } })).doors) {
    await ask(administrator, deleteDoor, { params: { id: doorId } });
  }
  for (const { id: cameraId } of (await ask(administrator, readCameras, { params })).cameras) {
    await ask(administrator, deleteCamera, { params: { id: cameraId } });
  }
  for (const { id: controllerId } of (await ask(administrator, readControllers, { params })).controllers) {
    await ask(administrator, deleteController, { params: { id: controllerId } });
  }
  const { apartments } = await ask(administrator, readApartments, { params: { buildingId: id } });
  for (const { id: apartmentId } of apartments) {
    await moveOut(administrator, apartmentId);
  }
  for (const tower of (await ask(administrator, readTowers, { params })).towers) {
    for (const floor of tower.floors) {
      await unlessInUse(ask(administrator, deleteFloor, { params: { id: floor.id } }));
    }
    await unlessInUse(ask(administrator, deleteTower, { params: { id: tower.id } }));
  }
  if (await unlessInUse(ask(administrator, deleteBuilding, { params }))) {
    return "gone";
  }
  await ask(administrator, changeBuilding, { params, body: { name: `${name} ${REMOVED}` } });
  return "emptied";
}

async function moveOut(administrator: Asker, apartmentId: string): Promise<void> {
  const { users } = await ask(administrator, listApartmentUserDetails, { params: { apartmentId } });
  for (const { id, name, cedula } of users) {
    // Somebody else who was let into it is nobody of ours.
    if (name === NAME) {
      await ask(administrator, erasePerson, { params: { id }, body: { typed: cedula } });
    }
  }
  await unlessInUse(ask(administrator, deleteApartment, { params: { id: apartmentId } }));
}

/** @returns false where something depends on it, and it stays */
async function unlessInUse(deletion: Promise<unknown>): Promise<boolean> {
  try {
    await deletion;
    return true;
  } catch (error) {
    if (error instanceof RefusedByServer && error.code.endsWith("_IN_USE")) {
      return false;
    }
    throw error;
  }
}
