import { createPublicKey, randomBytes, randomUUID, verify } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { AccessPageAnswer, type KeptAccess } from "@umbral/contract/access-control/access-list";
import { sendVideo, type VideoChunk } from "@umbral/contract/cameras/video.contract";
import {
  ControllerFact,
  reportCamera,
  reportFacts,
  reportTag,
  sendFrame,
} from "@umbral/contract/controllers/controller-facts.contract";
import { type DoorOrder, DoorOrderAnswer } from "@umbral/contract/controllers/controller-orders.contract";
import {
  CONTROLLER_NAMESPACE,
  type ControllerConfiguration,
  type ControllerKey,
  type ControllerStatus,
  challengeText,
  controllerSignIn,
  HEARS_RELAYS,
  pairController,
  readClock,
  reportStatus,
} from "@umbral/contract/controllers/controllers.contract";
import { DOOR_OPEN } from "@umbral/contract/doors/doors.contract";
import { sentenceOf } from "@umbral/contract/lib/refusals";
import { Server, type Socket } from "socket.io";

import { AccessPages } from "./access-pages.ts";

const PAIRING_CODE = "K7QM-2XAB-9TPC";

/** A server of the contract in this process, that can be rude on purpose and counts everything. */
export class FakeServer {
  /** The code that is worth a registration now. */
  pairingCode = PAIRING_CODE;
  readonly controllerId = randomUUID();
  readonly buildingId = randomUUID();
  /** The building's access list, and the key that signs it. */
  readonly access = new AccessPages(this.buildingId);
  configuration: ControllerConfiguration | undefined;
  /** Facts that were kept, in the order of their numbers. */
  readonly facts: ControllerFact[] = [];
  acknowledged = 0;
  readonly frames: { cameraId: string; jpeg: Uint8Array }[] = [];
  /** Of cameras whose video is watched. */
  readonly chunks: VideoChunk[] = [];
  readonly cameraStates: { cameraId: string; state: string }[] = [];
  /** Tags that were told, of readers that were set up. */
  readonly tags: string[] = [];
  /** What the controller said of itself, the last one last. */
  readonly statuses: ControllerStatus[] = [];
  /** What it takes of that beyond the words of the first release; undefined for a server of that one, which does not say. */
  hears: readonly string[] | undefined = [HEARS_RELAYS];
  signInsRefused = 0;
  readonly signIns: { revision: string | null; version: string; access: KeptAccess | null }[] = [];
  /** Added to the steady clock: another server process, or one that was set wrong. */
  clockOffset = 0;
  /** The run of the controller's process that signed in last. */
  boot: string = randomUUID();
  /** Answers to the clock come only when this resolves. */
  beforeClock: () => Promise<void> = () => Promise.resolve();
  /** What happens to a batch between its being kept and its acknowledgement. */
  beforeAcknowledging: (socket: Socket) => Promise<void> = () => Promise.resolve();
  afterAcknowledging: () => void = () => undefined;
  /** Its date is this far ahead of its steady clock. */
  dateAheadMs = 0;
  signInRefusal: "CONTROLLER_NOT_KNOWN" | "UNAVAILABLE" | undefined;
  publicKey: ControllerKey | undefined;
  readonly #http = createServer((request, response) => void this.#onRequest(request, response));
  readonly #io = new Server(this.#http, { transports: ["websocket"], maxHttpBufferSize: 4_000_000 });
  readonly #waiting = new Set<() => void>();
  #port: number;
  #signedIn: Socket | undefined;

  constructor(port: number) {
    this.#port = port;
  }

