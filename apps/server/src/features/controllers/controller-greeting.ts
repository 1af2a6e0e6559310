import { randomBytes } from "node:crypto";
import { type AccessClaim, type KeptAccess, KNOWS_PASSES } from "@umbral/contract/access-control/access-list";
import {
  reportVideoTrouble,
  sendVideo,
  type VideoChunk,
  type VideoTrouble,
} from "@umbral/contract/cameras/video.contract";
import {
  reportCamera,
  reportFacts,
  reportLeaves,
  reportTag,
  sendFrame,
  type ToldFact,
} from "@umbral/contract/controllers/controller-facts.contract";
import { controllerOrders } from "@umbral/contract/controllers/controller-orders.contract";
import {
  CONTROLLER_NAMESPACE,
  controllerSignIn,
  HEARS_RELAYS,
  readClock,
  reportStatus,
  STATUS_EVERY_MS,
} from "@umbral/contract/controllers/controllers.contract";
import type { Namespace, Server, Socket } from "socket.io";
import type { z } from "zod";
import { networkOf } from "../../platform/address.ts";
import type { Services } from "../../platform/context.ts";
import { FairQueue } from "../../platform/fair-queue.ts";
import { LogThrottle } from "../../platform/log-throttle.ts";
import { addressThrough, originOf } from "../../platform/origin.ts";
import { pinKeyOf } from "../../platform/pin-key.ts";
import { plainLineRefusal } from "../../platform/plain-line.ts";
import { Refused } from "../../platform/refused.ts";
import { noteArrival } from "./absences.queries.ts";
import type { ControllerHub } from "./controller-hub.ts";
import { type Hearing, hearFromController, hearUnknown, refuseController } from "./controller-messages.ts";
import { noteConfiguration, noteSeen, noteStatus } from "./controller-states.queries.ts";
import { isStillKnown, type KnownController, recognise } from "./controllers.service.ts";
import { type FactKeeper, takeFacts } from "./facts.service.ts";
import { noteSecondSignIn } from "./second-sign-in.ts";

/** A controller that has not answered the challenge after this long is let go. */
const SIGN_IN_WITHIN_MS = 20_000;

/** What the other rooms want to hear from controllers. */
export interface ControllerListener extends FactKeeper {
  frame(cameraId: string, jpeg: Uint8Array): void;
  video(cameraId: string, chunk: VideoChunk): void;
  videoTrouble(cameraId: string, trouble: VideoTrouble): void;
  cameraState(cameraId: string, state: "starting" | "live" | "no-signal", since: string): void;
  /** A card was read at a reader of this building that was set up for it. */
  tagRead(buildingId: string, read: z.output<typeof reportTag.payload>): Promise<void>;
  leaves(
    controller: { id: string; buildingId: string },
    told: z.output<typeof reportLeaves.payload>,
  ): Promise<void>;
  /** A controller signed in, with the access list that it has; `ended` resolves with its line. */
  signedIn(line: SignedInLine): Promise<void>;
  /** A controller came or went. */
  presence(controller: KnownController, isPresent: boolean): Promise<void>;
}

/** How often at most a connection's cameras are asked for again, because of a frame of an unknown one. */
const LEARN_EVERY_MS = 1000;

/**
 * How often at most it is written down that a controller is still there: an absence of which nobody saw the beginning may seem so much
 * longer. Its own word of how it is, which comes sooner, says it as well.
 */
const SEEN_EVERY_MS = STATUS_EVERY_MS + 10_000;

/** A line from its sign-in to its end. */
export interface SignedInLine {
  buildingId: string;
  controllerId: string;
  socketId: string;
  access: KeptAccess | null;
  /** Passes may stand in the pages that it is told. */
  knowsPasses: boolean;
  /** The times in which it holds a door free; undefined when it does not say. */
  free: readonly string[] | undefined;
  ended: Promise<void>;
}

