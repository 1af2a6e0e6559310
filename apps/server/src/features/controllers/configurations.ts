import { createHash, randomUUID } from "node:crypto";
import type { CameraSource } from "@umbral/contract/cameras/camera-source";
import type { ControllerConfiguration } from "@umbral/contract/controllers/controllers.contract";
import type { RelayDriver } from "@umbral/contract/doors/door-devices";
import type { InputDriver } from "@umbral/contract/inputs/input-devices";
import { z } from "zod";
import type { Bus } from "../../platform/bus.ts";
import type { Services } from "../../platform/context.ts";
import { openDevice } from "../../platform/kept-devices.ts";
import { Refused } from "../../platform/refused.ts";
import { findConfiguration } from "./controllers.queries.ts";
import { openDoorDevices } from "./door-devices.ts";

/** Where a process says which devices it moves. */
const WITHHELD = "withheld";
const Withheld = z.object({ moveId: z.uuid(), deviceIds: z.array(z.uuid()), isOver: z.boolean() });
/** No move takes so long: of a process that died meanwhile the devices are told of again after it. */
export const WITHHELD_AT_MOST_MS = 30_000;

type Means = Pick<Services, "db" | "secrets" | "log" | "clock"> & {
  bus: Pick<Bus, "listen" | "say"> | undefined;
};

/** What each controller must know: its own doors and cameras, and no others. */
export class Configurations {
  readonly #services: Means;
  /** Devices on their way from one controller to another, by who moves them on whichever process: nobody has them. */
  readonly #moves = new Map<string, { deviceIds: readonly string[]; until: number }>();
  /** Moves of other processes that are not over yet. */
  readonly #awaited = new Map<string, NodeJS.Timeout>();
  /** Doors and cameras of each controller, as it was last told. */
  readonly #devices = new Map<string, ReadonlySet<string>>();

  /**
   * @param onLeft hears of devices that another process began to move and never said the end of: it died. Whoever has them may
   * have let go, or was told nothing yet, and nobody else would tell it again.
   */
  constructor(services: Means, onLeft: (deviceIds: readonly string[]) => void) {
    this.#services = services;
    services.bus?.listen(WITHHELD, (message) => {
      const { success, data } = Withheld.safeParse(message);
      if (success) {
        this.#note(data);
        this.#awaitEnd(data, onLeft);
      }
    });
  }

  /** Of a process that stops: it waits for no other one's move. */
  stop(): void {
    for (const awaited of this.#awaited.values()) {
      clearTimeout(awaited);
    }
    this.#awaited.clear();
  }

  /** Nobody is told of these devices while the work lasts. @throws {Refused} DEVICE_MOVING when some are moved already */
  async withhold<Result>(deviceIds: readonly string[], work: () => Promise<Result>): Promise<Result> {
    const between = this.#between();
    if (deviceIds.some((id) => between.has(id))) {
      throw new Refused("DEVICE_MOVING");
    }
    const move = { moveId: randomUUID(), deviceIds: [...deviceIds] };
    this.#tell({ ...move, isOver: false });
    try {
      return await work();
    } finally {
      this.#tell({ ...move, isOver: true });
    }
  }

  isBetween(deviceId: string): boolean {
    return this.#between().has(deviceId);
  }

  #between(): ReadonlySet<string> {
    const now = this.#services.clock.steadyMs();
    return new Set(
      [...this.#moves.values()].flatMap(({ deviceIds, until }) => (until > now ? deviceIds : [])),
    );
  }

  /** The others hear it before whatever else this process says of these devices. */
  #tell(move: z.infer<typeof Withheld>): void {
    this.#note(move);
    this.#services.bus?.say(WITHHELD, move);
  }

  #note({ moveId, deviceIds, isOver }: z.infer<typeof Withheld>): void {
    const now = this.#services.clock.steadyMs();
    for (const [id, { until }] of this.#moves) {
      if (until <= now) {
        this.#moves.delete(id);
      }
    }
    if (isOver) {
      this.#moves.delete(moveId);
    } else {
      this.#moves.set(moveId, { deviceIds, until: now + WITHHELD_AT_MOST_MS });
    }
  }

  #awaitEnd(
    { moveId, deviceIds, isOver }: z.infer<typeof Withheld>,
    onLeft: (deviceIds: readonly string[]) => void,
  ): void {
    clearTimeout(this.#awaited.get(moveId));
    this.#awaited.delete(moveId);
    if (!isOver) {
      const awaited = setTimeout(() => {
        this.#awaited.delete(moveId);
        this.#moves.delete(moveId);
        onLeft(deviceIds);
      }, WITHHELD_AT_MOST_MS);
      awaited.unref();
      this.#awaited.set(moveId, awaited);
    }
  }

  /** Is the device this controller's, as far as it was told? */
  isOf(controllerId: string, deviceId: string): boolean {
    return this.#devices.get(controllerId)?.has(deviceId) ?? false;
  }

  /** What a controller must know now, to be told to it. The revision changes when anything of it does. */
  async take(controllerId: string): Promise<ControllerConfiguration> {
    const configuration = await configurationOf(this.#services, controllerId, this.#between());
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
