import { createHmac, type KeyObject, randomUUID, sign } from "node:crypto";
import { AccessPage, KNOWS_PASSES, NO_ENTRIES } from "@umbral/contract/access-control/access-list";
import type { AccessOutcome } from "@umbral/contract/access-control/decision";
import { pinText } from "@umbral/contract/access-control/pins";
import { reportCamera, reportFacts, sendFrame } from "@umbral/contract/controllers/controller-facts.contract";
import {
  DoorOrder,
  type DoorOrderAnswer,
  EmergencyOrder,
  UnwatchCamera,
  WatchCamera,
} from "@umbral/contract/controllers/controller-orders.contract";
import {
  Challenge,
  CONTROLLER_NAMESPACE,
  ControllerConfiguration,
  challengeText,
  controllerSignIn,
  readClock,
  reportStatus,
  STATUS_EVERY_MS,
} from "@umbral/contract/controllers/controllers.contract";
import { ORDER_LIFETIME_MS } from "@umbral/contract/doors/doors.contract";
import { ClockEstimate } from "@umbral/contract/lib/steady-clock";
import type { Socket } from "socket.io-client";
import { SimulatedBuilding } from "../building.ts";
import { type Asker, lineTo, tell } from "./asking.ts";
import { LightFacts } from "./light-facts.ts";
import { LightList, type Verdict } from "./light-list.ts";

/** As real controllers read the server's clock. */
const CLOCK_EVERY_MS = 10_000;
const READING_KEPT_MS = 60_000;
const AGAIN_MS = 1000;
/** A pass reaches the list with the server's next round of it. */
const PASS_ARRIVES_MS = 20_000;

export interface LightControllerParts extends Pick<Asker, "url" | "headers"> {
  controllerId: string;
  key: KeyObject;
  timeZone: string;
  /** What every camera shows: painted once, since a painter for each would cost more than all that is tried. */
  picture: Uint8Array;
  /** Something that should have worked did not. */
  failed: (why: string) => void;
}

/**
 * A building's controller as the server sees it, light enough for hundreds in one process: it speaks the controller's line by
 * the contract's schemas, keeps the signed list, decides by the contract's rules and moves simulated doors. What it leaves
 * out: a disk (its facts wait in memory), devices, clips, motion and video.
 */
export class LightController {
  readonly building = new SimulatedBuilding();
  readonly #parts: LightControllerParts;
  readonly #boot = randomUUID();
  readonly #list: LightList;
  readonly #facts: LightFacts;
  readonly #estimate = new ClockEstimate(READING_KEPT_MS);
  readonly #leases = new Map<string, Map<string, number>>();
  readonly #cameras = new Map<string, NodeJS.Timeout>();
  readonly #began = performance.now();
  #configuration: ControllerConfiguration | undefined;
  #pinKey: Buffer | undefined;
  #socket: Socket | undefined;
  #timers: NodeJS.Timeout[] = [];
  #isWanted = true;
  /** How often its line broke and was dialled again. */
  lines = 0;

