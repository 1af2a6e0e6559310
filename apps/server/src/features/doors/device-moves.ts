import type { moveDevices } from "@umbral/contract/doors/device-moves.contract";
import { ORDER_ANSWER_MS } from "@umbral/contract/doors/doors.contract";
import type { z } from "zod";
import type { Services } from "../../platform/context.ts";
import type { Db, Trx } from "../../platform/database.ts";
import { Refused } from "../../platform/refused.ts";
import { writeAuditLine } from "../audit/audit.service.ts";
import { findCameraHolders, giveCamerasTo } from "../cameras/index.ts";
import type { ControllerHub } from "../controllers/controller-hub.ts";
import type { Changing } from "../controllers/device-changes.ts";
import { rememberFormer } from "../controllers/former-devices.ts";
import { controllersOf, findMain, lockController, makeMain } from "../controllers/holding.ts";
import { refuseTakenWires } from "../controllers/taken-wires.ts";
import { tellOfBuilding } from "../spaces/index.ts";
import { findDoorHolders, giveDoors, isBoardDivided, isOrderUnderWay } from "./device-moves.queries.ts";
import { endFreePeriodsAt } from "./door-modes.queries.ts";

/** How often is looked whether the orders under way are settled. */
const LOOK_MS = 50;

type Asked = z.output<(typeof moveDevices)["body"]> & { buildingId: string };

/** A device and whose it is. */
interface Held {
  id: string;
  controllerId: string | null;
}

/**
 * Gives devices to another controller of their building. From the beginning of the act nobody is told of them: orders
 * under way are settled, those that have them let go and say so, then it is written down, and only then the new one is
 * told. What fails before that leaves everything as it was.
 * @throws {Refused} OLD_CONTROLLER_AWAY when one that has them does not answer, unless they were taken off it by hand;
 * DEVICE_MOVING when somebody else moves one of them; BOARD_DIVIDED for some doors of a board and not all;
 * WIRE_TAKEN for one whose pin or port is another device's there
 */
export async function moveDevicesTo(
  { services, hub, actor }: Changing,
  asked: Asked,
): Promise<{ moved: number }> {
  const { buildingId, controllerId } = asked;
  const { ids } = await controllersOf(services.db, buildingId);
  if (!ids.includes(controllerId)) {
    throw needed();
  }
  const named = [...asked.doorIds, ...asked.cameraIds, ...(asked.siren ? [buildingId] : [])];
  const moved = await hub.telling.configurations
    .withhold(named, () => moveWithheld({ services, hub, actor }, asked))
    .catch(async (error: unknown) => {
      // Whoever let go has it again.
      await hub.telling.configure(buildingId);
      throw error;
    });
  await tellMoved({ services, hub }, [controllerId]);
  await tellOfBuilding(services, buildingId);
  return { moved };
}

const needed = (): Refused =>
  new Refused("CONTROLLER_NEEDED", {
    errors: [{ property: "controllerId", message: "elige un controlador del edificio" }],
  });

/** @returns how many there were to move */
async function moveWithheld({ services, hub, actor }: Changing, asked: Asked): Promise<number> {
  const { buildingId, controllerId, evenIfAway } = asked;
  const { db, clock } = services;
  const before = othersThan(controllerId, await heldOf(db, asked));
  const holders = holdersOf(before);
  await ordersSettled(services, asked.doorIds);
  await letGo(hub, holders, evenIfAway);
  await db.transaction().execute(async (trx) => {
    // Somebody took it away meanwhile: what is the whole building's would hang on none.
    if (!(await lockController(trx, controllerId))) {
      throw needed();
    }
    const now = othersThan(controllerId, await heldOf(trx, asked, true));
    // Another process moved one meanwhile: who has it now was not asked to let go.
    if (JSON.stringify(now) !== JSON.stringify(before)) {
      throw new Refused("DEVICE_MOVING");
    }
    await giveAll(trx, asked, before, clock.now());
    await writeAuditLine(trx, {
      buildingId,
      actorId: actor.id,
      action: "controllers.devices-moved",
      subjectId: controllerId,
      detail: { devices: before.map(({ id }) => id).join(" "), from: holders.join(" "), evenIfAway },
      at: clock.now(),
    });
  });
  // Behind whatever was being told them: nobody has an older word of it after this.
  await tellMoved({ services, hub }, holders);
  return before.length;
}

