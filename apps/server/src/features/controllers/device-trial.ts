import type { DeviceTrial, TriedDevice } from "@umbral/contract/doors/device-trial";
import type { ErrorCode } from "@umbral/contract/lib/refusals";
import type { Services } from "../../platform/context.ts";
import { Refused } from "../../platform/refused.ts";
import type { ControllerHub } from "./controller-hub.ts";
import { findHolderId, findPlaceOfInput } from "./former-devices.queries.ts";

const unknown: Readonly<Record<TriedDevice, ErrorCode>> = {
  reader: "DOOR_NOT_FOUND",
  contact: "DOOR_NOT_FOUND",
  input: "INPUT_NOT_FOUND",
};

/**
 * How a device is now and what it did last, as the controller says that has it. It only watches.
 * @param id of the door, for what is a door's; of the input
 * @throws {Refused} DOOR_NOT_FOUND, INPUT_NOT_FOUND, CONTROLLER_AWAY when it is not connected or does not answer
 */
export async function tryDevice(
  { db }: Services,
  hub: ControllerHub,
  device: TriedDevice,
  id: string,
): Promise<{ trial: DeviceTrial }> {
  const place = device === "input" ? await findPlaceOfInput(db, id) : id;
  const controllerId = place === undefined ? undefined : await findHolderId(db, place);
  if (controllerId === undefined) {
    throw new Refused(unknown[device]);
  }
  const trial = controllerId === null ? "offline" : await hub.tryDevice(controllerId, { device, id });
  // A controller that speaks of another device than it was asked for has not answered.
  if (typeof trial === "string" || trial.device !== device) {
    throw new Refused("CONTROLLER_AWAY");
  }
  return { trial };
}
