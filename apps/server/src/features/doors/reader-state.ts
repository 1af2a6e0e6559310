import type { ReaderState } from "@umbral/contract/doors/door-devices";
import type { Services } from "../../platform/context.ts";
import { Refused } from "../../platform/refused.ts";
import type { ControllerHub } from "../controllers/controller-hub.ts";
import { findHolderOf } from "./reader-state.queries.ts";

/**
 * How a door's card reader is now, as the controller says that listens to it.
 * @throws {Refused} DOOR_NOT_FOUND, CONTROLLER_AWAY when it is not connected or does not answer
 */
export async function readerStateOf(
  services: Services,
  hub: ControllerHub,
  doorId: string,
): Promise<{ reader: ReaderState }> {
  const door = await findHolderOf(services.db, doorId);
  if (!door) {
    throw new Refused("DOOR_NOT_FOUND");
  }
  const { controllerId } = door;
  const reader = controllerId === null ? "offline" : await hub.readerState(controllerId, doorId);
  if (typeof reader === "string") {
    throw new Refused("CONTROLLER_AWAY");
  }
  return { reader };
}
