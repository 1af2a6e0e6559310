import {
  ACCESS_PAGE_ANSWER_MS,
  type AccessPage,
  AccessPageAnswer,
  type KeptAccess,
} from "@umbral/contract/access-control/access-list";
import type { SirenState } from "@umbral/contract/alarms/alarms.contract";
import type { CameraSource } from "@umbral/contract/cameras/camera-source";
import {
  CAMERA_TRIAL_ANSWER_MS,
  CAMERA_TRIAL_MS,
  CameraTrialAnswer,
  controllerOrders,
  type DoorOrder,
  DoorOrderAnswer,
  EMERGENCY_ANSWER_MS,
  EmergencyAnswer,
  type EmergencyOrder,
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
  WATCH_LEASE_MS,
} from "@umbral/contract/controllers/controller-orders.contract";
import { CONTROLLER_NAMESPACE } from "@umbral/contract/controllers/controllers.contract";
import { ReaderState, type RelayDriver } from "@umbral/contract/doors/door-devices";
import { ORDER_ANSWER_MS, ORDER_LIFETIME_MS } from "@umbral/contract/doors/doors.contract";
import type { Namespace, Server, Socket } from "socket.io";
import { z } from "zod";
import type { Services } from "../../platform/context.ts";
import { noteAccess } from "./controllers.queries.ts";
import { configurationOf } from "./controllers.service.ts";

/** A line that is still there answers sooner; a controller that comes back waits no longer for a dead one. */
const SECOND_LINE_ANSWER_MS = 1000;

export type ReaderResult = ReaderSetupAnswer["outcome"] | "offline" | "no-answer";
export type OrderResult = DoorOrderAnswer["outcome"] | "offline" | "no-answer";

/** A controller's line as it is at one moment, on whichever process, and the run of its process behind it. */
export interface ControllerLine {
  socketId: string;
  boot: string;
}

/** Orders and questions to the buildings' controllers, on whichever server process each of them is connected. */
export class ControllerHub {
  readonly #namespace: Namespace;
  readonly #services: Services;

  constructor(io: Server, services: Services) {
    this.#namespace = io.of(CONTROLLER_NAMESPACE);
    this.#services = services;
  }

  /** The line on which a building's controller hears orders now; undefined while it is away. */
  async lineOf(buildingId: string): Promise<ControllerLine | undefined> {
    const line = (await this.#namespace.in(roomOf(buildingId)).fetchSockets()).at(-1);
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

  /** Says how the building's siren is to be. @returns how it is then, as far as the controller says */
  async siren(buildingId: string, order: SirenOrder): Promise<SirenState> {
    const answer = await this.#ask(buildingId, "siren:set", order, SirenAnswer, SIREN_ANSWER_MS);
    return typeof answer === "string" || answer.outcome === "failed" ? "unknown" : answer.outcome;
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
  async setUpReader(buildingId: string, setup: ReaderSetup): Promise<ReaderResult> {
    const answer = await this.#ask(buildingId, "reader:setup", setup, ReaderSetupAnswer, READER_ANSWER_MS);
    return typeof answer === "string" ? answer : answer.outcome;
  }

  /** How a door's reader is now. */
  readerState(buildingId: string, doorId: string): Promise<ReaderState | "offline" | "no-answer"> {
    return this.#ask(buildingId, "reader:state", { doorId }, ReaderState, READER_ANSWER_MS);
  }

  /** Tells the controller to start anew. */
  async restart(
    buildingId: string,
  ): Promise<z.infer<typeof RestartAnswer>["outcome"] | "offline" | "no-answer"> {
    const order = { issuedAt: this.#services.clock.steadyMs() };
    const answer = await this.#ask(buildingId, "restart", order, RestartAnswer, ORDER_ANSWER_MS);
    return typeof answer === "string" ? answer : answer.outcome;
  }

  /** Asks for one picture from an address, saved or not. */
  tryCamera(buildingId: string, source: CameraSource): Promise<CameraTrialAnswer | "offline" | "no-answer"> {
    const trial = { source, withinMs: CAMERA_TRIAL_MS };
    return this.#ask(buildingId, "camera:try", trial, CameraTrialAnswer, CAMERA_TRIAL_ANSWER_MS);
  }

  /** Asks whether a relay's device is there, without moving it. */
  tryRelay(buildingId: string, relay: RelayDriver): Promise<RelayTrialAnswer | "offline" | "no-answer"> {
    const trial = { relay, withinMs: RELAY_TRIAL_MS };
    return this.#ask(buildingId, "relay:try", trial, RelayTrialAnswer, RELAY_TRIAL_ANSWER_MS);
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
   * From now on this line is the one of its building. An older one is dead or dying: an order must not go down both.
   * It is ended only now, so that the building is never without one.
   */
  async takeOver(socket: Socket, buildingId: string, boot: string): Promise<void> {
    // Seen by other processes too: orders name it.
    Object.assign(socket.data, { boot });
    await socket.join(roomOf(buildingId));
    this.#namespace.in(roomOf(buildingId)).except(socket.id).disconnectSockets(true);
  }

  /** Does somebody answer on the building's line, so that it is not one that only nobody has ended yet? */
  async isAnswering(buildingId: string): Promise<boolean> {
    // Nobody watches for nobody: a question that changes nothing, which every controller answers.
    const nothing = { cameraId: this.#services.newId(), watcher: this.#services.nodeId };
    const answer = await this.#ask(
      buildingId,
      "camera:unwatch",
      nothing,
      z.object({}),
      SECOND_LINE_ANSWER_MS,
    );
    return typeof answer !== "string";
  }

  /** Ends the line of a building's controller, whose key is not believed any more. */
  dismiss(buildingId: string): void {
    this.#namespace.in(roomOf(buildingId)).disconnectSockets(true);
  }

  #ask<Event extends keyof typeof controllerOrders, Answer extends z.ZodType>(
    buildingId: string,
    ...asked: [Event, z.input<(typeof controllerOrders)[Event]>, Answer, number]
  ): Promise<z.output<Answer> | "offline" | "no-answer"> {
    return this.#askRoom(roomOf(buildingId), ...asked);
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

  /** Asks for a camera's frames on behalf of this process, for one lease. */
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

  /** Tells a building's controller what it must know now, after something of it changed. */
  async configure(buildingId: string): Promise<void> {
    const configuration = await configurationOf(this.#services, buildingId);
    this.#namespace
      .to(roomOf(buildingId))
      .emit("configuration", controllerOrders.configuration.parse(configuration));
  }

  /** Is the building's controller connected to any server process? */
  async isPresent(buildingId: string): Promise<boolean> {
    return (await this.#namespace.in(roomOf(buildingId)).fetchSockets()).length > 0;
  }

  /** The buildings whose controllers are connected, to whichever server process. */
  async presentBuildings(): Promise<ReadonlySet<string>> {
    const sockets = await this.#namespace.fetchSockets();
    return new Set(sockets.flatMap(({ rooms }) => [...rooms].flatMap((room) => buildingIn(room) ?? [])));
  }
}

const roomOf = (buildingId: string): string => `building:${buildingId}`;
const buildingIn = (room: string): string | undefined => /^building:(.+)$/.exec(room)?.[1];
