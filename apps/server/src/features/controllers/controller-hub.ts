import { randomBytes } from "node:crypto";
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
  CONTROLLER_NAMESPACE,
  type ControllerConfiguration,
  type ControllerFact,
  controllerOrders,
  controllerSignIn,
  type DoorOrder,
  DoorOrderAnswer,
  READER_ANSWER_MS,
  RELAY_TRIAL_ANSWER_MS,
  RELAY_TRIAL_MS,
  type ReaderSetup,
  ReaderSetupAnswer,
  RelayTrialAnswer,
  RestartAnswer,
  readClock,
  reportCamera,
  reportFacts,
  reportStatus,
  reportTag,
  SIREN_ANSWER_MS,
  SirenAnswer,
  type SirenOrder,
  sendFrame,
  WATCH_LEASE_MS,
} from "@umbral/contract/controllers/controllers.contract";
import type { RelayDriver } from "@umbral/contract/doors/door-devices";
import { ORDER_ANSWER_MS, ORDER_LIFETIME_MS } from "@umbral/contract/doors/doors.contract";
import type { Namespace, Server, Socket } from "socket.io";
import { z } from "zod";
import type { Services } from "../../platform/context.ts";
import { LogThrottle } from "../../platform/log-throttle.ts";
import { addressThrough, originOf } from "../../platform/origin.ts";
import { plainLineRefusal } from "../../platform/plain-line.ts";
import { Refused } from "../../platform/refused.ts";
import { hearFromController, hearUnknown, refuseController } from "./controller-messages.ts";
import { noteAccess, noteSeen, noteStatus } from "./controllers.queries.ts";
import { configurationOf, type KnownController, recognise } from "./controllers.service.ts";
import { type FactKeeper, takeFacts } from "./facts.service.ts";
import { noteSecondSignIn } from "./second-sign-in.ts";

/** A controller that has not answered the challenge after this long is let go. */
const SIGN_IN_WITHIN_MS = 20_000;
/** A line that is still there answers sooner; a controller that comes back waits no longer for a dead one. */
const SECOND_LINE_ANSWER_MS = 1000;

/** What the other rooms want to hear from controllers. */
export interface ControllerListener extends FactKeeper {
  frame(cameraId: string, jpeg: Uint8Array): void;
  cameraState(cameraId: string, state: "starting" | "live" | "no-signal", since: string): void;
  /** A card was read at a reader of this building that was set up for it. */
  tagRead(buildingId: string, read: z.output<typeof reportTag.payload>): Promise<void>;
  /** A controller signed in, with the access list that it has; `ended` resolves with its line. */
  signedIn(line: SignedInLine): Promise<void>;
  /** The building's controller came or went. */
  presence(buildingId: string, isPresent: boolean): Promise<void>;
}

export type ReaderResult = ReaderSetupAnswer["outcome"] | "offline" | "no-answer";
export type OrderResult = DoorOrderAnswer["outcome"] | "offline" | "no-answer";

/** How often at most a connection's cameras are asked for again, because of a frame of an unknown one. */
const LEARN_EVERY_MS = 1000;

/** A controller's line as it is at one moment, on whichever process, and the run of its process behind it. */
export interface ControllerLine {
  socketId: string;
  boot: string;
}

/** A line from its sign-in to its end. */
export interface SignedInLine {
  buildingId: string;
  controllerId: string;
  socketId: string;
  access: KeptAccess | null;
  ended: Promise<void>;
}

interface SignedIn {
  controller: KnownController;
  cameras: ReadonlySet<string>;
  learnedAt: number;
}

/** The line to the buildings' controllers, on whichever server process each of them is connected. */
export class ControllerHub {
  readonly #namespace: Namespace;
  readonly #services: Services;
  /** Farewells under way: the last things a stopping process writes. */
  readonly #farewells = new Set<Promise<void>>();
  /** By controller, or by nobody's name for those that have not signed in. */
  readonly #oddFrames: LogThrottle<string>;
  readonly #addressOf: ReturnType<typeof addressThrough>;
  readonly #refusePlainLine: ReturnType<typeof plainLineRefusal>;
  #listener: ControllerListener | undefined;

