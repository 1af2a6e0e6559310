import type { DoorSettings } from "@umbral/contract/doors/administering-doors.contract";
import type { Door } from "@umbral/contract/doors/doors.contract";
import { idOf } from "./people.ts";

const place = {
  localId: "1",
  scope: "building",
  left: 50,
  top: 50,
  tower: { id: idOf(0x70a), name: "A" },
  floor: { id: idOf(0xf00), name: "1" },
} as const;

/** Mirador's main door, as somebody finds it who may open it. */
export const mainDoor: Door = {
  ...place,
  id: idOf(0xd01),
  name: "Puerta principal",
  line: "online",
  cameras: [],
  cameraId: null,
  may: { operate: true },
};

/** The same as its settings show it: a simulated relay, and nothing else at it. */
export const mainDoorSettings: DoorSettings = {
  ...place,
  id: mainDoor.id,
  name: mainDoor.name,
  lockType: "fail-secure",
  pulseMs: 1000,
  relay: { kind: "simulated" },
  cameras: [],
  contact: null,
  heldOpenAfterSeconds: 30,
  reader: null,
  freeScheduleId: null,
  freesInEmergency: false,
  controllerId: null,
};
