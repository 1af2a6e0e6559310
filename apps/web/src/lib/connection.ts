import type { init } from "@umbral/contract/auth/auth.contract";
import type { VideoChunk } from "@umbral/contract/cameras/video.contract";
import type { HeardEvents as EventsHeard } from "@umbral/contract/events";
import type { Message } from "@umbral/contract/lib/message";
import type { ErrorCode } from "@umbral/contract/lib/refusals";
import type { z } from "zod";
import { CallRefused, NoConnection } from "./failures.ts";
import { createStore } from "./store.ts";
import { reportTrouble } from "./trouble.ts";

/** What the server may say, as it is heard, and the pictures and the video of each camera. */
export type HeardEvents = EventsHeard & { [frame: `cam_streaming_${string}`]: ArrayBuffer } & {
  [chunk: `cam_video_${string}`]: VideoChunk;
};

/**
 * `off`: nobody is signed in. `connecting`: the first attempt. `connected`: signed in, messages pass. `catching-up`: they
 * pass, and what was missed is being told again. `disconnected`: lost, and trying again by itself. `session-over`: the
 * server ended the session.
 */
export type ConnectionState =
  | "off"
  | "connecting"
  | "connected"
  | "catching-up"
  | "disconnected"
  | "session-over";

/** The part of a Socket.IO socket that is used. */
export interface Line {
  on(event: "connect" | "disconnect" | "connect_error", listener: (detail: unknown) => void): unknown;
  onAny(listener: (event: string, payload: unknown) => void): unknown;
  emitWithAck(event: string, payload: unknown): Promise<unknown>;
  /** Breaks the transport, so that the reconnection with its delays begins. */
  breakOff(): void;
  disconnect(): unknown;
}

export interface ConnectionParts {
  /** Opens a line, websocket only, that reconnects by itself. Rejects when it cannot even be tried. */
  dial(): Promise<Line>;
  /** The session is over: the server said so. */
  onSessionOver(): void;
  /** How long an acknowledgement may take. */
  answerMs?: number;
  /** How long until a failed dial is tried again. */
  redialMs?: number;
  /** How long until what was missed is asked for: all pages are told at once, and do not ask at once. */
  catchUpAfterMs?: () => number;
}

export interface Connection {
  state(): ConnectionState;
  /** Do messages pass? */
  isUp(): boolean;
  /** The socket's id of the present connection, as the server knows it; null while there is none. */
  socketId(): string | null;
  subscribe(listener: () => void): () => void;
  /**
   * Dials for this session before anybody can hear: it signs in once it is started. What the server says first, that it rings, is
   * said to whoever has signed in, and would be heard by nobody.
   */
  prepare(token: string): void;
  /** Opens the line of this session, closing another one's. */
  start(token: string): void;
  stop(): void;
  /**
   * For who begins to listen only now: what rings and what is active is named once more, where this line has signed in or is
   * about to be answered.
   */
  nameAgain(): void;
  /** Hears an event through every reconnection. Returns how to stop hearing it. */
  hear<E extends keyof HeardEvents & string>(
    event: E,
    listener: (payload: HeardEvents[E]) => void,
  ): () => void;
  /** Sends a message and waits for its acknowledgement. */
  ask<M extends Message>(
    event: M["event"],
    payload: z.input<M["payload"]>,
    options?: AskOptions,
  ): Promise<z.output<M["reply"]>>;
}

export interface AskOptions {
  /** How long an acknowledgement may take. */
  answerMs?: number;
  /** Goes with the page's first line where that is still on its way, for as long: somebody pressed as soon as they could. */
  waitsForLine?: boolean;
}

const nothing = (): void => undefined;
const ANSWER_MS = 10_000;
const REDIAL_MS = 3000;
const CATCH_UP_FROM_MS = 500;
/** A process that died is noticed within two and a half seconds: what it did not say is on every screen within six. */
const CATCH_UP_UNTIL_MS = 3000;
/** Each process says by itself that it is back, and one that is not well says so again and again. */
const CATCH_UP_TWICE_IN_MS = 10_000;
/** Spreads the pages of an installation. */
const catchUpAtRandom = () => CATCH_UP_FROM_MS + Math.random() * (CATCH_UP_UNTIL_MS - CATCH_UP_FROM_MS);

