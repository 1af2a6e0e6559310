import { randomUUID } from "node:crypto";
import type { ControllerConfiguration } from "@umbral/contract/controllers/controllers.contract";

type Door = ControllerConfiguration["doors"][number];
type Camera = ControllerConfiguration["cameras"][number];

export function newCamera(camera: Partial<Camera> = {}): Camera {
  return {
    id: randomUUID(),
    name: "Entrada",
    framesPerSecond: 10,
    width: 640,
    source: { kind: "simulated", scene: "entrance" },
    motion: null,
    ...camera,
  };
}

export function newDoor(door: Partial<Door> = {}): Door {
  return {
    id: randomUUID(),
    name: "Puerta principal",
    localId: "1",
    scope: "building",
    lockType: "fail-secure",
    pulseMs: 1000,
    relay: { kind: "simulated" },
    reader: { kind: "simulated" },
    cameraId: null,
    contact: null,
    heldOpenAfterSeconds: 30,
    freesInEmergency: false,
    ...door,
  };
}

export function newConfiguration(
  buildingId: string,
  parts: Partial<
    Pick<ControllerConfiguration, "siren" | "doors" | "cameras" | "clips" | "inputs" | "revision">
  > = {},
): ControllerConfiguration {
  return {
    revision: randomUUID(),
    building: { id: buildingId, name: "Mirador", timeZone: "America/Bogota" },
    siren: null,
    doors: [],
    cameras: [],
    clips: null,
    inputs: [],
    ...parts,
  };
}