/** It is moved, whatever becomes of this: who did not hear of it is told when it signs in again. */
async function tellMoved(
  { services, hub }: Omit<Changing, "actor">,
  controllerIds: readonly string[],
): Promise<void> {
  await Promise.all(
    controllerIds.map((controllerId) =>
      hub.telling
        .tellConfiguration(controllerId)
        .catch((error: unknown) =>
          services.log.error({ err: error, controllerId }, "a controller was not told of a move"),
        ),
    ),
  );
}

/** @throws {Refused} DOOR_NOT_FOUND, CAMERA_NOT_FOUND for one of another building */
async function heldOf(
  db: Db,
  { buildingId, doorIds, cameraIds, siren }: Asked,
  lock = false,
): Promise<Held[]> {
  const doors = doorIds.length === 0 ? [] : await findDoorHolders(db, buildingId, doorIds, lock);
  if (doors.length < new Set(doorIds).size) {
    throw new Refused("DOOR_NOT_FOUND");
  }
  const cameras = cameraIds.length === 0 ? [] : await findCameraHolders(db, buildingId, cameraIds, lock);
  if (cameras.length < new Set(cameraIds).size) {
    throw new Refused("CAMERA_NOT_FOUND");
  }
  const ofBuilding = siren ? [{ id: buildingId, controllerId: await findMain(db, buildingId, lock) }] : [];
  return [...doors, ...cameras, ...ofBuilding];
}

const othersThan = (controllerId: string, held: readonly Held[]): Held[] =>
  held.filter((device) => device.controllerId !== controllerId);

const holdersOf = (held: readonly Held[]): string[] => [
  ...new Set(held.flatMap(({ controllerId }) => controllerId ?? [])),
];

/** Orders live no longer than that: after it none is under way. */
async function ordersSettled({ db, clock }: Services, doorIds: readonly string[]): Promise<void> {
  const until = clock.steadyMs() + ORDER_ANSWER_MS;
  while (doorIds.length > 0 && clock.steadyMs() < until) {
    if (!(await isOrderUnderWay(db, doorIds, new Date(clock.now().getTime() - ORDER_ANSWER_MS)))) {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

async function letGo(hub: ControllerHub, holders: readonly string[], evenIfAway: boolean): Promise<void> {
  const answers = await Promise.all(holders.map((id) => hub.telling.configureOne(id)));
  if (!evenIfAway && answers.includes(false)) {
    throw new Refused("OLD_CONTROLLER_AWAY");
  }
}

/**
 * Two controllers of one board would each take the other's cards off it.
 * @throws {Refused} BOARD_DIVIDED
 */
export async function refuseDividedBoard(trx: Trx, doorIds: readonly string[]): Promise<void> {
  if (await isBoardDivided(trx, doorIds)) {
    throw new Refused("BOARD_DIVIDED");
  }
}

async function giveAll(trx: Trx, asked: Asked, held: readonly Held[], at: Date): Promise<void> {
  const { buildingId, controllerId, doorIds, cameraIds, siren } = asked;
  if (doorIds.length > 0) {
    await giveDoors(trx, controllerId, doorIds);
    // Whoever had one does not hold it free any more; what it tells of the end itself, if it is there, is more exact.
    await endFreePeriodsAt(
      trx,
      held.map(({ id }) => id),
      at,
    );
  }
  if (cameraIds.length > 0) {
    await giveCamerasTo(trx, controllerId, cameraIds);
  }
  if (siren) {
    await makeMain(trx, buildingId, controllerId);
  }
  await refuseTakenWires(trx, buildingId, {
    moved: [...doorIds, ...(siren ? [buildingId] : [])],
  });
  // Behind that, which holds the building's row: of two who take one board, the later sees the earlier.
  if (doorIds.length > 0) {
    await refuseDividedBoard(trx, doorIds);
  }
  for (const holder of holdersOf(held)) {
    const deviceIds = held.filter((device) => device.controllerId === holder).map(({ id }) => id);
    await rememberFormer(trx, { controllerId: holder, deviceIds, until: at });
  }
}
