import { randomUUID } from "node:crypto";
import { signInController } from "../test-controller.ts";
import type { TestSocket } from "../test-server.ts";
import type { Prepared, PreparedController } from "./prepared.ts";

/** After a refusal or a line that broke. */
const AGAIN_MS = 50;
const BATCH = 20;

/** Somebody who writes without pause, and remembers what was acknowledged. */
export interface Writer {
  /** Until it is told to stop. What fails on the way is tried on, or given up where nobody knows whether it was written. */
  write(): Promise<void>;
  stop(): void;
  /** How much was acknowledged so far. */
  readonly acknowledged: number;
}

/** Makes towers over HTTP, each under a name of its own, asked for once and never again. */
export class TowerMaker implements Writer {
  readonly names = new Set<string>();
  /** When the last one was acknowledged, on this process's steady clock. */
  lastAtMs = 0;
  readonly #url: string;
  readonly #prepared: Prepared;
  #isStopped = false;

  constructor(url: string, prepared: Prepared) {
    this.#url = url;
    this.#prepared = prepared;
  }

  get acknowledged(): number {
    return this.names.size;
  }

  stop(): void {
    this.#isStopped = true;
  }

  async write(): Promise<void> {
    const { buildingId, administrator } = this.#prepared;
    while (!this.#isStopped) {
      const name = randomUUID();
      const isMade = await fetch(`${this.#url}/api/bb/buildings/${buildingId}/towers`, {
        method: "POST",
        headers: { ...administrator.headers, "content-type": "application/json" },
        body: JSON.stringify({ name }),
        signal: AbortSignal.timeout(20_000),
      }).then(
        async (reply) => reply.ok && (await reply.text()).includes(name),
        () => false,
      );
      if (isMade) {
        this.names.add(name);
        this.lastAtMs = performance.now();
      } else {
        await pause();
      }
    }
  }
}

/**
 * A controller that tells of openings with a picture each, in order: what was not acknowledged it tells again, what was
 * acknowledged now and then too, as after a power cut.
 */
export class FactTeller implements Writer {
  /** Openings by their number, from 1. */
  readonly openings: string[] = [];
  readonly #url: string;
  readonly #controller: PreparedController;
  readonly #jpeg: Buffer;
  #acknowledged = 0;
  #socket: TestSocket | undefined;
  #isStopped = false;

  constructor(url: string, controller: PreparedController, jpeg: Buffer) {
    this.#url = url;
    this.#controller = controller;
    this.#jpeg = jpeg;
  }

  get doorId(): string {
    return this.#controller.doorId;
  }

  get acknowledged(): number {
    return this.#acknowledged;
  }

  stop(): void {
    this.#isStopped = true;
    this.#socket?.disconnect();
  }

  async write(): Promise<void> {
    while (!this.#isStopped) {
      try {
        this.#socket ??= await signInController(this.#url, this.#controller.id, this.#controller.key);
        await this.#tell(this.#socket);
      } catch {
        this.#socket?.disconnect();
        this.#socket = undefined;
        await pause();
      }
    }
  }

  async #tell(socket: TestSocket): Promise<void> {
    // Now and then what was told before comes once more.
    const from = Math.max(0, this.#acknowledged - (this.openings.length % 7 === 0 ? 5 : 0));
    const facts = Array.from({ length: BATCH }, (_, index) => this.#fact(from + index + 1));
    const answer = await socket.ask("facts", { facts });
    if (!answer.ok || typeof answer["acknowledged"] !== "number") {
      throw new Error("not acknowledged");
    }
    this.#acknowledged = Math.max(this.#acknowledged, answer["acknowledged"]);
  }

  /** Odd ones are openings, and each is followed by its picture. */
  #fact(seq: number) {
    const index = Math.floor((seq - 1) / 2);
    this.openings[index] ??= randomUUID();
    const openingId = this.openings[index];
    const at = new Date().toISOString();
    const { doorId, cameraId } = this.#controller;
    return seq % 2 === 1
      ? { seq, at, kind: "door-opened", openingId, doorId, origin: "BUTTON", orderId: null }
      : { seq, at, kind: "opening-picture", openingId, cameraId, jpeg: this.#jpeg };
  }
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
