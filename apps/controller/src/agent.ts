import { randomUUID } from "node:crypto";
import type {
  CameraSource,
  CameraTrialAnswer,
  ControllerConfiguration,
} from "@umbral/contract/controllers/controllers.contract";
import { reportCamera, reportTag } from "@umbral/contract/controllers/controllers.contract";
import { SimulatedBuilding } from "@umbral/simulated-building/building";
import { HttpSiren } from "./features/alarms/drivers/http-siren.ts";
import { SimulatedSirenDriver } from "./features/alarms/drivers/simulated-siren.ts";
import { SirenFeature } from "./features/alarms/siren.feature.ts";
import type { CameraDriver } from "./features/cameras/camera-driver.ts";
import { tryCamera } from "./features/cameras/camera-trial.ts";
import { type CameraConfiguration, CamerasFeature } from "./features/cameras/cameras.feature.ts";
import { MjpegCameraDriver } from "./features/cameras/drivers/mjpeg-camera.ts";
import { RtspCameraDriver } from "./features/cameras/drivers/rtsp-camera.ts";
import { SimulatedCameraDriver } from "./features/cameras/drivers/simulated-camera.ts";
import { SnapshotCameraDriver } from "./features/cameras/drivers/snapshot-camera.ts";
import { KeyboardWedgeReader } from "./features/cards/drivers/keyboard-wedge-reader.ts";
import { SimulatedReaderDriver } from "./features/cards/drivers/simulated-reader.ts";
import { ReadersFeature } from "./features/cards/readers.feature.ts";
import { ConfigurationKeeper } from "./features/controllers/configuration.ts";
import type { Registration } from "./features/controllers/registration.ts";
import { StatusReporter } from "./features/controllers/status-reporter.ts";
import type { DoorDriver } from "./features/doors/door-driver.ts";
import { type DoorConfiguration, DoorsFeature } from "./features/doors/doors.feature.ts";
import { HttpDoor } from "./features/doors/drivers/http-door.ts";
import { SimulatedDoorDriver } from "./features/doors/drivers/simulated-door.ts";
import { Moves } from "./features/doors/moves.ts";
import type { Clock } from "./platform/clock.ts";
import { ClockKeeper } from "./platform/clock-keeper.ts";
import { ClockSync } from "./platform/clock-sync.ts";
import { Refusal } from "./platform/connection.ts";
import { FactReporter } from "./platform/fact-reporter.ts";
import { FactQueue } from "./platform/facts.ts";
import type { KeyStore } from "./platform/key-store.ts";
import { Link } from "./platform/link.ts";
import type { Log } from "./platform/log.ts";
import type { Store } from "./platform/store.ts";

/** How long an opening waits for its picture. */
const PICTURE_WITHIN_MS = 5000;
/** Cameras that are tried at once: each may start a program of its own. */
const TRIALS_AT_ONCE = 3;
/** A camera that is tried has no row yet, nor an id. */
const TRIAL_CAMERA = "00000000-0000-7000-8000-000000000000";
/** The answer to an order to restart leaves first. */
const RESTART_AFTER_MS = 200;

export interface AgentParts {
  serverUrl: string;
  version: string;
  store: Store;
  key: KeyStore;
  registration: Registration;
  clock: Clock;
  random: () => number;
  log: Log;
  /** Signed in, and orders can be judged. Called after every sign-in. */
  onReady?: () => void;
  /** Whoever runs this process ends it now; what keeps it running starts it anew. */
  onRestart?: () => void;
}

/** A building's controller: puts its features together, starts them in order and stops them in reverse. */
export class Agent {
  readonly simulated = new SimulatedBuilding();
  readonly doors: DoorsFeature;
  readonly cameras: CamerasFeature;
  readonly siren: SirenFeature;
  readonly readers: ReadersFeature;
  readonly link: Link;
  readonly #parts: AgentParts;
  readonly #configuration: ConfigurationKeeper;
  readonly #facts: FactQueue;
  readonly #reporter: FactReporter;
  readonly #clockKeeper: ClockKeeper;
  readonly #status: StatusReporter;
  #trials = 0;