/** Of what it claims, what it has. */
const keptOf = (claim: AccessClaim | null): KeptAccess | null =>
  claim === null || claim.number === 0
    ? null
    : { epoch: claim.epoch, number: claim.number, digest: claim.digest };

interface SignedIn {
  controller: KnownController;
  learnedAt: number;
  /** When it was last written down that it is there, on the steady clock. */
  seenAt: number;
}

/** Controllers as they come: their greeting, their facts and their frames. What they are told goes through the hub. */
export class ControllerGreeting {
  readonly #namespace: Namespace;
  readonly #services: Services;
  readonly #hub: ControllerHub;
  /** Answers and farewells under way: the last things a stopping process writes. */
  readonly #underWay = new Set<Promise<unknown>>();
  /** By controller, or by nobody's name for those that have not signed in. */
  readonly #oddFrames: LogThrottle<string>;
  readonly #addressOf: ReturnType<typeof addressThrough>;
  readonly #refusePlainLine: ReturnType<typeof plainLineRefusal>;
  /** Anybody may claim to be one: those of one address together never take all of the database's connections. */
  readonly #recognising = new FairQueue({ atOnce: 8, atOnceOfOne: 4, waiting: 20_000, waitingOfOne: 4000 });
  #listener: ControllerListener | undefined;

