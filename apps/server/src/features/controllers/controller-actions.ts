import { DOOR_OPEN, type DoorAction } from "@umbral/contract/doors/doors.contract";
import type { Actor, Services } from "../../platform/context.ts";
import { Refused } from "../../platform/refused.ts";
import { writeAuditLine } from "../audit/audit.service.ts";
import type { ControllerHub } from "./controller-hub.ts";

/** A siren that is only tested is heard and is not taken for an alarm. */
const SIREN_TEST_MS = 2000;

/**
 * Restarts a building's controller. It has answered that it goes down; it comes back by itself and
 * catches up with what happened meanwhile.
 * @throws {Refused} CONTROLLER_AWAY when it does not answer
 */
export async function restartController(
  services: Services,
  hub: ControllerHub,
  actor: Actor,
  buildingId: string,
): Promise<void> {
  const outcome = await hub.restart(buildingId);
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
    throw new Refused((await hub.isPresent(buildingId)) ? "SIREN_FAILED" : "CONTROLLER_AWAY");
  }
}
