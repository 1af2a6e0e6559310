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
import { CONTROLLER_NAMESPACE } from "@umbral/contract/controllers/controllers.contract";
import { DeviceTrial, type TriedDevice } from "@umbral/contract/doors/device-trial";
import type { RelayDriver } from "@umbral/contract/doors/door-devices";
import { ORDER_ANSWER_MS, ORDER_LIFETIME_MS } from "@umbral/contract/doors/doors.contract";
import type { Server } from "socket.io";
import { z } from "zod";
import type { Services } from "../../platform/context.ts";
import { type ControllerLine, ControllerLines } from "./controller-lines.ts";
import { noteAccess } from "./controller-states.queries.ts";
import { ControllerTelling } from "./controller-telling.ts";
import { findControllerIds, findControllersOfWaysOut } from "./controllers.queries.ts";

/** A line that is still there answers sooner; a controller that comes back waits no longer for a dead one. */
const SECOND_LINE_ANSWER_MS = 1000;

export type ReaderResult = ReaderSetupAnswer["outcome"] | "offline" | "no-answer";
export type OrderResult = Exclude<DoorOrderAnswer["outcome"], "unknown"> | "offline" | "no-answer";

/** Orders and questions to the buildings' controllers, on whichever server process each of them is connected. */
export class ControllerHub {
  readonly lines: ControllerLines;
  readonly telling: ControllerTelling;
  readonly #services: Services;

  constructor(io: Server, services: Services) {
    this.#services = services;
    this.lines = new ControllerLines(io.of(CONTROLLER_NAMESPACE));
    this.telling = new ControllerTelling(this.lines, services);
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
    const answer = await this.lines.askLine(line.socketId, "door:operate", named, DoorOrderAnswer, withinMs);
    if (typeof answer === "string") {
      return answer;
    }
    // The device gave none: whether it moved is for the fact to say.
    return answer.outcome === "unknown" ? "no-answer" : answer.outcome;
  }

