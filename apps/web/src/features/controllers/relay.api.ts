import type { deviceAction } from "@umbral/contract/alarms/alarms.contract";
import type { tryRelay } from "@umbral/contract/doors/administering-doors.contract";
import type { RelayDriver } from "@umbral/contract/doors/door-devices";
import { call } from "../../lib/call.ts";
import { ask } from "../../lib/socket.ts";
import { useMay } from "../../lib/useMay.ts";

/** 200 opens, or sounds; answered when the controller said that the relay moved. */
const OPEN = 200;

/** Tests one relay of the building: a door's, or the siren's for two seconds. */
export const testRelay = (buildingId: string, device: string) =>
  ask<typeof deviceAction>("device_action", { buildingId, device, action: OPEN });

/** Who administers only their building has no such test: it is the platform's (decisions §5). */
export const useMayTestRelays = (buildingId: string): boolean =>
  useMay("controllers.restart", { buildingId });

/** Asks whether a relay is where it was typed; nothing moves. */
export const tryRelayAt = (
  buildingId: string,
  relay: RelayDriver,
  { keptOf, controllerId }: { keptOf: string | undefined; controllerId: string },
) =>
  call<typeof tryRelay>("POST", "/api/{product}/buildings/{id}/relays/test", {
    params: { id: buildingId },
    body: {
      relay,
      ...(keptOf === undefined ? {} : { keptOf }),
      ...(controllerId === "" ? {} : { controllerId }),
    },
  });
