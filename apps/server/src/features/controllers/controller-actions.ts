import { DOOR_OPEN, type DoorAction } from "@umbral/contract/doors/doors.contract";
import type { Actor, Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { Refused } from "../../platform/refused.ts";
import { writeAuditLine } from "../audit/audit.service.ts";
import type { ControllerHub } from "./controller-hub.ts";
import { findControllerIds } from "./controllers.queries.ts";
import { findHolderId } from "./former-devices.queries.ts";

/** A siren that is only tested is heard and is not taken for an alarm. */
const SIREN_TEST_MS = 2000;

/**
 * Restarts a building's controllers. They have answered that they go down; they come back by themselves and
 * catch up with what happened meanwhile.
 * @throws {Refused} CONTROLLER_AWAY when one of them does not answer
 */
export async function restartControllers(
  services: Services,
  hub: ControllerHub,
  actor: Actor,
  buildingId: string,
): Promise<void> {
  const { ids } = await findControllerIds(services.db, buildingId);
  const outcomes = await Promise.all(ids.map((id) => hub.restart(id)));
  const outcome = outcomes.find((one) => one !== "restarting") ?? (ids.length > 0 ? "restarting" : "offline");
  await services.db.transaction().execute((trx) =>
    writeAuditLine(trx, {
      buildingId,
      actorId: actor.id,
      action: "controllers.restarted",
      subjectId: null,
      detail: { outcome },
      at: services.clock.now(),
    }),
  );
  if (outcome !== "restarting") {
    throw new Refused("CONTROLLER_AWAY");
  }
}

const needed = (): Refused =>
  new Refused("CONTROLLER_NEEDED", {
    errors: [{ property: "controllerId", message: "elige un controlador del edificio" }],
  });

/**
 * Which controller tries a device that may not be saved yet: the one that is named, or the device's own, or the first
 * one.
 * @throws {Refused} CONTROLLER_NEEDED for one of another building
 */
export async function controllerForTrial(
  { db }: Services,
  trial: { buildingId: string; controllerId: string | undefined; deviceId: string | undefined },
): Promise<string | undefined> {
  const { controllerId, deviceId } = trial;
  const { ids, ofSiren } = await findControllerIds(db, trial.buildingId);
  if (controllerId !== undefined) {
    if (!ids.includes(controllerId)) {
      throw needed();
    }
    return controllerId;
  }
  const own = deviceId === "siren" ? ofSiren : deviceId && (await findHolderId(db, deviceId));
  return ids.find((id) => id === own) ?? ids[0];
}

/**
 * Whose a new device is: the one that is named, or the building's only one.
 * @throws {Refused} CONTROLLER_NEEDED where the building has several and none of them is named
 */
export async function controllerForNew(
  trx: Trx,
  { buildingId, controllerId }: { buildingId: string; controllerId: string | undefined },
): Promise<string | null> {
  const { ids } = await findControllerIds(trx, buildingId);
  const chosen =
    controllerId === undefined && ids.length <= 1 ? ids[0] : ids.find((id) => id === controllerId);
  if (chosen === undefined && (controllerId !== undefined || ids.length > 1)) {
    throw needed();
  }
  return chosen ?? null;
}

/**
 * Tests the siren: two seconds of it, or silence.
 * @throws {Refused} CONTROLLER_AWAY without an answer, SIREN_FAILED when its relay did not move,
 * NOT_FOUND when the building has none
 */
export async function testSiren(
  services: Services,
  hub: ControllerHub,
  actor: Actor,
  { buildingId, action }: { buildingId: string; action: DoorAction },
): Promise<void> {
  const state = await hub.siren(buildingId, { on: action === DOOR_OPEN, forMs: SIREN_TEST_MS });
  await services.db.transaction().execute((trx) =>
    writeAuditLine(trx, {
      buildingId,
      actorId: actor.id,
      action: "controllers.device-tested",
      subjectId: null,
      detail: { device: "siren", action, outcome: state },
      at: services.clock.now(),
    }),
  );
  if (state === "none") {
    throw new Refused("NOT_FOUND");
  }
  if (state === "unknown") {
    throw new Refused((await hub.lines.isPresent(buildingId)) ? "SIREN_FAILED" : "CONTROLLER_AWAY");
  }
}