  constructor(io: Server, services: Services, hub: ControllerHub) {
    this.#namespace = io.of(CONTROLLER_NAMESPACE);
    this.#services = services;
    this.#hub = hub;
    this.#addressOf = addressThrough(services.env.trustedProxies);
    this.#refusePlainLine = plainLineRefusal(services);
    this.#oddFrames = new LogThrottle((controllerId, times) =>
      services.log.warn({ controllerId, times }, "frames that cannot be any"),
    );
  }

  /** Begins to serve controllers. */
  serve(listener: ControllerListener): void {
    this.#listener = listener;
    this.#namespace.on("connection", (socket) => this.#greet(socket));
  }

  /** Resolves when nothing of controllers is under way any more: their lines are closed, and what they had sent is written. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) {
      await Promise.all(this.#underWay);
    }
    this.#oddFrames.stop();
  }

  #greet(socket: Socket): void {
    const nonce = randomBytes(32).toString("base64url");
    const impatience = setTimeout(() => socket.conn.close(), SIGN_IN_WITHIN_MS);
    socket.on("disconnect", () => {
      clearTimeout(impatience);
      // Who leaves and keeps the line open would hold it for ever, and be counted nowhere.
      socket.conn.close();
    });

    let signedIn: SignedIn | undefined;
    let isSigningIn = false;
    const hearing = this.#hearing(() => undefined);
    const network = networkOf(this.#addressOf(socket.request));
    hearFromController(socket, controllerSignIn, hearing, async (claim) => {
      if (signedIn || isSigningIn) {
        throw new Refused("BAD_REQUEST");
      }
      this.#refusePlainLine(socket.request);
      isSigningIn = true;
      try {
        const controller = await this.#recognising.run(network, () =>
          recognise(this.#services, { ...claim, nonce }),
        );
        this.#services.lines.signedIn(socket.request.socket, socket.request);
        clearTimeout(impatience);
        signedIn = await this.#welcome(socket, controller, claim).catch((error: unknown) => {
          // It would be told everything and could say nothing.
          socket.disconnect(true);
          throw error;
        });
        return {
          acknowledged: controller.acknowledged,
          accessKey: this.#services.accessSigner.publicKey,
          pinKey: pinKeyOf(this.#services, controller.buildingId).toString("base64url"),
          hears: [HEARS_RELAYS],
        };
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
    claim: Pick<
      z.output<typeof controllerSignIn.payload>,
      "version" | "revision" | "boot" | "access" | "free"
    >,
  ): Promise<SignedIn> {
    const { db, clock, log } = this.#services;
    await this.#noticeSecond(socket, controller);
    await noteArrival(db, controller.id, clock.now(), claim.version);
    await noteConfiguration(db, controller.id, claim.revision, clock.now());
    const isKnown = () => isStillKnown(this.#services, controller);
    if (!(await this.#hub.lines.takeOver(socket, controller, claim.boot, isKnown))) {
      throw new Refused("CONTROLLER_NOT_KNOWN");
    }
    // From here on it is told of as present: its end is told too, whatever fails meanwhile.
    socket.on("disconnect", () => {
      const farewell = this.#sayFarewell(controller)
        .catch((error: unknown) => log.error({ err: error, controllerId: controller.id }, "farewell failed"))
        .finally(() => this.#underWay.delete(farewell));
      this.#underWay.add(farewell);
    });
    const ended = new Promise<void>((resolve) => void socket.once("disconnect", () => resolve()));
    await this.#hub.telling.tellConfiguration(controller.id, claim.revision);
    await this.#listener?.presence(controller, true);
    await this.#listener?.signedIn({
      buildingId: controller.buildingId,
      controllerId: controller.id,
      socketId: socket.id,
      access: keptOf(claim.access),
      knowsPasses: claim.access?.knows.includes(KNOWS_PASSES) ?? false,
      free: claim.free,
      ended,
    });
    log.info({ controllerId: controller.id, version: claim.version }, "controller connected");
    return { controller, learnedAt: clock.steadyMs(), seenAt: Number.NEGATIVE_INFINITY };
  }

  /** Another line with this key is open: it is asked whether somebody is still there, and both are told of. */
  async #noticeSecond(socket: Socket, controller: KnownController): Promise<void> {
    if (!(await this.#hub.lines.isThere(controller.id))) {
      return;
    }
    const answered = await this.#hub.isAnswering(controller.id);
    const from = originOf(this.#addressOf(socket.request), {}).address;
    await noteSecondSignIn(this.#services, controller, { from, answered });
  }

  async #sayFarewell(controller: KnownController): Promise<void> {
    const { db, clock } = this.#services;
    await noteSeen(db, controller.id, clock.now());
    if (!(await this.#hub.lines.isThere(controller.id))) {
      await this.#listener?.presence(controller, false);
    }
  }

  /** Written down from time to time; that it leaves is written when it does. */
  async #stillSeen(socket: Socket, signedIn: SignedIn): Promise<void> {
    const { db, clock } = this.#services;
    const now = clock.steadyMs();
    if (now - signedIn.seenAt >= SEEN_EVERY_MS) {
      signedIn.seenAt = now;
      if (await this.#isKnownStill(socket, signedIn)) {
        await noteSeen(db, signedIn.controller.id, clock.now());
      }
    }
  }

  /**
   * Is its key believed still? Whoever takes it away ends the line. One that was killed between the two, or does not reach this
   * process, does not: then it ends here, within about a minute.
   */
  async #isKnownStill(socket: Socket, { controller }: SignedIn): Promise<boolean> {
    const isKnown = await isStillKnown(this.#services, controller);
    if (!isKnown) {
      this.#services.log.warn({ controllerId: controller.id }, "a line whose key was taken away is ended");
      socket.disconnect(true);
    }
    return isKnown;
  }

  #beside(writing: Promise<void>): void {
    const written = writing
      .catch((error: unknown) =>
        this.#services.log.warn({ err: error }, "that a controller is there could not be written down"),
      )
      .finally(() => this.#underWay.delete(written));
    this.#underWay.add(written);
  }

  #hearing(admit: Hearing["admit"]): Hearing {
    return { log: this.#services.log, underWay: this.#underWay, admit };
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
    const hearing = this.#hearing(known);

    hearFromController(socket, readClock, hearing, async () => {
      // Beside the answer: a database that is slow takes the server's time, and so its orders, from no controller.
      this.#beside(this.#stillSeen(socket, known()));
      const { clock } = services;
      return { steadyMs: clock.steadyMs(), dateMs: clock.now().getTime() };
    });
    hearFromController(socket, reportStatus, hearing, async (status) => {
      const signedIn = known();
      if (!(await this.#isKnownStill(socket, signedIn))) {
        throw new Refused("CONTROLLER_NOT_KNOWN");
      }
      await noteStatus(services.db, signedIn.controller.id, status, services.clock.now());
      // Its state says as well that it is there.
      signedIn.seenAt = services.clock.steadyMs();
      return {};
    });
    hearFromController(socket, reportFacts, hearing, async ({ facts }) => {
      const { controller } = known();
      return { acknowledged: await this.#take(controller, facts) };
    });
    hearFromController(socket, reportCamera, hearing, async ({ cameraId, state, since }) => {
      if (this.#hub.telling.configurations.isOf(known().controller.id, cameraId)) {
        this.#listener?.cameraState(cameraId, state, since);
      }
      return {};
    });
    hearFromController(socket, reportVideoTrouble, hearing, async ({ cameraId, trouble }) => {
      if (this.#hub.telling.configurations.isOf(known().controller.id, cameraId)) {
        this.#listener?.videoTrouble(cameraId, trouble);
      }
      return {};
    });
    // One after the other: the last one told is how it is.
    let leavesKept: Promise<unknown> = Promise.resolve();
    hearFromController(socket, reportLeaves, hearing, async (told) => {
      const { controller } = known();
      const keeping = leavesKept.then(() => this.#listener?.leaves(controller, told));
      leavesKept = keeping.catch(() => {});
      await keeping;
      return {};
    });
    hearFromController(socket, reportTag, hearing, async (read) => {
      const { controller } = known();
      if (this.#hub.telling.configurations.isOf(controller.id, read.doorId)) {
        await this.#listener?.tagRead(controller.buildingId, read);
      }
      return {};
    });
    this.#hearStream(socket, sendFrame, who, (cameraId, jpeg) => this.#listener?.frame(cameraId, jpeg));
    this.#hearStream(socket, sendVideo, who, (cameraId, chunk) => this.#listener?.video(cameraId, chunk));
  }

  /** What comes from a camera many times a second, without an acknowledgement. */
  #hearStream<Part>(
    socket: Socket,
    { event, payload }: { event: string; payload: z.ZodType<[string, Part]> },
    who: () => SignedIn | undefined,
    take: (cameraId: string, part: Part) => void,
  ): void {
    socket.on(event, (...args: unknown[]) => {
      const parsed = payload.safeParse(args);
      const signedIn = who();
      if (!parsed.success || !signedIn) {
        this.#oddFrames.note(signedIn?.controller.id ?? "none");
        refuseController(socket, event, args, signedIn ? "BAD_REQUEST" : "SIGN_IN_REQUIRED");
        return;
      }
      const [cameraId, part] = parsed.data;
      if (this.#hub.telling.configurations.isOf(signedIn.controller.id, cameraId)) {
        take(cameraId, part);
      } else {
        this.#learnDevices(signedIn);
      }
    });
  }

  /** A frame of a camera that was not there when this controller signed in: the building may have a new one. */
  #learnDevices(signedIn: SignedIn): void {
    const { clock, log } = this.#services;
    const now = clock.steadyMs();
    if (now - signedIn.learnedAt < LEARN_EVERY_MS) {
      return;
    }
    signedIn.learnedAt = now;
    this.#hub.telling.configurations
      .take(signedIn.controller.id)
      .catch((error: unknown) => log.error({ err: error }, "cameras could not be read"));
  }

  async #take(controller: KnownController, facts: readonly ToldFact[]): Promise<number> {
    if (!this.#listener) {
      throw new Refused("UNAVAILABLE");
    }
    return takeFacts(this.#services, this.#listener, controller, facts);
  }
}