  constructor(io: Server, services: Services) {
    this.#namespace = io.of(CONTROLLER_NAMESPACE);
    this.#services = services;
    this.#addressOf = addressThrough(services.env.trustedProxies);
    this.#refusePlainLine = plainLineRefusal(services.env);
    this.#oddFrames = new LogThrottle((controllerId, times) =>
      services.log.warn({ controllerId, times }, "frames that cannot be any"),
    );
  }

  /** Begins to serve controllers. */
  serve(listener: ControllerListener): void {
    this.#listener = listener;
    this.#namespace.on("connection", (socket) => this.#greet(socket));
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

  /** The next card at a door's reader is for this setup. */
  async setUpReader(buildingId: string, setup: ReaderSetup): Promise<ReaderResult> {
    const answer = await this.#ask(buildingId, "reader:setup", setup, ReaderSetupAnswer, READER_ANSWER_MS);
    return typeof answer === "string" ? answer : answer.outcome;
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

  /** Resolves when nothing of controllers that left is under way any more. */
  async settled(): Promise<void> {
    await Promise.all([...this.#farewells]);
    this.#oddFrames.stop();
  }

  #greet(socket: Socket): void {
    const nonce = randomBytes(32).toString("base64url");
    const impatience = setTimeout(() => socket.conn.close(), SIGN_IN_WITHIN_MS);
    socket.on("disconnect", () => clearTimeout(impatience));

    let signedIn: SignedIn | undefined;
    let isSigningIn = false;
    hearFromController(socket, controllerSignIn, this.#services, async (claim) => {
      if (signedIn || isSigningIn) {
        throw new Refused("BAD_REQUEST");
      }
      this.#refusePlainLine(socket.request);
      isSigningIn = true;
      try {
        const controller = await recognise(this.#services, { ...claim, nonce });
        this.#services.lines.signedIn(socket.request.socket);
        clearTimeout(impatience);
        signedIn = await this.#welcome(socket, controller, claim);
        return { acknowledged: controller.acknowledged, accessKey: this.#services.accessSigner.publicKey };
      } finally {
        isSigningIn = false;
      }
    });
    this.#hearFacts(socket, () => signedIn);
    hearUnknown(socket);
    socket.emit("challenge", controllerOrders.challenge.parse({ nonce }));
  }

  async #welcome(
    socket: Socket,
    controller: KnownController,
    claim: { version: string; revision: string | null; boot: string; access: KeptAccess | null },
  ): Promise<SignedIn> {
    const { db, clock, log } = this.#services;
    const room = roomOf(controller.buildingId);
    const configuration = await configurationOf(this.#services, controller.buildingId);
    await this.#noticeSecond(socket, controller);
    await noteSeen(db, controller.id, clock.now(), claim.version);
    // Seen by other processes too: orders name it.
    Object.assign(socket.data, { boot: claim.boot });
    await socket.join(room);
    // An older line of the same controller is dead or dying: an order must not go down both. Ended only now,
    // so that the building is never without one.
    this.#namespace.in(room).except(socket.id).disconnectSockets(true);
    if (configuration.revision !== claim.revision) {
      socket.emit("configuration", controllerOrders.configuration.parse(configuration));
    }
    await this.#listener?.presence(controller.buildingId, true);
    await this.#listener?.signedIn({
      buildingId: controller.buildingId,
      controllerId: controller.id,
      socketId: socket.id,
      access: claim.access,
      ended: new Promise((resolve) => void socket.once("disconnect", () => resolve())),
    });
    socket.on("disconnect", () => {
      const farewell = this.#sayFarewell(controller)
        .catch((error: unknown) => log.error({ err: error, controllerId: controller.id }, "farewell failed"))
        .finally(() => this.#farewells.delete(farewell));
      this.#farewells.add(farewell);
    });
    log.info({ controllerId: controller.id, version: claim.version }, "controller connected");
    return { controller, cameras: camerasIn(configuration), learnedAt: clock.steadyMs() };
  }

  /** Another line with this key is open: it is asked whether somebody is still there, and both are told of. */
  async #noticeSecond(socket: Socket, controller: KnownController): Promise<void> {
    if (!(await this.isPresent(controller.buildingId))) {
      return;
    }
    // Nobody watches for nobody: a question that changes nothing, which every controller answers.
    const nothing = { cameraId: this.#services.newId(), watcher: this.#services.nodeId };
    const { buildingId } = controller;
    const answer = await this.#ask(
      buildingId,
      "camera:unwatch",
      nothing,
      z.object({}),
      SECOND_LINE_ANSWER_MS,
    );
    const from = originOf(this.#addressOf(socket.request), {}).address;
    await noteSecondSignIn(this.#services, controller, { from, answered: typeof answer !== "string" });
  }

  async #sayFarewell(controller: KnownController): Promise<void> {
    const { db, clock } = this.#services;
    await noteSeen(db, controller.id, clock.now(), undefined);
    if (!(await this.isPresent(controller.buildingId))) {
      await this.#listener?.presence(controller.buildingId, false);
    }
  }

  #hearFacts(socket: Socket, who: () => SignedIn | undefined): void {
    const services = this.#services;
    const known = (): SignedIn => {
      const signedIn = who();
      if (!signedIn) {
        throw new Refused("SIGN_IN_REQUIRED");
      }
      return signedIn;
    };

    hearFromController(socket, readClock, services, async () => {
      const { controller } = known();
      // Read last: the time that the database takes must not count as the line's.
      await noteSeen(services.db, controller.id, services.clock.now(), undefined);
      return { steadyMs: services.clock.steadyMs() };
    });
    hearFromController(socket, reportStatus, services, async (status) => {
      await noteStatus(services.db, known().controller.id, status, services.clock.now());
      return {};
    });
    hearFromController(socket, reportFacts, services, async ({ facts }) => {
      const { controller } = known();
      return { acknowledged: await this.#take(controller, facts) };
    });
    hearFromController(socket, reportCamera, services, async ({ cameraId, state, since }) => {
      if (known().cameras.has(cameraId)) {
        this.#listener?.cameraState(cameraId, state, since);
      }
      return {};
    });
    hearFromController(socket, reportTag, services, async (read) => {
      await this.#listener?.tagRead(known().controller.buildingId, read);
      return {};
    });
    socket.on(sendFrame.event, (...args: unknown[]) => {
      const parsed = sendFrame.payload.safeParse(args);
      const signedIn = who();
      if (!parsed.success || !signedIn) {
        this.#oddFrames.note(signedIn?.controller.id ?? "none");
        refuseController(socket, sendFrame.event, args, signedIn ? "BAD_REQUEST" : "SIGN_IN_REQUIRED");
        return;
      }
      const [cameraId, jpeg] = parsed.data;
      if (signedIn.cameras.has(cameraId)) {
        this.#listener?.frame(cameraId, jpeg);
      } else {
        this.#learnCameras(signedIn);
      }
    });
  }

  /** A frame of a camera that was not there when this controller signed in: the building may have a new one. */
  #learnCameras(signedIn: SignedIn): void {
    const { clock, log } = this.#services;
    const now = clock.steadyMs();
    if (now - signedIn.learnedAt < LEARN_EVERY_MS) {
      return;
    }
    signedIn.learnedAt = now;
    configurationOf(this.#services, signedIn.controller.buildingId)
      .then((configuration) => {
        signedIn.cameras = camerasIn(configuration);
      })
      .catch((error: unknown) => log.error({ err: error }, "cameras could not be read"));
  }

  async #take(controller: KnownController, facts: readonly ControllerFact[]): Promise<number> {
    if (!this.#listener) {
      throw new Refused("UNAVAILABLE");
    }
    return takeFacts(this.#services, this.#listener, controller, facts);
  }
}

const camerasIn = (configuration: ControllerConfiguration): ReadonlySet<string> =>
  new Set(configuration.cameras.map(({ id }) => id));

const roomOf = (buildingId: string): string => `building:${buildingId}`;
const buildingIn = (room: string): string | undefined => /^building:(.+)$/.exec(room)?.[1];
