import {
  ACCESS_PAGE_ANSWER_MS,
  type AccessPage,
  AccessPageAnswer,
  type KeptAccess,
} from "@umbral/contract/access-control/access-list";
import type { SirenState } from "@umbral/contract/alarms/alarms.contract";
import type { CameraSource } from "@umbral/contract/cameras/camera-source";
import {
  CLIP_ANSWER_MS,
  type ClipOrder,
  ClipOrderAnswer,
  ClipPartAnswer,
} from "@umbral/contract/clips/clip-wire.contract";
import {
  CAMERA_SEARCH_MS,
  CAMERA_STREAMS_MS,
  CAMERA_TRIAL_ANSWER_MS,
  CAMERA_TRIAL_MS,
  CameraSearchAnswer,
  CameraTrialAnswer,
  controllerOrders,
  DEVICE_ANSWER_MS,
  type DoorOrder,
  DoorOrderAnswer,
  EMERGENCY_ANSWER_MS,
  EmergencyAnswer,
  type EmergencyOrder,
  ONVIF_ANSWER_SLACK_MS,
  PassEntryAnswer,
  type PassEntryOrder,
  type PassHandover,
  PassHandoverAnswer,
  READER_ANSWER_MS,
  RELAY_TRIAL_ANSWER_MS,
  RELAY_TRIAL_MS,
  type ReaderSetup,
  ReaderSetupAnswer,
  RelayTrialAnswer,
  RestartAnswer,
  SIREN_ANSWER_MS,
  SirenAnswer,
  type SirenOrder,
  StreamsAnswer,
  type StreamsQuestion,
  WATCH_LEASE_MS,
} from "@umbral/contract/controllers/controller-orders.contract";
import {
  CONFIGURATION_ANSWER_MS,
  CONTROLLER_NAMESPACE,
  ConfigurationAnswer,
} from "@umbral/contract/controllers/controllers.contract";
import { DeviceTrial, type TriedDevice } from "@umbral/contract/doors/device-trial";
import type { RelayDriver } from "@umbral/contract/doors/door-devices";
import { ORDER_ANSWER_MS, ORDER_LIFETIME_MS } from "@umbral/contract/doors/doors.contract";
import type { Namespace, Server, Socket } from "socket.io";
import { z } from "zod";
import type { Services } from "../../platform/context.ts";
import { Configurations } from "./configurations.ts";
import { noteAccess, noteConfiguration } from "./controller-states.queries.ts";
import { findControllerIds } from "./controllers.queries.ts";
import type { KnownController } from "./controllers.service.ts";

/** A line that is still there answers sooner; a controller that comes back waits no longer for a dead one. */
const SECOND_LINE_ANSWER_MS = 1000;

/** Where a process says that it tells a controller of another one what it must know. */
const CONFIGURED = "configured";
const Configured = z.object({ controllerId: z.uuid(), revision: z.string() });

export type ReaderResult = ReaderSetupAnswer["outcome"] | "offline" | "no-answer";
export type OrderResult = DoorOrderAnswer["outcome"] | "offline" | "no-answer";

/** A controller's line as it is at one moment, on whichever process, and the run of its process behind it. */
export interface ControllerLine {
  socketId: string;
  boot: string;
}

/** Orders and questions to the buildings' controllers, on whichever server process each of them is connected. */
export class ControllerHub {
  /** What each controller must know, and what of it is on its way to another. */
  readonly configurations: Configurations;
  readonly #namespace: Namespace;
  readonly #services: Services;
  /** Configurations that were told and are not answered yet. */
  readonly #telling = new Set<Promise<unknown>>();
  /** By controller: the last telling of its configuration. */
  readonly #turns = new Map<string, Promise<void>>();

