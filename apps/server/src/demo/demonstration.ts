import { type ChildProcess, fork } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type {
  DemonstrationBuilding,
  DemonstrationCommand,
} from "@umbral/contract/controllers/demonstration.contract";
import { DemonstrationNews } from "@umbral/simulated-building/demonstration";
import type { ControllerHub } from "../features/controllers/controller-hub.ts";
import { invite } from "../features/controllers/controllers.service.ts";
import type { Services } from "../platform/context.ts";
import { packageFolder } from "../platform/package-folder.ts";
import { Refused } from "../platform/refused.ts";
import { findDemonstrationBuildings } from "./seed.queries.ts";

const controllerProgram = join(packageFolder, "..", "controller", "dist", "main.js");

type ReaderLight = DemonstrationBuilding["doors"][number]["light"];

/** A controller that died is started again after this long, and twice as long each time it dies at once. */
const RESTART_MS = 1000;
const LONGEST_RESTART_MS = 30_000;
/** How long a controller may take to stop by itself. */
const STOP_WITHIN_MS = 5000;

/** The demonstration's controllers: a process for each building, speaking the protocol of real ones. */
export class Demonstration {
  readonly #services: Services;
  readonly #children = new Map<string, ChildProcess>();
  readonly #waiting = new Set<string>();
  #hasBegun = false;
  readonly #timesOpened = new Map<string, number>();
  /** Doors whose leaf stands open, by the building's id. */
  readonly #openDoors = new Map<string, Set<string>>();
  /** The lights of readers that are lit, by the building's id. */
  readonly #lights = new Map<string, Map<string, ReaderLight>>();
  /** Inputs that are pressed or switched, by the building's id. */
  readonly #inputsOn = new Map<string, Set<string>>();
  /** Buildings whose siren sounds. */
  readonly #sounding = new Set<string>();
  readonly #restarts = new Set<NodeJS.Timeout>();
  /** Deaths of each building's controller since it was last ready. */
  readonly #deaths = new Map<string, number>();
  #serverUrl = "";
  #isStopping = false;
  #announceReady: () => void = () => undefined;

  constructor(services: Services) {
    this.#services = services;
  }