/** The one line to the server: signs in on every connect and tells everybody how it is. */
export function createConnection(parts: ConnectionParts): Connection {
  const { answerMs = ANSWER_MS, redialMs = REDIAL_MS, catchUpAfterMs = catchUpAtRandom } = parts;
  const heard = new Map<string, Set<(payload: unknown) => void>>();
  const state = createStore<ConnectionState>("off");
  let socketId: string | null = null;
  let token: string | null = null;
  let line: Line | null = null;
  let redial: ReturnType<typeof setTimeout> | undefined;
  let catchUp: ReturnType<typeof setTimeout> | undefined;
  /** When the last two times were at which this page asked what it missed. */
  let caughtUp: readonly [number, number] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let isSigningIn = false;
  let isNameOwed = false;
  /** Signs in on the line that is there, once there is one; null where nobody has to be waited for. */
  let held: { signIn: () => void } | null = null;
  /** Counts starts and stops, so that what an abandoned line still says is not listened to. */
  let turn = 0;

  const isUp = () => state.current() === "connected" || state.current() === "catching-up";

  const become = (next: ConnectionState) => {
    if (next !== "connected" && next !== "catching-up") {
      socketId = null;
    }
    state.set(next);
  };

  const sessionOver = () => {
    close();
    become("session-over");
    parts.onSessionOver();
  };

  const close = () => {
    turn += 1;
    held = null;
    isSigningIn = false;
    clearTimeout(redial);
    forgetMissed();
    line?.disconnect();
    line = null;
    token = null;
  };

  const forgetMissed = () => {
    clearTimeout(catchUp);
    catchUp = undefined;
  };

  /** Signing in names what rings and what is active; so does signing in once more, where some of it was missed. */
  const signIn = async (opened: Line, current: number, { isAgain = false } = {}) => {
    forgetMissed();
    if (isAgain) {
      caughtUp = [caughtUp[1], performance.now()];
    }
    isSigningIn = true;
    isNameOwed = false;
    const asked = { token: token ?? "", ...(isAgain && { tellAgain: true }) };
    try {
      const reply = await answered<typeof init>(opened, "init", asked, answerMs);
      if (current === turn) {
        isSigningIn = false;
        socketId = reply.socketId;
        become("connected");
        nameOwed();
      }
    } catch (error) {
      if (current !== turn) {
        return;
      }
      isSigningIn = false;
      if (error instanceof CallRefused && error.code === "SIGN_IN_REQUIRED") {
        sessionOver();
      } else {
        become("disconnected");
        opened.breakOff();
      }
    }
  };

  const nameAgain = () => {
    // Once for all who begin at this moment.
    if (!isNameOwed && (isUp() || isSigningIn)) {
      isNameOwed = true;
      setTimeout(nameOwed);
    }
  };

  const nameOwed = () => {
    if (isNameOwed && line !== null && isUp()) {
      isNameOwed = false;
      answered<typeof init>(line, "init", { token: token ?? "", tellAgain: true }, answerMs).catch(
        reportTrouble,
      );
    }
  };

  const newsWereMissed = (opened: Line, current: number) => {
    const soonest = Math.max(0, caughtUp[0] + CATCH_UP_TWICE_IN_MS - performance.now());
    catchUp ??= setTimeout(() => {
      catchUp = undefined;
      if (state.current() === "connected") {
        become("catching-up");
        void signIn(opened, current, { isAgain: true });
      } else if (socketId !== null) {
        // Being told again already, perhaps without this.
        newsWereMissed(opened, current);
      }
    }, soonest + catchUpAfterMs());
  };

  const open = async (current: number) => {
    let opened: Line;
    try {
      opened = await parts.dial();
    } catch {
      // The code of the line itself could not be loaded: there is no network yet.
      if (current === turn) {
        become("disconnected");
        redial = setTimeout(() => void open(current), redialMs);
      }
      return;
    }
    if (current !== turn) {
      opened.disconnect();
      return;
    }
    line = opened;
    opened.on("connect", () => {
      if (current !== turn) {
        return;
      }
      if (held) {
        held.signIn = () => void signIn(opened, current);
      } else {
        void signIn(opened, current);
      }
    });
    opened.on("connect_error", () => {
      if (current === turn) {
        become("disconnected");
      }
    });
    opened.on("disconnect", (reason) => {
      if (current !== turn) {
        return;
      }
      if (held) {
        held.signIn = nothing;
      }
      if (reason === "io server disconnect") {
        sessionOver();
      } else {
        become("disconnected");
      }
    });
    opened.onAny((event, payload) => {
      if (current === turn) {
        if (event === "news:missed") {
          newsWereMissed(opened, current);
        }
        for (const listener of heard.get(event) ?? []) {
          listener(payload);
        }
      }
    });
  };

  /** Until the line is otherwise than now, or for so long. */
  const changed = (withinMs: number) =>
    new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(patience);
        stop();
        resolve();
      };
      const patience = setTimeout(done, withinMs);
      const stop = state.subscribe(done);
    });

  return {
    state: state.current,
    isUp,
    subscribe: state.subscribe,
    nameAgain,
    socketId: () => socketId,
    prepare(nextToken) {
      close();
      token = nextToken;
      held = { signIn: nothing };
      become("connecting");
      void open(turn);
    },
    start(nextToken) {
      if (token === nextToken) {
        const waiting = held;
        held = null;
        waiting?.signIn();
        return;
      }
      close();
      token = nextToken;
      become("connecting");
      void open(turn);
    },
    stop() {
      close();
      become("off");
    },
    hear(event, listener) {
      const ears = heard.get(event) ?? new Set();
      heard.set(event, ears);
      // The server encodes this event by the schema that types the listener.
      const ear = (payload: unknown) => listener(payload as never);
      ears.add(ear);
      return () => void ears.delete(ear);
    },
    async ask(event, payload, options) {
      const withinMs = options?.answerMs ?? answerMs;
      if (options?.waitsForLine === true && state.current() === "connecting") {
        await changed(withinMs);
      }
      if (line === null || !isUp()) {
        throw new NoConnection(`${event} was not sent: not connected`);
      }
      const current = turn;
      try {
        return await answered(line, event, payload, withinMs);
      } catch (error) {
        if (error instanceof CallRefused && error.code === "SIGN_IN_REQUIRED" && current === turn) {
          sessionOver();
        }
        throw error;
      }
    },
  };
}

/** Waits for an acknowledgement, and turns `ok: false` and silence into errors. */
async function answered<M extends Message>(
  line: Line,
  event: M["event"],
  payload: unknown,
  withinMs: number,
): Promise<z.output<M["reply"]>> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoConnection(`${event} got no answer`)), withinMs);
  });
  // Lost on the way, or before it was answered.
  const answer = line.emitWithAck(event, payload).catch((cause: unknown) => {
    throw new NoConnection(`${event} got no answer: the line was lost`, { cause });
  });
  try {
    const reply = await Promise.race([answer, silence]);
    if (typeof reply !== "object" || reply === null || !("ok" in reply)) {
      throw new NoConnection(`${event} was answered with something unknown`);
    }
    if (reply.ok === true) {
      // The server encodes the acknowledgement by the schema that types it.
      return reply as z.output<M["reply"]>;
    }
    throw new CallRefused({
      code: "code" in reply ? (reply.code as ErrorCode) : "FAULT",
      status: 0,
      message: "message" in reply && typeof reply.message === "string" ? reply.message : "",
    });
  } finally {
    clearTimeout(timer);
  }
}
