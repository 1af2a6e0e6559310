import { createHash } from "node:crypto";
import type { CameraSource } from "@umbral/contract/cameras/camera-source";
import type { ControllerConfiguration } from "@umbral/contract/controllers/controllers.contract";
import type { RelayDriver } from "@umbral/contract/doors/door-devices";
import type { InputDriver } from "@umbral/contract/inputs/input-devices";
import type { Services } from "../../platform/context.ts";
import { openDevice } from "../../platform/kept-devices.ts";
import { Refused } from "../../platform/refused.ts";
import { findConfiguration } from "./controllers.queries.ts";
import { openDoorDevices } from "./door-devices.ts";

/** What each controller must know: its own doors and cameras, and no others. */
export class Configurations {
  readonly #services: Pick<Services, "db" | "secrets" | "log">;
  /** Devices on their way from one controller to another: nobody has them. */
  readonly #between = new Set<string>();
  /** Doors and cameras of each controller, as it was last told. */
  readonly #devices = new Map<string, ReadonlySet<string>>();

  constructor(services: Pick<Services, "db" | "secrets" | "log">) {
    this.#services = services;
  }

  /** Nobody is told of these devices while the work lasts. @throws {Refused} DEVICE_MOVING when some are moved already */
  async withhold<Result>(deviceIds: readonly string[], work: () => Promise<Result>): Promise<Result> {
    if (deviceIds.some((id) => this.#between.has(id))) {
      throw new Refused("DEVICE_MOVING");
    }
    for (const id of deviceIds) {
      this.#between.add(id);
    }
    try {
      return await work();
    } finally {
      for (const id of deviceIds) {
        this.#between.delete(id);
      }
    }
  }

  isBetween(deviceId: string): boolean {
    return this.#between.has(deviceId);
  }

  /** Is the device this controller's, as far as it was told? */
  isOf(controllerId: string, deviceId: string): boolean {
    return this.#devices.get(controllerId)?.has(deviceId) ?? false;
  }

  /** What a controller must know now, to be told to it. The revision changes when anything of it does. */
  async take(controllerId: string): Promise<ControllerConfiguration> {
    const configuration = await configurationOf(this.#services, controllerId, this.#between);
    const { doors, cameras } = configuration;
    this.#devices.set(controllerId, new Set([...doors, ...cameras].map(({ id }) => id)));
    return configuration;
  }
}

/**
 * What a controller must know.
 * @param without devices that are on their way to another
 */
export async function configurationOf(
  services: Pick<Services, "db" | "secrets" | "log">,
  controllerId: string,
  without: ReadonlySet<string> = new Set(),
): Promise<ControllerConfiguration> {
  const kept = await findConfiguration(services.db, controllerId);
  if (!kept) {
    throw new Refused("NOT_FOUND");
  }
  const { building, siren, doors, cameras, clips, inputs } = kept;
  // What is the whole building's moves under its name.
  const has = ({ id }: { id: string }) => !without.has(id);
  const configuration = {
    building,
    siren:
      siren && has(building)
        ? openDevice<RelayDriver>(services, { column: "buildings.siren", id: building.id }, siren)
        : null,
    doors: doors.filter(has).map((door) => ({ ...door, ...openDoorDevices(services, door) })),
    cameras: cameras.filter(has).map(({ source, ...camera }) => ({
      ...camera,
      source: openDevice<CameraSource>(services, { column: "cameras.source", id: camera.id }, source),
    })),
    clips,
    inputs: inputs
      .filter(({ doorId }) => has({ id: doorId ?? building.id }))
      .map(({ driver, ...input }) => ({
        ...input,
        driver: openDevice<InputDriver>(services, { column: "inputs.driver", id: input.id }, driver),
      })),
  };
  const revision = createHash("sha256").update(JSON.stringify(configuration)).digest("base64url");
  return { revision, ...configuration };
}
