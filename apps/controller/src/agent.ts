import { randomUUID } from "node:crypto";
import { reportLeaves, reportTag } from "@umbral/contract/controllers/controller-facts.contract";
import {
  type ControllerConfiguration,
  type DeviceFault,
  FAULTS_AT_MOST,
} from "@umbral/contract/controllers/controllers.contract";
import type { DeviceTrial, TriedDevice } from "@umbral/contract/doors/device-trial";
import { SimulatedBuilding } from "@umbral/simulated-building/building";
import { BuildingCameras, type ClipSettings } from "./building-cameras.ts";
import { Devices } from "./devices.ts";
import { AccessControl } from "./features/access-control/access-control.ts";
import type { PinKeyFile } from "./features/access-control/pin-key.ts";
import { Intrusions } from "./features/alarms/intrusions.ts";
import { SirenFeature } from "./features/alarms/siren.feature.ts";
import { BoardsFeature } from "./features/boards/boards.feature.ts";
import { ReaderKeys } from "./features/cards/reader-keys.ts";
import { ReadersFeature } from "./features/cards/readers.feature.ts";
import { ConfigurationKeeper } from "./features/controllers/configuration.ts";
import type { Registration } from "./features/controllers/registration.ts";
import { StatusReporter } from "./features/controllers/status-reporter.ts";
import { ContactsFeature } from "./features/doors/contacts.feature.ts";
import { DoorIntrusions } from "./features/doors/door-intrusions.ts";
import { DoorModes } from "./features/doors/door-modes.ts";
import { DoorsFeature } from "./features/doors/doors.feature.ts";
import { KeptRelays } from "./features/doors/kept-relays.ts";
import { Moves } from "./features/doors/moves.ts";
import { InputsFeature } from "./features/inputs/inputs.feature.ts";
import { orderHandlers } from "./orders.ts";
import { type Clock, guarded } from "./platform/clock.ts";
import { ClockKeeper } from "./platform/clock-keeper.ts";
import { ClockSync } from "./platform/clock-sync.ts";
import { Refusal } from "./platform/connection.ts";
import { DiskWatch } from "./platform/disk-watch.ts";
import { FactReporter } from "./platform/fact-reporter.ts";
import { FactQueue } from "./platform/facts.ts";
import type { KeyStore } from "./platform/key-store.ts";
import { Link } from "./platform/link.ts";
import type { Log } from "./platform/log.ts";
import type { Store } from "./platform/store.ts";

export interface AgentParts {
  serverUrl: string;
  /** Who alone vouches for the server, as PEM; whoever the machine believes when there is none. */
  serverCa?: string[] | undefined;
  version: string;
  store: Store;
  key: KeyStore;
  pinKeyFile: PinKeyFile;
  clips: ClipSettings;
  registration: Registration;
  clock: Clock;
  random: () => number;
  log: Log;
  /** Simulated cameras may live on the machine itself. */
  isDemonstration?: boolean;
  /** Signed in, and orders can be judged. Called after every sign-in. */
  onReady?: () => void;
  /** The server does not know this controller's key. Called each time that it says so. */
  onUnknown?: () => void;
  /** Whoever runs this process ends it now; what keeps it running starts it anew. */
  onRestart?: () => void;
}

/** A building's controller: puts its features together, starts them in order and stops them in reverse. */
export class Agent {
  readonly simulated = new SimulatedBuilding();
  readonly doors: DoorsFeature;
  readonly doorModes: DoorModes;
  readonly contacts: ContactsFeature;
  readonly inputs: InputsFeature;
  readonly #boards: BoardsFeature;
  readonly cameras: BuildingCameras;
  readonly siren: SirenFeature;
  readonly readers: ReadersFeature;
  readonly accessControl: AccessControl;
  readonly link: Link;
  readonly #parts: AgentParts;
  /** Names this run of the process, as no other. */
  readonly #boot = randomUUID();
  readonly #configuration: ConfigurationKeeper;
  readonly #facts: FactQueue;
  readonly #intrusions: Intrusions;
  readonly #doorIntrusions: DoorIntrusions;
  readonly #reporter: FactReporter;
  readonly #clockKeeper: ClockKeeper;
  readonly #status: StatusReporter;
  readonly #disk: DiskWatch;