  async start(): Promise<void> {
    this.#io.of(CONTROLLER_NAMESPACE).on("connection", (socket) => {
      // One for each order that is being answered.
      socket.setMaxListeners(0);
      this.#greet(socket);
    });
    await new Promise<void>((resolve) => this.#http.listen(this.#port, "127.0.0.1", resolve));
    const address = this.#http.address();
    this.#port = typeof address === "object" && address ? address.port : 0;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get isConnected(): boolean {
    return this.#signedIn !== undefined;
  }

  steadyMs(): number {
    return 1_000_000 + performance.now() + this.clockOffset;
  }

  newOrder(doorId: string, order: Partial<DoorOrder> = {}): DoorOrder {
    return {
      orderId: randomUUID(),
      doorId,
      action: DOOR_OPEN,
      issuedAt: this.steadyMs(),
      boot: this.boot,
      ...order,
    };
  }

  /** Gives an order on the present connection. @returns the outcome, or what came instead */
  async order(order: DoorOrder): Promise<string> {
    const reply: unknown = await this.send("door:operate", order);
    const parsed = DoorOrderAnswer.safeParse(reply);
    return parsed.success ? parsed.data.outcome : JSON.stringify(reply);
  }

  /** Tells the controller its whole list, or what changed since `from`. */
  async tellAccess(from = 0): Promise<AccessPageAnswer> {
    return AccessPageAnswer.parse(await this.send("access:page", this.access.page(from)));
  }

  /** Sends anything and waits for the acknowledgement. */
  async send(event: string, payload: unknown): Promise<unknown> {
    if (!this.#signedIn) {
      throw new Error("no controller is connected");
    }
    const socket = this.#signedIn;
    return new Promise((resolve, reject) => {
      const onLost = () => reject(new Error("the line was lost"));
      socket.once("disconnect", onLost);
      socket
        .timeout(15_000)
        .emitWithAck(event, payload)
        .then(resolve, reject)
        .finally(() => socket.off("disconnect", onLost));
    });
  }

  /** Ends the present connection, as the server's own goodbye or as a cut line. */
  disconnect(how: "goodbye" | "cut"): void {
    if (how === "goodbye") {
      this.#signedIn?.disconnect();
    } else {
      this.#signedIn?.conn.close();
    }
  }

  /** The present line fills up: nothing more is read from it. */
  stopReading(): void {
    this.#line?.pause();
  }

  goOnReading(): void {
    this.#line?.resume();
  }

  /** Resolves as soon as something that this server sees makes it true. */
  async until(isTrue: () => boolean, what: string, withinMs = 15_000): Promise<void> {
    if (isTrue()) {
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const look = () => {
        if (isTrue()) {
          finish();
          resolve();
        }
      };
      const timer = setTimeout(() => {
        finish();
        reject(new Error(`never: ${what}`));
      }, withinMs);
      const finish = () => {
        clearTimeout(timer);
        this.#waiting.delete(look);
      };
      this.#waiting.add(look);
    });
  }

  async close(): Promise<void> {
    await this.#io.close();
  }

  /** The network socket below the present connection. */
  get #line(): { pause(): unknown; resume(): unknown } | undefined {
    return this.#signedIn?.request.socket;
  }

  #noticed(): void {
    for (const look of [...this.#waiting]) {
      look();
    }
  }

  #greet(socket: Socket): void {
    const nonce = randomBytes(32).toString("base64url");
    let isKnown = false;
    socket.on(controllerSignIn.event, (payload: unknown, reply: (answer: object) => void) => {
      const claim = controllerSignIn.payload.parse(payload);
      if (this.signInRefusal) {
        this.signInsRefused += 1;
        this.#noticed();
        reply({ ok: false, code: this.signInRefusal, message: sentenceOf(this.signInRefusal) });
        return;
      }
      if (!this.#isSigned(claim, nonce)) {
        reply({ ok: false, code: "CONTROLLER_NOT_KNOWN", message: sentenceOf("CONTROLLER_NOT_KNOWN") });
        return;
      }
      isKnown = true;
      this.boot = claim.boot;
      this.#signedIn = socket;
      this.signIns.push({ revision: claim.revision, version: claim.version, access: claim.access });
      // Before the answer, as the real one may.
      if (this.configuration && this.configuration.revision !== claim.revision) {
        socket.emit("configuration", this.configuration);
      }
      reply({
        ok: true,
        acknowledged: this.acknowledged,
        accessKey: this.access.key,
        pinKey: this.access.pinKey,
        ...(this.hears === undefined ? {} : { hears: this.hears }),
      });
      this.#noticed();
    });
    socket.on(readClock.event, (_payload: unknown, reply: (answer: object) => void) => {
      void this.beforeClock().then(() => {
        const steadyMs = this.steadyMs();
        reply({ ok: true, steadyMs, dateMs: steadyMs + this.dateAheadMs });
      });
    });
    socket.on(reportFacts.event, (payload: unknown, reply: (answer: object) => void) => {
      if (isKnown) {
        void this.#keep(socket, payload, reply);
      }
    });
    socket.on(sendFrame.event, (...args: unknown[]) => {
      const [cameraId, jpeg] = sendFrame.payload.parse(args);
      this.frames.push({ cameraId, jpeg });
      this.#noticed();
    });
    socket.on(sendVideo.event, (...args: unknown[]) => {
      const [, chunk] = sendVideo.payload.parse(args);
      this.chunks.push(chunk);
      this.#noticed();
    });
    socket.on(reportCamera.event, (payload: unknown) => {
      const { cameraId, state } = reportCamera.payload.parse(payload);
      this.cameraStates.push({ cameraId, state });
      this.#noticed();
    });
    socket.on(reportStatus.event, (payload: unknown) => {
      this.statuses.push(reportStatus.payload.parse(payload));
      this.#noticed();
    });
    socket.on(reportTag.event, (payload: unknown) => {
      this.tags.push(reportTag.payload.parse(payload).tag);
      this.#noticed();
    });
    socket.on("disconnect", () => {
      if (this.#signedIn === socket) {
        this.#signedIn = undefined;
      }
      this.#noticed();
    });
    socket.emit("challenge", { nonce });
  }

  async #keep(socket: Socket, payload: unknown, reply: (answer: object) => void): Promise<void> {
    for (const told of reportFacts.payload.parse(payload).facts) {
      // A server sets aside what is no fact; here it is a mistake.
      const fact = ControllerFact.parse(told);
      if (fact.seq === this.acknowledged + 1) {
        this.facts.push(fact);
        this.acknowledged = fact.seq;
      }
    }
    this.#noticed();
    await this.beforeAcknowledging(socket);
    reply({ ok: true, acknowledged: this.acknowledged });
    this.afterAcknowledging();
  }

  #isSigned(claim: { controllerId: string; signature: string }, nonce: string): boolean {
    const text = Buffer.from(challengeText(claim.controllerId, nonce));
    return (
      this.publicKey !== undefined &&
      claim.controllerId === this.controllerId &&
      verify(
        null,
        text,
        createPublicKey({ key: this.publicKey, format: "jwk" }),
        Buffer.from(claim.signature, "base64url"),
      )
    );
  }

  async #onRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url !== pairController.path) {
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) {
      chunks.push(chunk);
    }
    const { code, publicKey } = pairController.body.parse(JSON.parse(Buffer.concat(chunks).toString()));
    const { controllerId, buildingId } = this;
    const isGood = code === this.pairingCode;
    if (isGood) {
      this.publicKey = publicKey;
    }
    const refusal = {
      statusCode: 404,
      code: "PAIRING_CODE_NOT_VALID",
      message: sentenceOf("PAIRING_CODE_NOT_VALID"),
      errors: [],
    };
    response.writeHead(isGood ? 200 : 404, { "content-type": "application/json" });
    response.end(JSON.stringify(isGood ? { controllerId, buildingId, accessKey: this.access.key } : refusal));
  }
}

/** A fake server that listens on a port of its own. */
export async function startFakeServer(port = "0"): Promise<FakeServer> {
  const server = new FakeServer(Number(port));
  await server.start();
  return server;
}