  /**
   * Says how a building's siren is to be, to the controller that it hangs on; without a siren, to any. One whose controller
   * was taken away hangs on none until it is moved: nobody knows of it.
   * @returns how it is then, as far as that one says
   */
  async siren(buildingId: string, order: SirenOrder): Promise<SirenState> {
    const { ids, hasSiren, ofSiren } = await findControllerIds(this.#services.db, buildingId);
    const withoutSiren = hasSiren ? [] : ids;
    const asked = ofSiren === null ? withoutSiren : [ofSiren];
    const states = await Promise.all(
      asked.map(async (id) => {
        const answer = await this.lines.ask(id, "siren:set", order, SirenAnswer, SIREN_ANSWER_MS);
        return typeof answer === "string" || answer.outcome === "failed" ? "unknown" : answer.outcome;
      }),
    );
    return states.find((state) => state !== "unknown") ?? "unknown";
  }

  /**
   * Says to all of a building's controllers whether an emergency frees their doors, each by the run that is there.
   * @returns how many doors are free by it, whether all that are there heard it, whether one that has a way out is away, by whom
   * it was not heard of both, and whether all answered and did it; one that is away did not, and a way out of no controller is
   * freed by nobody
   */
  async emergency(
    buildingId: string,
    { state, forMs }: Pick<EmergencyOrder, "state" | "forMs">,
  ): Promise<{
    doors: number;
    isHeard: boolean;
    isAnyAway: boolean;
    unheardBy: string[];
    isComplete: boolean;
  }> {
    const [there, withWaysOut] = await Promise.all([
      this.lines.ofBuilding(buildingId),
      findControllersOfWaysOut(this.#services.db, buildingId),
    ]);
    const answers = await Promise.all(
      there.map(async ({ line }) => {
        if (line === undefined) {
          return undefined;
        }
        const order = { state, forMs, issuedAt: this.#services.clock.steadyMs(), boot: line.boot };
        const answer = await this.lines.askLine(
          line.socketId,
          "doors:emergency",
          order,
          EmergencyAnswer,
          EMERGENCY_ANSWER_MS,
        );
        return typeof answer === "string" || answer.outcome === "expired" ? undefined : answer;
      }),
    );
    const away = withWaysOut.filter((id) => there.every(({ controllerId }) => controllerId !== id));
    const deaf = there.filter((_, at) => answers[at] === undefined);
    return {
      doors: answers.reduce((sum, answer) => sum + (answer?.doors ?? 0), 0),
      isHeard: deaf.length === 0,
      isAnyAway: away.some((id) => id !== null),
      unheardBy: [...deaf.map(({ controllerId }) => controllerId), ...away].flatMap((id) => id ?? []),
      isComplete:
        answers.length > 0 && away.length === 0 && answers.every((answer) => answer?.outcome === "done"),
    };
  }

  /** The next card at a door's reader is for this setup. */
  async setUpReader(controllerId: string, setup: ReaderSetup): Promise<ReaderResult> {
    const answer = await this.lines.ask(
      controllerId,
      "reader:setup",
      setup,
      ReaderSetupAnswer,
      READER_ANSWER_MS,
    );
    return typeof answer === "string" ? answer : answer.outcome;
  }

  /** How a device is now. */
  tryDevice(
    controllerId: string,
    asked: { device: TriedDevice; id: string },
  ): Promise<DeviceTrial | "offline" | "no-answer"> {
    return this.lines.ask(controllerId, "device:try", asked, DeviceTrial, DEVICE_ANSWER_MS);
  }

  /** Asks the controller that counts a pass whether so many more may come in by it. It is told once, and late it is nothing. */
  async enterByPass(
    controllerId: string,
    entry: Omit<PassEntryOrder, "issuedAt">,
  ): Promise<z.infer<typeof PassEntryAnswer>["outcome"] | "offline" | "no-answer"> {
    const order = { ...entry, issuedAt: this.#services.clock.steadyMs() };
    const answer = await this.lines.ask(controllerId, "pass:enter", order, PassEntryAnswer, ORDER_ANSWER_MS);
    return typeof answer === "string" ? answer : answer.outcome;
  }

  /** Asks the controller that counts a pass to let go of it. What is not known to it is no answer, as with programs of before. */
  async handPassOver(
    controllerId: string,
    asked: PassHandover,
  ): Promise<z.infer<typeof PassHandoverAnswer>["outcome"] | "offline" | "no-answer"> {
    const answer = await this.lines.ask(
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
    const answer = await this.lines.ask(controllerId, "clip:keep", order, ClipOrderAnswer, CLIP_ANSWER_MS);
    return typeof answer === "string" ? answer : answer.outcome;
  }

  /** Asks for the part of a clip that begins at this byte. */
  clipPart(
    controllerId: string,
    asked: { clipId: string; from: number },
  ): Promise<ClipPartAnswer | "offline" | "no-answer"> {
    return this.lines.ask(controllerId, "clip:part", asked, ClipPartAnswer, CLIP_ANSWER_MS);
  }

  /** Tells the controller to start anew. */
  async restart(
    controllerId: string,
  ): Promise<z.infer<typeof RestartAnswer>["outcome"] | "offline" | "no-answer"> {
    const order = { issuedAt: this.#services.clock.steadyMs() };
    const answer = await this.lines.ask(controllerId, "restart", order, RestartAnswer, ORDER_ANSWER_MS);
    return typeof answer === "string" ? answer : answer.outcome;
  }

  /** Asks for one picture from an address, saved or not. */
  tryCamera(
    controllerId: string,
    source: CameraSource,
  ): Promise<CameraTrialAnswer | "offline" | "no-answer"> {
    const trial = { source, withinMs: CAMERA_TRIAL_MS };
    return this.lines.ask(controllerId, "camera:try", trial, CameraTrialAnswer, CAMERA_TRIAL_ANSWER_MS);
  }

  /** Looks for cameras in the controller's networks, or at one address. */
  searchCameras(
    controllerId: string,
    host: string | null,
  ): Promise<CameraSearchAnswer | "offline" | "no-answer"> {
    const search = { host, withinMs: CAMERA_SEARCH_MS };
    const waitMs = CAMERA_SEARCH_MS + ONVIF_ANSWER_SLACK_MS;
    return this.lines.ask(controllerId, "cameras:search", search, CameraSearchAnswer, waitMs);
  }

  /** Asks a camera that was found for its streams. */
  cameraStreams(
    controllerId: string,
    camera: Omit<StreamsQuestion, "withinMs">,
  ): Promise<StreamsAnswer | "offline" | "no-answer"> {
    const question = { ...camera, withinMs: CAMERA_STREAMS_MS };
    const waitMs = CAMERA_STREAMS_MS + ONVIF_ANSWER_SLACK_MS;
    return this.lines.ask(controllerId, "camera:streams", question, StreamsAnswer, waitMs);
  }

  /** Asks whether a relay's device is there, without moving it. */
  tryRelay(controllerId: string, relay: RelayDriver): Promise<RelayTrialAnswer | "offline" | "no-answer"> {
    const trial = { relay, withinMs: RELAY_TRIAL_MS };
    return this.lines.ask(controllerId, "relay:try", trial, RelayTrialAnswer, RELAY_TRIAL_ANSWER_MS);
  }

  /** Tells one page of an access list down one line. */
  sendAccessPage(socketId: string, page: AccessPage): Promise<AccessPageAnswer | "offline" | "no-answer"> {
    return this.lines.askLine(socketId, "access:page", page, AccessPageAnswer, ACCESS_PAGE_ANSWER_MS);
  }

  /** Keeps what a controller says that it has, so that it is seen while it is away. */
  async noteAccess(controllerId: string, kept: KeptAccess | null): Promise<void> {
    await noteAccess(this.#services.db, controllerId, kept, this.#services.clock.now());
  }

  /** Does somebody answer on the controller's line, so that it is not one that only nobody has ended yet? */
  async isAnswering(controllerId: string): Promise<boolean> {
    // Nobody watches for nobody: a question that changes nothing, which every controller answers.
    const nothing = { cameraId: this.#services.newId(), watcher: this.#services.nodeId };
    const answer = await this.lines.ask(
      controllerId,
      "camera:unwatch",
      nothing,
      z.object({}),
      SECOND_LINE_ANSWER_MS,
    );
    return typeof answer !== "string";
  }

  /**
   * Asks for a camera's frames on behalf of this process, for one lease. All controllers of the building hear it: only
   * the one that has the camera does anything, also when it has it since a moment ago.
   */
  watch(buildingId: string, cameraId: string): void {
    this.lines.tellBuilding(buildingId, "camera:watch", {
      ...this.#watcherOf(cameraId),
      leaseMs: WATCH_LEASE_MS,
    });
  }

  unwatch(buildingId: string, cameraId: string): void {
    this.lines.tellBuilding(buildingId, "camera:unwatch", this.#watcherOf(cameraId));
  }

  /** The same for a camera's video. */
  watchVideo(buildingId: string, cameraId: string): void {
    this.lines.tellBuilding(buildingId, "video:watch", {
      ...this.#watcherOf(cameraId),
      leaseMs: WATCH_LEASE_MS,
    });
  }

  unwatchVideo(buildingId: string, cameraId: string): void {
    this.lines.tellBuilding(buildingId, "video:unwatch", this.#watcherOf(cameraId));
  }

  #watcherOf(cameraId: string) {
    return { cameraId, watcher: this.#services.nodeId };
  }
}