  constructor(parts: AgentParts) {
    const { store, random, log } = parts;
    const wall = guarded(parts.clock, log);
    // What is told and what has hours go by the date as the server has it: a machine without a battery may show another one for ever.
    const clock: Clock = { ...wall, date: () => this.accessControl.date };
    this.#parts = { ...parts, clock };
    const sync = new ClockSync(clock.now());
    const devices = new Devices(
      this.simulated,
      new ReaderKeys(store, parts.key, log),
      (place) => this.#boards.board(place),
      clock,
      log,
    );
    const link = () => this.link;
    this.#configuration = new ConfigurationKeeper(store, log);
    this.#facts = new FactQueue(store, clock, log);
    this.#disk = new DiskWatch({ store, clock, log });
    this.#disk.alsoWrite(() => this.#configuration.write());
    this.#disk.alsoWrite(() => this.#facts.isOnDisk);
    this.#intrusions = new Intrusions({
      store,
      facts: this.#facts,
      newId: randomUUID,
      keepClip: (intrusionId, cameraId, { kind, at }) =>
        this.cameras.clips.ofIntrusion(intrusionId, cameraId, at, kind === "motion"),
      log,
    });
    this.#reporter = new FactReporter({ link, facts: this.#facts, clock, log });
    this.#clockKeeper = new ClockKeeper({
      link,
      sync,
      clock,
      log,
      onFirstReading: () => {
        this.accessControl.onServerHeard();
        parts.onReady?.();
      },
    });
    this.#status = new StatusReporter({
      tell: (message, payload) => this.link.tell(message, payload),
      clock: wall,
      waiting: () => this.#facts.waiting,
      diskFailingSince: () => this.#disk.failingSince,
      faults: () => this.#faults(),
      relaysNotAtRest: () => this.#relaysNotAtRest(),
      serverTime: () => sync.serverDate(clock.now()),
    });
    this.cameras = new BuildingCameras({
      devices,
      facts: this.#facts,
      store,
      clips: parts.clips,
      link,
      ageOf: (issuedAt, ms) => this.#clockKeeper.ageOf(issuedAt, ms),
      timeZone: () => this.#configuration.timeZone,
      allowsLoopback: parts.isDemonstration ?? false,
      beginMotion: (cameraId, at) => this.#intrusions.begin({ kind: "motion", cameraId, doorId: null, at }),
      clock,
      random,
      log,
    });
    this.#doorIntrusions = new DoorIntrusions({
      clock,
      facts: this.#facts,
      newId: randomUUID,
      takePicture: (openingId, cameraId) => this.cameras.seeOpening(openingId, cameraId),
      takeSequence: (cameraId, pictures, take) => this.cameras.takeSequence(cameraId, pictures, take),
      begin: (noticed) => this.#intrusions.begin(noticed),
    });
    this.contacts = new ContactsFeature({
      clock,
      makeDriver: (door, contact) => devices.contact(door.id, contact),
      intrude: (kind, door) => this.#doorIntrusions.begin(kind, door),
      tellLeaves: (told) => this.link.tell(reportLeaves, told),
    });
    this.doors = new DoorsFeature({
      boot: this.#boot,
      moves: new Moves(store, this.#boot),
      formers: new KeptRelays(store, log),
      facts: this.#facts,
      clock,
      sync,
      whenSynchronised: (ms) => this.#clockKeeper.whenSynchronised(ms),
      makeDriver: (door) => devices.door(door),
      relays: this.contacts,
      takePicture: (openingId, cameraId) => this.cameras.seeOpening(openingId, cameraId),
      newId: randomUUID,
      log,
    });
    this.#boards = new BoardsFeature({
      store,
      facts: this.#facts,
      clock,
      hasList: () => this.accessControl.kept !== null,
      cards: () => this.accessControl.cards,
      time: () => this.accessControl.look(),
      explain: (doorId) => this.contacts.explain(doorId),
      letOut: (doorId) => this.#letOut(doorId),
      log,
    });
    this.inputs = new InputsFeature({
      clock,
      log,
      makeDriver: (input) => devices.input(input),
      goOut: (doorId) => this.#letOut(doorId),
      notice: (kind, { id: inputId, doorId }) => {
        const goesOn = kind === "fire" && !this.doorModes.firePanelIsOn(inputId);
        const door = this.#configuration.door(doorId);
        return this.#doorIntrusions.notice(kind, {
          doorId,
          cameraId: door?.cameraId ?? null,
          inputId,
          goesOn,
        });
      },
      rests: ({ id, kind }) => {
        if (kind === "fire-panel") {
          this.doorModes.firePanelRests(id);
        }
      },
    });
    this.siren = new SirenFeature({
      clock,
      log,
      makeDriver: (relay) => devices.siren(relay),
    });
    this.readers = new ReadersFeature({
      clock,
      log,
      makeDriver: (doorId, reader) => devices.reader(doorId, reader),
      tellTag: (read) => this.link.tell(reportTag, read),
      read: (doorId, reading, alongside) => this.accessControl.read(doorId, reading, alongside),
      tampered: (doorId) => {
        const door = this.#configuration.door(doorId);
        return this.#doorIntrusions.notice("tamper", { doorId, cameraId: door?.cameraId ?? null });
      },
      type: (doorId, keys) => this.accessControl.type(doorId, keys),
    });
    this.accessControl = new AccessControl({
      store,
      buildingId: () => parts.registration.buildingId,
      controllerId: () => parts.registration.controllerId,
      serverTime: () => sync.serverDate(clock.now()),
      facts: this.#facts,
      clock,
      wall,
      pinKeyFile: parts.pinKeyFile,
      isOffline: () => !this.link.isSignedIn,
      open: (opening) => this.doors.openFromOutside(opening),
      show: (doorId, outcome) => this.readers.show(doorId, outcome),
      intrude: (door) => this.#doorIntrusions.begin("wrong-codes", door),
      takePicture: (accessId, cameraId) => this.cameras.seeAccess(accessId, cameraId),
      onChanged: () => {
        this.doorModes.look();
        this.#boards.onChanged();
      },
      log,
    });
    this.doorModes = new DoorModes({
      boot: this.#boot,
      store,
      facts: this.#facts,
      clock,
      look: () => this.accessControl.look(),
      stateOf: (doorId) => this.accessControl.stateOf(doorId),
      timeLeft: (issuedAt) => sync.timeLeft(issuedAt, clock.now()),
      doors: this.doors,
      leaves: this.contacts,
      log,
    });
    this.link = this.#makeLink(sync);
  }

  start(): void {
    this.#disk.start();
    this.#intrusions.start();
    this.cameras.clips.start();
    this.doors.start();
    this.accessControl.start();
    this.doorModes.start();
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
    this.accessControl.stop();
    this.#status.stop();
    this.doorModes.stop();
    this.contacts.stop();
    this.#boards.stop();
    this.inputs.stop();
    this.#doorIntrusions.stop();
    this.cut();
    await Promise.all([this.doors.settled(), this.siren.settled()]);
    await this.cameras.stop();
    this.#facts.stop();
    this.#disk.stop();
    this.#parts.store.close();
  }

  /** Takes the current from every relay, at once and without waiting. */
  cut(): void {
    this.doors.stop();
    this.siren.stop();
  }

  #letOut(doorId: string): void {
    const { log } = this.#parts;
    // The door first: nothing else that fails here keeps somebody in.
    this.doors
      .openFromInside(doorId)
      .catch((error: unknown) => log.error({ err: error, doorId }, "somebody could not be let out"));
    this.contacts.explain(doorId);
  }

  #makeLink(sync: ClockSync): Link {
    const { serverUrl, serverCa, version, key, clock, random, log } = this.#parts;
    return new Link({
      serverUrl,
      serverCa,
      clock,
      random,
      log,
      signIn: (nonce) => {
        // Asked each time: it may have been paired anew.
        const { controllerId } = this.#parts.registration;
        return {
          controllerId,
          signature: key.answerChallenge(controllerId, nonce),
          version,
          boot: this.#boot,
          revision: this.#configuration.revision,
          access: this.accessControl.claim,
          free: this.doorModes.freePeriods,
        };
      },
      onUnknown: () => this.#parts.onUnknown?.(),
      handlers: orderHandlers({
        clock,
        sync,
        log,
        doors: this.doors,
        doorModes: this.doorModes,
        siren: this.siren,
        readers: this.readers,
        accessControl: this.accessControl,
        cameras: this.cameras,
        tryDevice: (device, id) => this.#tryDevice(device, id),
        reconfigure: (configuration) => this.#reconfigure(configuration),
        restart: () => this.#parts.onRestart?.(),
      }),
      onSignedIn: ({ acknowledged, hears, ...keys }, askedAt) =>
        this.#each([
          () => this.accessControl.onSignedIn(keys),
          () => this.#clockKeeper.onSignedIn(askedAt),
          () => this.#reporter.onSignedIn(acknowledged),
          () => this.#status.onSignedIn(hears),
          () => this.cameras.pictures.tellStates(),
          () => this.cameras.video.sendGroups(),
          () => this.contacts.tellLeaves(),
        ]),
      onLost: () =>
        this.#each([
          () => this.#clockKeeper.onLost(),
          () => this.#reporter.onLost(),
          () => this.#status.onLost(),
        ]),
    });
  }

  #tryDevice(device: TriedDevice, id: string): DeviceTrial {
    switch (device) {
      case "reader":
        return { device, ...this.readers.trialOf(id) };
      case "contact":
        return { device, ...this.contacts.trialOf(id) };
      case "input":
        return { device, ...this.inputs.trialOf(id) };
    }
  }

  /** The devices of its configuration of which nothing is heard now. */
  #faults(): DeviceFault[] {
    const { doors, cameras, inputs } = this.#configuration.current ?? { doors: [], cameras: [], inputs: [] };
    const of = (device: DeviceFault["device"], ids: { id: string }[], isAway: (id: string) => boolean) =>
      ids.filter(({ id }) => isAway(id)).map(({ id }) => ({ device, id }));
    return [
      ...of("reader", doors, (id) => this.readers.stateOf(id).outcome === "away"),
      ...of("contact", doors, (id) => this.contacts.trialOf(id).state.outcome === "away"),
      ...of("input", inputs, (id) => this.inputs.trialOf(id).state.outcome === "away"),
      ...of("camera", cameras, (id) => this.cameras.hasNoSignal(id)),
    ].slice(0, FAULTS_AT_MOST);
  }

  #relaysNotAtRest(): string[] {
    const { doors } = this.#configuration.current ?? { doors: [] };
    return doors.flatMap(({ id }) => (this.doors.isNotAtRest(id) ? [id] : [])).slice(0, FAULTS_AT_MOST);
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

  /** The doors first, and nothing of it keeps the rest from its work. */
  #apply(configuration: ControllerConfiguration): void {
    const { building, siren, doors, inputs } = configuration;
    this.#each([
      () => this.#boards.configure(doors, building.timeZone),
      () => this.doors.configure(doors),
      () => this.inputs.configure(inputs),
      () => this.siren.configure(siren),
      () => this.accessControl.configure(configuration),
      () => this.readers.configure(doors),
      ...this.cameras.configuring(configuration),
      () => this.contacts.configure(doors),
      () => this.doorModes.configure(configuration),
    ]);
  }

  /** Does all of it, whatever one of them meets. */
  #each(steps: (() => void)[]): void {
    for (const step of steps) {
      try {
        step();
      } catch (error) {
        this.#parts.log.error(
          { err: error },
          "a part of the controller could not do its own; the others go on",
        );
      }
    }
  }
}