  /**
   * Starts them, and resolves when each has signed in for the first time.
   * @param names of the buildings that have one; all when it is not said
   */
  async start(serverUrl: string, names?: readonly string[]): Promise<void> {
    this.#serverUrl = serverUrl;
    const all = await findDemonstrationBuildings(this.#services.db);
    const buildings = all.filter(({ name }) => names === undefined || names.includes(name));
    const ready = new Promise<void>((resolve) => {
      this.#announceReady = resolve;
    });
    for (const building of buildings) {
      this.#waiting.add(building.id);
    }
    this.#hasBegun = true;
    await Promise.all(
      buildings.map((building) => this.#launch(building.id, building.controllerKey !== null)),
    );
    if (buildings.length > 0) {
      await ready;
    }
  }

  /** Has every controller signed in once? */
  get isReady(): boolean {
    return this.#hasBegun && this.#waiting.size === 0;
  }

  /** How often the simulated relay of a door opened, as the relay itself counts. */
  timesOpened(doorId: string): number {
    return this.#timesOpened.get(doorId) ?? 0;
  }

  isOpen(buildingId: string, doorId: string): boolean {
    return this.#openDoors.get(buildingId)?.has(doorId) ?? false;
  }

  lightOf(buildingId: string, doorId: string): ReaderLight {
    return this.#lights.get(buildingId)?.get(doorId) ?? "off";
  }

  isOn(buildingId: string, inputId: string): boolean {
    return this.#inputsOn.get(buildingId)?.has(inputId) ?? false;
  }

  isSounding(buildingId: string): boolean {
    return this.#sounding.has(buildingId);
  }

  /** Lets something happen in a building. */
  act(buildingId: string, command: DemonstrationCommand): void {
    const child = this.#children.get(buildingId);
    if (!child?.connected) {
      throw new Refused("NOT_FOUND");
    }
    child.send(command);
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const restart of this.#restarts) {
      clearTimeout(restart);
    }
    await Promise.all([...this.#children.values()].map(stopChild));
    this.#children.clear();
  }

  async #launch(buildingId: string, isPaired: boolean): Promise<void> {
    const folder = join(this.#services.env.dataDir, "demo", `controller-${buildingId}`);
    // A key without its other half is worth nothing: a controller that lost its folder is paired anew.
    const code = isPaired && existsSync(folder) ? undefined : await invite(this.#services, buildingId);
    const child = fork(controllerProgram, [], {
      // Ctrl-C reaches the server, which stops its controllers; they must not hear it twice.
      detached: true,
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      // As small as it would be on a building's own little computer, and without this process's options.
      execArgv: ["--max-semi-space-size=1"],
      env: {
        ...process.env,
        SERVER_URL: this.#serverUrl,
        CONTROLLER_DATA_DIR: folder,
        CONTROLLER_DEMONSTRATION: "1",
        MALLOC_ARENA_MAX: "2",
        LOG_LEVEL: this.#services.env.logLevel,
        ...(code === undefined ? {} : { PAIRING_CODE: code }),
      },
    });
    this.#children.set(buildingId, child);
    child.on("message", (message: unknown) => this.#hear(buildingId, message));
    child.on("error", (error) => this.#services.log.error({ err: error, buildingId }, "controller failed"));
    child.on("exit", (exitCode) => this.#onExit(buildingId, exitCode));
  }

  #hear(buildingId: string, message: unknown): void {
    const parsed = DemonstrationNews.safeParse(message);
    if (!parsed.success) {
      this.#services.log.warn({ buildingId }, "a controller said something that cannot be read");
      return;
    }
    const news = parsed.data;
    switch (news.kind) {
      case "relay-moved":
        this.#timesOpened.set(news.doorId, news.timesOpened);
        return;
      case "leaf-moved": {
        const open = this.#openDoors.get(buildingId) ?? new Set();
        this.#openDoors.set(buildingId, open);
        if (news.position === "open") {
          open.add(news.doorId);
        } else {
          open.delete(news.doorId);
        }
        return;
      }
      case "reader-lit": {
        const lights = this.#lights.get(buildingId) ?? new Map();
        this.#lights.set(buildingId, lights.set(news.doorId, news.light));
        return;
      }
      case "input-set": {
        const on = this.#inputsOn.get(buildingId) ?? new Set();
        this.#inputsOn.set(buildingId, on);
        if (news.isOn) {
          on.add(news.inputId);
        } else {
          on.delete(news.inputId);
        }
        return;
      }
      case "siren":
        if (news.isSounding) {
          this.#sounding.add(buildingId);
        } else {
          this.#sounding.delete(buildingId);
        }
        return;
      case "ready":
        this.#deaths.delete(buildingId);
        this.#waiting.delete(buildingId);
        if (this.isReady) {
          this.#announceReady();
        }
        return;
      case "done":
        return;
    }
  }

  #onExit(buildingId: string, exitCode: number | null): void {
    this.#children.delete(buildingId);
    // The next one begins with its doors shut and its siren silent.
    this.#openDoors.delete(buildingId);
    this.#lights.delete(buildingId);
    this.#inputsOn.delete(buildingId);
    this.#sounding.delete(buildingId);
    if (this.#isStopping) {
      return;
    }
    this.#services.log.warn({ buildingId, exitCode }, "a demonstration controller ended; starting it again");
    const deaths = this.#deaths.get(buildingId) ?? 0;
    this.#deaths.set(buildingId, deaths + 1);
    const pause = Math.min(LONGEST_RESTART_MS, RESTART_MS * 2 ** deaths);
    const restart = setTimeout(() => {
      this.#restarts.delete(restart);
      findDemonstrationBuildings(this.#services.db)
        .then((buildings) => {
          const building = buildings.find(({ id }) => id === buildingId);
          return building && !this.#isStopping
            ? this.#launch(buildingId, building.controllerKey !== null)
            : undefined;
        })
        .catch((error: unknown) =>
          this.#services.log.error({ err: error, buildingId }, "controller not started again"),
        );
    }, pause);
    this.#restarts.add(restart);
  }
}

function stopChild(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => child.kill("SIGKILL"), STOP_WITHIN_MS);
    child.once("exit", () => {
      clearTimeout(force);
      resolve();
    });
    if (child.exitCode !== null || child.signalCode !== null) {
      clearTimeout(force);
      resolve();
      return;
    }
    child.kill("SIGTERM");
  });
}

/** What can be touched in each demonstration building. */
export async function describeDemonstration(
  services: Services,
  hub: ControllerHub,
  demonstration: Demonstration,
): Promise<DemonstrationBuilding[]> {
  const buildings = await findDemonstrationBuildings(services.db);
  return Promise.all(
    buildings.map(
      async ({ id, name, doors, cameras, inputs }): Promise<DemonstrationBuilding> => ({
        id,
        name,
        isConnected: await hub.lines.isPresent(id),
        siren: demonstration.isSounding(id) ? "sounding" : "silent",
        doors: doors.map((door) => ({
          ...door,
          leaf: demonstration.isOpen(id, door.id) ? "open" : "closed",
          light: demonstration.lightOf(id, door.id),
        })),
        cameras,
        inputs: inputs.map((input) => ({ ...input, isOn: demonstration.isOn(id, input.id) })),
      }),
    ),
  );
}