  constructor(parts: AgentParts) {
    const { store, clock, random, log } = parts;
    this.#parts = parts;
    const sync = new ClockSync(clock.now());
    const link = () => this.link;
    this.#configuration = new ConfigurationKeeper(store, log);
    this.#facts = new FactQueue(store, clock, log);
    this.#reporter = new FactReporter({ link, facts: this.#facts, clock, log });
    this.#clockKeeper = new ClockKeeper({
      link,
      sync,
      clock,
      log,
      onFirstReading: () => parts.onReady?.(),
    });
    this.#status = new StatusReporter({
      tell: (message, payload) => this.link.tell(message, payload),
      clock,
      waiting: () => this.#facts.waiting,
      serverTime: () => sync.serverTime(clock.now()),
    });
    this.cameras = new CamerasFeature({
      clock,
      random,
      log,
      makeDriver: (camera, timeZone) => this.#cameraDriver(camera, timeZone),
      sendFrame: (cameraId, jpeg) => this.link.sendFrame(cameraId, jpeg),
      tellState: (cameraId, state, since) =>
        this.link.tell(reportCamera, { cameraId, state, since: since.toISOString() }),
    });
    this.doors = new DoorsFeature({
      moves: new Moves(store, randomUUID()),
      facts: this.#facts,
      clock,
      sync,
      whenSynchronised: (ms) => this.#clockKeeper.whenSynchronised(ms),
      makeDriver: (door) => this.#doorDriver(door),
      takePicture: (openingId, cameraId) => void this.#takePicture(openingId, cameraId),
      newId: randomUUID,
      log,
    });
    this.siren = new SirenFeature({
      clock,
      log,
      makeDriver: (relay) =>
        relay.kind === "http" ? new HttpSiren(relay) : new SimulatedSirenDriver(this.simulated.siren),
    });
    this.readers = new ReadersFeature({
      clock,
      log,
      makeDriver: (doorId, reader) =>
        reader.kind === "keyboard-wedge"
          ? new KeyboardWedgeReader(reader.device)
          : new SimulatedReaderDriver(this.simulated.reader(doorId)),
      tellTag: (read) => this.link.tell(reportTag, read),
    });
    this.link = this.#makeLink(sync);
  }

  start(): void {
    this.doors.start();
    const kept = this.#configuration.load();
    if (kept) {
      this.#apply(kept);
    }
    this.#reporter.start();
    this.link.start();
  }

  /** Stops everything and leaves nothing: no current, no process, no timer, no open file. */
  async stop(): Promise<void> {
    this.link.stop();
    this.#reporter.stop();
    this.#clockKeeper.stop();
    this.readers.stop();
    this.#status.stop();
    this.cut();
    await this.doors.settled();
    await this.cameras.stop();
    this.#facts.stop();
    this.#parts.store.close();
  }

  /** Takes the current from every relay, at once and without waiting. */
  cut(): void {
    this.doors.stop();
    this.siren.stop();
  }

  #makeLink(sync: ClockSync): Link {
    const { serverUrl, version, key, registration, clock, random, log } = this.#parts;
    const { controllerId } = registration;
    return new Link({
      serverUrl,
      clock,
      random,
      log,
      signIn: (nonce) => ({
        controllerId,
        signature: key.answerChallenge(controllerId, nonce),
        version,
        revision: this.#configuration.revision,
      }),
      handlers: {
        configuration: (configuration) => this.#reconfigure(configuration),
        "door:operate": async (order) => ({ outcome: await this.doors.obey(order) }),
        "siren:set": (order) => this.siren.set(order),
        "reader:setup": (order) => this.readers.setUp(order),
        restart: ({ issuedAt }) => {
          // An order from before this process was for the one before it.
          if (sync.timeLeft(issuedAt, clock.now()) === 0) {
            return { outcome: "expired" };
          }
          log.warn("told to start anew");
          clock.after(RESTART_AFTER_MS, () => this.#parts.onRestart?.());
          return { outcome: "restarting" };
        },
        "camera:watch": ({ cameraId, watcher, leaseMs }) => {
          if (!this.cameras.watch(cameraId, watcher, leaseMs)) {
            throw new Refusal("CAMERA_NOT_FOUND");
          }
          return {};
        },
        "camera:try": ({ source, withinMs }) => this.#tryCamera(source, withinMs),
        "camera:unwatch": ({ cameraId, watcher }) => {
          this.cameras.unwatch(cameraId, watcher);
          return {};
        },
      },
      onSignedIn: ({ acknowledged }, askedAt) => {
        this.#clockKeeper.onSignedIn(askedAt);
        this.#reporter.onSignedIn(acknowledged);
        this.#status.onSignedIn();
        this.cameras.tellStates();
      },
      onLost: () => {
        this.#clockKeeper.onLost();
        this.#reporter.onLost();
        this.#status.onLost();
      },
    });
  }

  #reconfigure(configuration: ControllerConfiguration): object {
    if (configuration.building.id !== this.#parts.registration.buildingId) {
      throw new Refusal("NOT_ALLOWED");
    }
    this.#configuration.keep(configuration);
    this.#apply(configuration);
    this.#parts.log.info({ revision: configuration.revision }, "configured");
    return { revision: configuration.revision };
  }

  #apply({ building, siren, doors, cameras }: ControllerConfiguration): void {
    this.siren.configure(siren);
    this.doors.configure(doors);
    this.readers.configure(doors);
    this.cameras.configure(cameras, building.timeZone);
  }

  async #takePicture(openingId: string, cameraId: string): Promise<void> {
    const jpeg = await this.cameras.takePicture(cameraId, PICTURE_WITHIN_MS);
    const at = this.#parts.clock.date().toISOString();
    if (jpeg) {
      this.#facts.record({ kind: "opening-picture", at, openingId, cameraId, jpeg });
    } else {
      this.#parts.log.warn({ openingId, cameraId }, "an opening has no picture");
    }
  }

  async #tryCamera(source: CameraSource, withinMs: number): Promise<CameraTrialAnswer> {
    if (this.#trials >= TRIALS_AT_ONCE) {
      throw new Refusal("TOO_OFTEN");
    }
    this.#trials += 1;
    try {
      const camera = {
        id: TRIAL_CAMERA,
        name: "Prueba",
        framesPerSecond: 5,
        width: 1280,
        source,
        motion: null,
      };
      const timeZone = this.#configuration.timeZone ?? "UTC";
      return await tryCamera(this.#cameraDriver(camera, timeZone), withinMs, this.#parts.clock);
    } finally {
      this.#trials -= 1;
    }
  }

  #doorDriver(door: DoorConfiguration): DoorDriver {
    const { clock, log } = this.#parts;
    if (door.relay.kind === "http") {
      return new HttpDoor(door.relay);
    }
    return new SimulatedDoorDriver({
      door: this.simulated.door(door.id),
      localId: door.localId,
      lockType: door.lockType,
      clock,
      log: log.child({ doorId: door.id }),
    });
  }

  #cameraDriver(camera: CameraConfiguration, timeZone: string): CameraDriver {
    const { clock } = this.#parts;
    const { id, name, width, framesPerSecond, source } = camera;
    switch (source.kind) {
      case "rtsp":
        return new RtspCameraDriver({ address: source.address, width, framesPerSecond });
      case "mjpeg":
        return new MjpegCameraDriver(source.address);
      case "snapshot":
        return new SnapshotCameraDriver({ address: source.address, everyMs: source.everyMs, clock });
      case "simulated":
        return new SimulatedCameraDriver({
          openCamera: () => this.simulated.openCamera(id, { scene: source.scene, name, timeZone, width }),
          framesPerSecond,
          clock,
        });
    }
  }
}