  constructor(parts: LightControllerParts) {
    this.#parts = parts;
    this.#list = new LightList(parts.timeZone);
    this.#facts = new LightFacts((facts) => {
      if (!this.#socket?.connected) {
        throw new Error("no line");
      }
      return tell(this.#socket, reportFacts, { facts });
    });
  }

  /** What was not acknowledged yet. */
  get waiting(): number {
    return this.#facts.waiting;
  }

  /** Signs in, and is kept signed in from then on. Resolves once it knows its doors. */
  async connect(): Promise<void> {
    const socket = lineTo(this.#parts, CONTROLLER_NAMESPACE);
    this.#socket = socket;
    this.lines += 1;
    await new Promise<void>((resolve, reject) => {
      socket.once("connect_error", reject);
      socket.once("disconnect", (why) => reject(new Error(why)));
      socket.once("challenge", (challenge: unknown) => {
        this.#signIn(socket, challenge).then(resolve, reject);
      });
      this.#obey(socket);
    }).catch((error: unknown) => {
      socket.disconnect();
      throw error;
    });
    socket.once("disconnect", () => this.#comeBack());
  }

  close(): void {
    this.#isWanted = false;
    this.#hangUp();
    this.#socket?.disconnect();
  }

  /** Somebody holds a card to a reader. Resolves when the server has it. */
  swipe(doorId: string, tag: string): Promise<AccessOutcome> {
    return this.#letIn(doorId, "CARD", tag, this.#list.judgeCard(tag, doorId, Date.now()));
  }

  /** A guest types the code of their pass. Resolves when the server has it. */
  async type(doorId: string, code: string): Promise<AccessOutcome> {
    if (this.#pinKey === undefined) {
      throw new Error("the server named no key for codes");
    }
    const digest = createHmac("sha256", this.#pinKey).update(pinText(code)).digest("hex");
    await this.#list.until(`pass:${digest}`, PASS_ARRIVES_MS);
    return this.#letIn(doorId, "PASS", null, this.#list.judgePass(digest, doorId, Date.now()));
  }

  /** Resolves once this card stands in its list. */
  knows(tag: string, ms: number): Promise<void> {
    return this.#list.until(`card:${tag}`, ms);
  }

  async #letIn(
    doorId: string,
    origin: "CARD" | "PASS",
    tag: string | null,
    { outcome, cardId, holderId, ...pass }: Verdict,
  ): Promise<AccessOutcome> {
    const accessId = randomUUID();
    const at = new Date().toISOString();
    const shown = {
      credential: origin === "CARD" ? ("card" as const) : ("pass" as const),
      cardId,
      holderId,
      ...pass,
    };
    const told = this.#facts.add({
      kind: "access-decided",
      at,
      accessId,
      doorId,
      outcome,
      ...shown,
      tag: cardId === null ? tag : null,
      isOffline: false,
    });
    if (outcome !== "granted") {
      await told;
      return outcome;
    }
    await this.#move(doorId);
    await this.#facts.add({
      kind: "door-opened",
      at,
      openingId: accessId,
      doorId,
      origin,
      orderId: null,
      isCertain: true,
    });
    return outcome;
  }

  async #signIn(socket: Socket, challenge: unknown): Promise<void> {
    const { controllerId, key } = this.#parts;
    const { nonce } = Challenge.parse(challenge);
    const signed = sign(null, Buffer.from(challengeText(controllerId, nonce)), key);
    const claim = this.#list.kept ?? { epoch: 0, number: 0, digest: NO_ENTRIES };
    const { acknowledged, accessKey, pinKey } = await tell(socket, controllerSignIn, {
      controllerId,
      signature: signed.toString("base64url"),
      version: "city",
      boot: this.#boot,
      revision: this.#configuration?.revision ?? null,
      access: { ...claim, knows: [KNOWS_PASSES] },
    });
    this.#list.hearKey(accessKey);
    this.#pinKey = pinKey === undefined ? this.#pinKey : Buffer.from(pinKey, "base64url");
    this.#facts.begin(acknowledged);
    await this.#readClock(socket);
    this.#timers = [
      setInterval(() => this.#quietly(this.#readClock(socket), "clock"), CLOCK_EVERY_MS),
      setInterval(() => this.#tellStatus(socket), STATUS_EVERY_MS),
    ];
    this.#tellStatus(socket);
  }

  async #readClock(socket: Socket): Promise<void> {
    const sentAt = performance.now();
    const { steadyMs } = await tell(socket, readClock, {});
    this.#estimate.add({ sentAt, receivedAt: performance.now(), steadyMs });
  }

  #tellStatus(socket: Socket): void {
    socket.emit(reportStatus.event, {
      uptimeMs: Math.round(performance.now() - this.#began),
      queue: this.#facts.waiting,
      clockErrorMs: 0,
      faults: [],
    });
  }

  #obey(socket: Socket): void {
    socket.on("configuration", (told: unknown, acknowledge?: (answer: object) => void) => {
      this.#configuration = ControllerConfiguration.parse(told);
      acknowledge?.({ revision: this.#configuration.revision });
    });
    socket.on("access:page", (page: unknown, acknowledge: (answer: object) => void) =>
      acknowledge(this.#list.take(AccessPage.parse(page))),
    );
    socket.on("door:operate", (order: unknown, acknowledge: (answer: DoorOrderAnswer) => void) => {
      this.#operate(DoorOrder.parse(order)).then(
        (outcome) => acknowledge({ outcome }),
        () => acknowledge({ outcome: "failed" }),
      );
    });
    socket.on("siren:set", (_: unknown, acknowledge: (answer: object) => void) =>
      acknowledge({ outcome: "none" }),
    );
    socket.on("doors:emergency", (order: unknown, acknowledge: (answer: object) => void) => {
      EmergencyOrder.parse(order);
      acknowledge({ outcome: "done", doors: 0 });
    });
    socket.on("camera:watch", (watch: unknown, acknowledge?: (answer: object) => void) => {
      const { cameraId, watcher, leaseMs } = WatchCamera.parse(watch);
      const leases = this.#leases.get(cameraId) ?? new Map<string, number>();
      this.#leases.set(cameraId, leases.set(watcher, performance.now() + leaseMs));
      acknowledge?.({});
      socket.emit(reportCamera.event, { cameraId, state: "live", since: new Date().toISOString() });
      this.#film(cameraId);
    });
    socket.on("camera:unwatch", (watch: unknown, acknowledge?: (answer: object) => void) => {
      const { cameraId, watcher } = UnwatchCamera.parse(watch);
      this.#leases.get(cameraId)?.delete(watcher);
      acknowledge?.({});
    });
  }

  async #operate({ orderId, doorId, issuedAt, boot }: DoorOrder): Promise<DoorOrderAnswer["outcome"]> {
    const now = performance.now();
    const clock = this.#estimate.best(now);
    if (boot !== this.#boot || !clock || now + clock.offset - issuedAt > ORDER_LIFETIME_MS) {
      return "expired";
    }
    await this.#move(doorId);
    this.#quietly(
      this.#facts.add({
        kind: "door-opened",
        at: new Date().toISOString(),
        openingId: randomUUID(),
        doorId,
        origin: "APP",
        orderId,
        isCertain: true,
      }),
      "facts",
    );
    return "moved";
  }

  /** The current goes as it came: nobody measures here how long a lock is held. */
  async #move(doorId: string): Promise<void> {
    const { coil } = this.building.door(doorId);
    await coil.set(true);
    await coil.set(false);
  }

  /** Sends pictures of a camera for as long as somebody has a lease of it. */
  #film(cameraId: string): void {
    const camera = this.#configuration?.cameras.find(({ id }) => id === cameraId);
    if (!camera || this.#cameras.has(cameraId)) {
      return;
    }
    const send = () => {
      const now = performance.now();
      const isWatched = [...(this.#leases.get(cameraId)?.values() ?? [])].some((until) => until > now);
      if (isWatched) {
        this.#socket?.volatile.emit(sendFrame.event, cameraId, this.#parts.picture);
      } else {
        clearInterval(this.#cameras.get(cameraId));
        this.#cameras.delete(cameraId);
      }
    };
    this.#cameras.set(cameraId, setInterval(send, 1000 / camera.framesPerSecond));
    send();
  }

  #hangUp(): void {
    for (const timer of [...this.#timers.splice(0), ...this.#cameras.values()]) {
      clearInterval(timer);
    }
    this.#cameras.clear();
    this.#estimate.forget();
  }

  #comeBack(): void {
    this.#hangUp();
    if (this.#isWanted) {
      // Spread out, as real ones come back.
      setTimeout(
        () => {
          if (this.#isWanted) {
            this.connect().catch(() => this.#comeBack());
          }
        },
        AGAIN_MS * (0.5 + Math.random()),
      );
    }
  }

  #quietly(work: Promise<unknown>, what: string): void {
    work.catch((error: unknown) => {
      if (this.#isWanted && this.#socket?.connected) {
        this.#parts.failed(`${what}: ${error instanceof Error ? error.message : String(error)}`);
      }
    });
  }
}