  constructor(io: Server, services: Services) {
    this.#namespace = io.of(CONTROLLER_NAMESPACE);
    this.#services = services;
    this.configurations = new Configurations(services);
    services.bus?.listen(CONFIGURED, (message) => {
      const { success, data } = Configured.safeParse(message);
      if (success) {
        this.#learn(data).catch((error: unknown) =>
          services.log.error({ err: error, controllerId: data.controllerId }, "devices could not be read"),
        );
      }
    });
  }

  /** Another process tells a controller of this one what it must know: its devices are known here too then. */
  async #learn({ controllerId, revision }: z.output<typeof Configured>): Promise<void> {
    if (!this.#namespace.adapter.rooms.has(lineOf(controllerId))) {
      return;
    }
    const now = await this.configurations.take(controllerId);
    // Two processes at once may have told it in the other order: here it is told once more, in its turn.
    if (now.revision !== revision) {
      await this.tellConfiguration(controllerId);
    }
  }

  /** The line on which a controller hears orders now; undefined while it is away. */
  async lineOf(controllerId: string): Promise<ControllerLine | undefined> {
    const line = (await this.#namespace.in(lineOf(controllerId)).fetchSockets()).at(-1);
    const { boot }: { boot?: string } = line?.data ?? {};
    return line && boot !== undefined ? { socketId: line.id, boot } : undefined;
  }

  /**
   * Gives an order to a relay, once, down the line that was there when it was pressed and to the run of the
   * controller that held it. It waits for the answer no longer than a press does, and nothing keeps the order
   * for later.
   */
  async order(line: ControllerLine, order: Omit<DoorOrder, "boot">): Promise<OrderResult> {
    const ageMs = this.#services.clock.steadyMs() - order.issuedAt;
    if (ageMs >= ORDER_LIFETIME_MS) {
      return "expired";
    }
    const named = { ...order, boot: line.boot };
    const withinMs = ORDER_ANSWER_MS - ageMs;
    const answer = await this.#askRoom(line.socketId, "door:operate", named, DoorOrderAnswer, withinMs);
    return typeof answer === "string" ? answer : answer.outcome;
  }

  /**
   * Says how a building's siren is to be, to the controller that it hangs on; without a siren, to any.
   * @returns how it is then, as far as that one says
   */
  async siren(buildingId: string, order: SirenOrder): Promise<SirenState> {
    const { ids, ofSiren } = await findControllerIds(this.#services.db, buildingId);
    const asked = ofSiren === null ? ids : [ofSiren];
    const states = await Promise.all(
      asked.map(async (id) => {
        const answer = await this.#ask(id, "siren:set", order, SirenAnswer, SIREN_ANSWER_MS);
        return typeof answer === "string" || answer.outcome === "failed" ? "unknown" : answer.outcome;
      }),
    );
    return states.find((state) => state !== "unknown") ?? "unknown";
  }

  /**
   * Says to all of a building's controllers whether an emergency frees their doors, each by the run that is there.
   * @returns how many doors are free by it, and whether all answered and did it
   */
  async emergency(
    buildingId: string,
    { state, forMs }: Pick<EmergencyOrder, "state" | "forMs">,
  ): Promise<{ doors: number; isComplete: boolean }> {
    const sockets = await this.#namespace.in(roomOf(buildingId)).fetchSockets();
    const answers = await Promise.all(
      sockets.map(async (socket) => {
        const { boot }: { boot?: string } = socket.data ?? {};
        if (boot === undefined) {
          return undefined;
        }
        const order = { state, forMs, issuedAt: this.#services.clock.steadyMs(), boot };
        const answer = await this.#askRoom(
          socket.id,
          "doors:emergency",
          order,
          EmergencyAnswer,
          EMERGENCY_ANSWER_MS,
        );
        return typeof answer === "string" || answer.outcome === "expired" ? undefined : answer;
      }),
    );
    return {
      doors: answers.reduce((sum, answer) => sum + (answer?.doors ?? 0), 0),
      isComplete: answers.length > 0 && answers.every((answer) => answer?.outcome === "done"),
    };
  }

  /** The next card at a door's reader is for this setup. */
  async setUpReader(controllerId: string, setup: ReaderSetup): Promise<ReaderResult> {
    const answer = await this.#ask(controllerId, "reader:setup", setup, ReaderSetupAnswer, READER_ANSWER_MS);
    return typeof answer === "string" ? answer : answer.outcome;
  }

  /** How a device is now. */
  tryDevice(
    controllerId: string,
    asked: { device: TriedDevice; id: string },
  ): Promise<DeviceTrial | "offline" | "no-answer"> {
    return this.#ask(controllerId, "device:try", asked, DeviceTrial, DEVICE_ANSWER_MS);
  }

  /** Asks the controller that counts a pass whether so many more may come in by it. It is told once, and late it is nothing. */
  async enterByPass(
    controllerId: string,
    entry: Omit<PassEntryOrder, "issuedAt">,
  ): Promise<z.infer<typeof PassEntryAnswer>["outcome"] | "offline" | "no-answer"> {
    const order = { ...entry, issuedAt: this.#services.clock.steadyMs() };
    const answer = await this.#ask(controllerId, "pass:enter", order, PassEntryAnswer, ORDER_ANSWER_MS);
    return typeof answer === "string" ? answer : answer.outcome;
  }

  /** Asks the controller that counts a pass to let go of it. What is not known to it is no answer, as with programs of before. */
  async handPassOver(
    controllerId: string,
    asked: PassHandover,
  ): Promise<z.infer<typeof PassHandoverAnswer>["outcome"] | "offline" | "no-answer"> {
    const answer = await this.#ask(
      controllerId,
      "pass:hand-over",
      asked,
      PassHandoverAnswer,
      ORDER_ANSWER_MS,
    );
    return typeof answer === "string" ? answer : answer.outcome;
  }

  /** Asks a controller to keep a clip around now. Programs of before know of none and do not answer. */
  async keepClip(
    controllerId: string,
    clip: Omit<ClipOrder, "issuedAt">,
  ): Promise<ClipOrderAnswer["outcome"] | "offline" | "no-answer"> {
    const order = { ...clip, issuedAt: this.#services.clock.steadyMs() };
    const answer = await this.#ask(controllerId, "clip:keep", order, ClipOrderAnswer, CLIP_ANSWER_MS);
    return typeof answer === "string" ? answer : answer.outcome;
  }

  /** Asks for the part of a clip that begins at this byte. */
  clipPart(
    controllerId: string,
    asked: { clipId: string; from: number },
  ): Promise<ClipPartAnswer | "offline" | "no-answer"> {
    return this.#ask(controllerId, "clip:part", asked, ClipPartAnswer, CLIP_ANSWER_MS);
  }

  /** Tells the controller to start anew. */
  async restart(
    controllerId: string,
  ): Promise<z.infer<typeof RestartAnswer>["outcome"] | "offline" | "no-answer"> {
    const order = { issuedAt: this.#services.clock.steadyMs() };
    const answer = await this.#ask(controllerId, "restart", order, RestartAnswer, ORDER_ANSWER_MS);
    return typeof answer === "string" ? answer : answer.outcome;
  }

  /** Asks for one picture from an address, saved or not. */
  tryCamera(
    controllerId: string,
    source: CameraSource,
  ): Promise<CameraTrialAnswer | "offline" | "no-answer"> {
    const trial = { source, withinMs: CAMERA_TRIAL_MS };
    return this.#ask(controllerId, "camera:try", trial, CameraTrialAnswer, CAMERA_TRIAL_ANSWER_MS);
  }

  /** Looks for cameras in the controller's networks, or at one address. */
  searchCameras(
    controllerId: string,
    host: string | null,
  ): Promise<CameraSearchAnswer | "offline" | "no-answer"> {
    const search = { host, withinMs: CAMERA_SEARCH_MS };
    const waitMs = CAMERA_SEARCH_MS + ONVIF_ANSWER_SLACK_MS;
    return this.#ask(controllerId, "cameras:search", search, CameraSearchAnswer, waitMs);
  }

  /** Asks a camera that was found for its streams. */
  cameraStreams(
    controllerId: string,
    camera: Omit<StreamsQuestion, "withinMs">,
  ): Promise<StreamsAnswer | "offline" | "no-answer"> {
    const question = { ...camera, withinMs: CAMERA_STREAMS_MS };
    const waitMs = CAMERA_STREAMS_MS + ONVIF_ANSWER_SLACK_MS;
    return this.#ask(controllerId, "camera:streams", question, StreamsAnswer, waitMs);
  }

  /** Asks whether a relay's device is there, without moving it. */
  tryRelay(controllerId: string, relay: RelayDriver): Promise<RelayTrialAnswer | "offline" | "no-answer"> {
    const trial = { relay, withinMs: RELAY_TRIAL_MS };
    return this.#ask(controllerId, "relay:try", trial, RelayTrialAnswer, RELAY_TRIAL_ANSWER_MS);
  }

  /** Tells one page of an access list down one line. */
  sendAccessPage(socketId: string, page: AccessPage): Promise<AccessPageAnswer | "offline" | "no-answer"> {
    return this.#askRoom(socketId, "access:page", page, AccessPageAnswer, ACCESS_PAGE_ANSWER_MS);
  }

  /** Keeps what a controller says that it has, so that it is seen while it is away. */
  async noteAccess(controllerId: string, kept: KeptAccess | null): Promise<void> {
    await noteAccess(this.#services.db, controllerId, kept, this.#services.clock.now());
  }

  /**
   * From now on this line is the one of its controller. An older one is dead or dying: an order must not go down both.
   * It is ended only now, so that the controller is never without one.
   */
  async takeOver(socket: Socket, { id, buildingId }: KnownController, boot: string): Promise<void> {
    // Seen by other processes too: orders name it.
    Object.assign(socket.data, { boot });
    await socket.join([lineOf(id), roomOf(buildingId)]);
    this.#namespace.in(lineOf(id)).except(socket.id).disconnectSockets(true);
  }

  /** Does somebody answer on the controller's line, so that it is not one that only nobody has ended yet? */
  async isAnswering(controllerId: string): Promise<boolean> {
    // Nobody watches for nobody: a question that changes nothing, which every controller answers.
    const nothing = { cameraId: this.#services.newId(), watcher: this.#services.nodeId };
    const answer = await this.#ask(
      controllerId,
      "camera:unwatch",
      nothing,
      z.object({}),
      SECOND_LINE_ANSWER_MS,
    );
    return typeof answer !== "string";
  }

  /** Ends the line of a controller, whose key is not believed any more. */
  dismiss(controllerId: string): void {
    this.#namespace.in(lineOf(controllerId)).disconnectSockets(true);
  }

  #ask<Event extends keyof typeof controllerOrders, Answer extends z.ZodType>(
    controllerId: string,
    ...asked: [Event, z.input<(typeof controllerOrders)[Event]>, Answer, number]
  ): Promise<z.output<Answer> | "offline" | "no-answer"> {
    return this.#askRoom(lineOf(controllerId), ...asked);
  }

  async #askRoom<Event extends keyof typeof controllerOrders, Answer extends z.ZodType>(
    room: string,
    event: Event,
    order: z.input<(typeof controllerOrders)[Event]>,
    schema: Answer,
    withinMs: number,
  ): Promise<z.output<Answer> | "offline" | "no-answer"> {
    const answers = await this.#namespace
      .to(room)
      .timeout(withinMs)
      .emitWithAck(event, controllerOrders[event].parse(order))
      .then((replies: unknown) => ({ replies, isComplete: true }))
      // Socket.IO rejects when somebody did not answer in time, with the answers that did come.
      .catch((error: unknown) => ({ replies: Object(error).responses as unknown, isComplete: false }));
    const replies = Array.isArray(answers.replies) ? answers.replies : [];
    for (const reply of replies) {
      const parsed = schema.safeParse(reply);
      if (parsed.success) {
        return parsed.data;
      }
    }
    return answers.isComplete && replies.length === 0 ? "offline" : "no-answer";
  }

  /**
   * Asks for a camera's frames on behalf of this process, for one lease. All controllers of the building hear it: only
   * the one that has the camera does anything, also when it has it since a moment ago.
   */
  watch(buildingId: string, cameraId: string): void {
    this.#namespace.to(roomOf(buildingId)).emit(
      "camera:watch",
      controllerOrders["camera:watch"].parse({
        cameraId,
        watcher: this.#services.nodeId,
        leaseMs: WATCH_LEASE_MS,
      }),
    );
  }

  unwatch(buildingId: string, cameraId: string): void {
    this.#namespace
      .to(roomOf(buildingId))
      .emit(
        "camera:unwatch",
        controllerOrders["camera:unwatch"].parse({ cameraId, watcher: this.#services.nodeId }),
      );
  }

  /** The same for a camera's video. */
  watchVideo(buildingId: string, cameraId: string): void {
    const lease = { cameraId, watcher: this.#services.nodeId, leaseMs: WATCH_LEASE_MS };
    this.#namespace.to(roomOf(buildingId)).emit("video:watch", controllerOrders["video:watch"].parse(lease));
  }

  unwatchVideo(buildingId: string, cameraId: string): void {
    const lease = { cameraId, watcher: this.#services.nodeId };
    this.#namespace
      .to(roomOf(buildingId))
      .emit("video:unwatch", controllerOrders["video:unwatch"].parse(lease));
  }

  /** Tells a building's controllers what they must know now, after something of it changed. Nobody waits for them. */
  async configure(buildingId: string): Promise<void> {
    const { ids } = await findControllerIds(this.#services.db, buildingId);
    await Promise.all(ids.map((id) => this.tellConfiguration(id)));
  }

  /** Tells a controller what it must know, if it has something else, without waiting for what it says. */
  async tellConfiguration(controllerId: string, has?: string | null): Promise<void> {
    const { revision, answer } = await this.#startTelling(controllerId, has);
    const noting: Promise<unknown> = this.#noteAnswer(controllerId, revision, answer)
      .catch((error: unknown) => this.#services.log.error({ err: error, controllerId }, "not noted"))
      .finally(() => this.#telling.delete(noting));
    this.#telling.add(noting);
  }

  /** Tells a controller what it must know. @returns whether it says that it has it */
  async configureOne(controllerId: string): Promise<boolean> {
    const { revision, answer } = await this.#startTelling(controllerId);
    return this.#noteAnswer(controllerId, revision, answer);
  }

  /** One telling after the other, each of what is true when its turn comes: the last one told is never an older one. */
  #startTelling(controllerId: string, has?: string | null) {
    const before = this.#turns.get(controllerId) ?? Promise.resolve();
    const turn = before.then(async () => {
      const configuration = await this.configurations.take(controllerId);
      const { revision } = configuration;
      if (!this.#namespace.adapter.rooms.has(lineOf(controllerId))) {
        this.#services.bus?.say(CONFIGURED, { controllerId, revision } satisfies z.input<typeof Configured>);
      }
      const answer =
        has === revision
          ? Promise.resolve({ revision })
          : this.#ask(
              controllerId,
              "configuration",
              configuration,
              ConfigurationAnswer,
              CONFIGURATION_ANSWER_MS,
            );
      return { revision, answer };
    });
    const ended = turn
      .then(() => undefined)
      .catch(() => undefined)
      .finally(() => {
        if (this.#turns.get(controllerId) === ended) {
          this.#turns.delete(controllerId);
        }
      });
    this.#turns.set(controllerId, ended);
    return turn;
  }

  async #noteAnswer(
    controllerId: string,
    revision: string,
    answering: Promise<{ revision: string } | "offline" | "no-answer">,
  ): Promise<boolean> {
    const answer = await answering;
    if (typeof answer === "string" || answer.revision !== revision) {
      return false;
    }
    const { db, clock } = this.#services;
    await noteConfiguration(db, controllerId, revision, clock.now());
    return true;
  }

  /** Is this controller connected to any server process? */
  async isThere(controllerId: string): Promise<boolean> {
    return (await this.#namespace.in(lineOf(controllerId)).fetchSockets()).length > 0;
  }

  /** Is any controller of the building connected to any server process? */
  async isPresent(buildingId: string): Promise<boolean> {
    return (await this.#namespace.in(roomOf(buildingId)).fetchSockets()).length > 0;
  }

  /** The controllers that are connected, to whichever server process; of one building, or of all. */
  async presentControllers(buildingId?: string): Promise<ReadonlySet<string>> {
    const asked = buildingId === undefined ? this.#namespace : this.#namespace.in(roomOf(buildingId));
    const sockets = await asked.fetchSockets();
    return new Set(sockets.flatMap(({ rooms }) => [...rooms].flatMap((room) => controllerIn(room) ?? [])));
  }

  /** Resolves when no controller is waited for any more that was told what it must know. */
  async settled(): Promise<void> {
    await Promise.all([...this.#telling]);
  }
}

const roomOf = (buildingId: string): string => `building:${buildingId}`;
const lineOf = (controllerId: string): string => `controller:${controllerId}`;
const controllerIn = (room: string): string | undefined => /^controller:(.+)$/.exec(room)?.[1];
