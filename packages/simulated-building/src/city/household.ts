import { randomBytes, randomUUID } from "node:crypto";
import { currentUser, init, userLogin } from "@umbral/contract/auth/auth.contract";
import { acceptCall, callEvents, endCall } from "@umbral/contract/calls/calls.contract";
import {
  frameEvent,
  leaveCamera,
  listCameras,
  subscribeCamera,
} from "@umbral/contract/cameras/cameras.contract";
import { DOOR_OPEN, doorAction, listDoors } from "@umbral/contract/doors/doors.contract";
import { beginSignSession, ringBySign } from "@umbral/contract/entrance-sign/sign-page.contract";
import { makePass } from "@umbral/contract/passes/passes.contract";
import type { Socket } from "socket.io-client";
import { type Asker, ask, lineTo, tell } from "./asking.ts";

const AGAIN_MS = 1000;
const PATIENCE_MS = 30_000;
const GUEST_STAYS_MS = 2 * 3_600_000;

/** Somebody who lives somewhere, with what they need to come in. */
export interface Account {
  userId: string;
  cedula: string;
  password: string;
  tag: string;
  buildingId: string;
  apartmentId: string;
}

/** A home's telephone: signed in, on line all day, and used. */
export class Household {
  readonly account: Account;
  readonly #staysMs: number;
  #asker: Asker;
  #socket: Socket | undefined;
  #isWanted = true;
  /** A call rings here or is held. */
  isBusy = false;

  /** @param staysMs how long somebody looks through a camera or talks, once they see or hear something */
  constructor(asker: Asker, account: Account, staysMs: number) {
    this.#asker = asker;
    this.account = account;
    this.#staysMs = staysMs;
  }

  /** Signs in anew, as a telephone that lost its session. The line stays as it is. */
  async signIn(): Promise<void> {
    const { cedula, password } = this.account;
    const { token } = await ask(this.#asker, userLogin, { body: { cedula, password, userType: "USER" } });
    this.#asker = { ...this.#asker, token };
  }

  /** Opens the line, and keeps it open from then on. */
  async connect(): Promise<void> {
    const socket = lineTo(this.#asker);
    await new Promise<void>((resolve, reject) => {
      socket.once("connect", resolve);
      socket.once("connect_error", reject);
    });
    await tell(socket, init, { token: this.#asker.token ?? "" });
    this.#socket = socket;
    socket.once("disconnect", () => this.#comeBack());
  }

  close(): void {
    this.#isWanted = false;
    this.#socket?.disconnect();
  }

  /** What the first screen reads. */
  async openApp(): Promise<void> {
    const params = { id: this.account.buildingId };
    await Promise.all([
      ask(this.#asker, currentUser),
      ask(this.#asker, listDoors, { params }),
      ask(this.#asker, listCameras, { params }),
    ]);
  }

  async press(doorId: string): Promise<void> {
    const { buildingId } = this.account;
    await tell(this.#line, doorAction, {
      buildingId,
      door: doorId,
      action: DOOR_OPEN,
      requestId: randomUUID(),
    });
  }

  /** @returns milliseconds until something of the camera was there */
  async view(camId: string): Promise<number> {
    const { buildingId } = this.account;
    const socket = this.#line;
    const began = performance.now();
    const event = frameEvent(camId);
    const seen = hear(socket, event);
    try {
      await tell(socket, subscribeCamera, { buildingId, camId });
      await seen;
      const took = performance.now() - began;
      await pause(this.#staysMs);
      await tell(socket, leaveCamera, { buildingId, camId });
      return took;
    } finally {
      seen.catch(() => undefined);
    }
  }

  /**
   * Somebody at the entrance rings this home by the sign, and is answered.
   * @returns milliseconds until it rang, and until the answer was taken
   */
  async beCalled(visitor: Asker, secret: string): Promise<{ rang: number; answered: number }> {
    const socket = this.#line;
    const browser = randomBytes(32).toString("base64url");
    const { token } = await ask(visitor, beginSignSession, { body: { secret, browser } });
    const { apartmentId } = this.account;
    const rings = hear(socket, "request");
    rings.catch(() => undefined);
    const began = performance.now();
    await ask({ ...visitor, token }, ringBySign, { body: { apartmentId } });
    const { callId } = callEvents.request.parse(await rings);
    const rang = performance.now() - began;
    const pressed = performance.now();
    await tell(socket, acceptCall, { callId });
    const answered = performance.now() - pressed;
    await pause(this.#staysMs);
    await tell(socket, endCall, { callId });
    return { rang, answered };
  }

  /** Lets a guest come. @returns the code that they type */
  async invite(): Promise<string> {
    const { buildingId, apartmentId } = this.account;
    const now = Date.now();
    const { sharing } = await ask(this.#asker, makePass, {
      params: { buildingId },
      body: {
        guest: { name: "Visita simulada" },
        from: new Date(now - 60_000).toISOString(),
        until: new Date(now + GUEST_STAYS_MS).toISOString(),
        hours: null,
        entries: null,
        apartmentId,
        requestId: randomUUID(),
      },
    });
    return sharing.code;
  }

  get #line(): Socket {
    if (!this.#socket?.connected) {
      throw new Error("no line");
    }
    return this.#socket;
  }

  #comeBack(): void {
    if (this.#isWanted) {
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
}

/** The next event of this name. */
function hear(socket: Socket, event: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const hearing = (payload: unknown) => {
      clearTimeout(timer);
      resolve(payload);
    };
    const timer = setTimeout(() => {
      socket.off(event, hearing);
      reject(new Error(`nothing was heard of ${event.split("_").slice(0, 2).join("_")}`));
    }, PATIENCE_MS);
    socket.once(event, hearing);
  });
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
