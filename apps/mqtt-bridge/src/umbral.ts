import { init } from "@umbral/contract/auth/auth.contract";
import {
  type OutsideDoor,
  openOutsideDoor,
  readOutsideCameras,
  readOutsideDoors,
  readOutsidePicture,
  readOwnToken,
  readWhatHappened,
} from "@umbral/contract/integrations/outside.contract";
import { OutsideEvent } from "@umbral/contract/integrations/outside-events.contract";
import type { Endpoint } from "@umbral/contract/lib/endpoint";
import { Refused } from "@umbral/contract/lib/message";
import { ErrorCode } from "@umbral/contract/lib/refusals";
import { TokenRight } from "@umbral/contract/lib/token-rights";
import { io, type Socket } from "socket.io-client";
import { z } from "zod";
import type { Log } from "./log.ts";

/** Longer than a press may live (2.5 s) and be answered (3 s), and than a camera is waited for (5 s). */
const ANSWERS_WITHIN_MS = 8000;
const COMES_BACK_AFTER_MS = 1000;
const COMES_BACK_WITHIN_MS = 30_000;
/** Before signing in again on a line on which the server just refused. */
const REFUSED_PAUSE_MS = 5000;

/** All who hear that news may have been missed hear it at once, and do not ask at once. */
const ASKS_AGAIN_FROM_MS = 500;
const ASKS_AGAIN_UNTIL_MS = 4500;

/** The server refused something, in its own word. */
export class RefusedByUmbral extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode) {
    super(`Umbral refused: ${code}`);
    this.code = code;
  }
}

/** With these no later question with the same token can be answered otherwise. */
const TOKEN_IS_OVER: readonly ErrorCode[] = ["TOKEN_NOT_VALID", "SIGN_IN_REQUIRED"];

/** Is the token taken back, run out or none at all? */
export const isOver = (error: unknown): boolean =>
  error instanceof RefusedByUmbral && TOKEN_IS_OVER.includes(error.code);

export interface LineEvents {
  /** From now on events come; what happened before is to be asked for. */
  up: () => void;
  down: () => void;
  event: (event: OutsideEvent) => void;
  doorsChanged: () => void;
  /** The token is good for nothing any more: nothing else will come. */
  over: () => void;
}

/** Events on one page: those that this bridge can read, and the numbers of all, also of those that it is too old for. */
export interface EventPage {
  events: OutsideEvent[];
  numbers: number[];
}

/** `v1` grows: what is added to it is passed over and not taken for a fault. */
const ownTokenReply = readOwnToken.reply.extend({
  token: readOwnToken.reply.shape.token.extend({ rights: z.array(z.string()) }),
});
const eventsReply = z.object({ events: z.array(z.looseObject({ number: z.int(), kind: z.string() })) });
const isRight = (right: string): right is TokenRight => TokenRight.options.some((one) => one === right);

interface UmbralParts {
  url: string;
  token: string;
  log: Log;
}

/** One building's Umbral, as far as a token shows it. Everything that comes is parsed by the contract. */
export class Umbral {
  readonly #parts: UmbralParts;
  /** Kinds of events that were passed over, each said once. */
  readonly #passedOver = new Set<string>();

  constructor(parts: UmbralParts) {
    this.#parts = parts;
  }

  ownToken = async (): Promise<z.output<typeof readOwnToken.reply>> => {
    const { token, building } = await this.#ask({ ...readOwnToken, reply: ownTokenReply }, {});
    return { token: { ...token, rights: token.rights.filter(isRight) }, building };
  };

  doors = async (): Promise<OutsideDoor[]> => (await this.#ask(readOutsideDoors, {})).doors;

  cameras = async (): Promise<z.output<typeof readOutsideCameras.reply>["cameras"]> =>
    (await this.#ask(readOutsideCameras, {})).cameras;

  /** @param query `after` the number of the last event that is known; without it the newest come */
  events = async (query: { after?: number; kind?: OutsideEvent["kind"] } = {}): Promise<EventPage> => {
    const { events } = await this.#ask({ ...readWhatHappened, reply: eventsReply }, { query });
    return {
      events: events.flatMap((event) => this.#readable(event) ?? []),
      numbers: events.map(({ number }) => number),
    };
  };

  /** @returns the JPEG that the camera shows now */
  picture = async (cameraId: string): Promise<Buffer> =>
    Buffer.from((await this.#ask(readOutsidePicture, { params: { cameraId } })).jpeg, "base64");

  /** Asked once and never again: who waits for a door presses anew. */
  open = async (doorId: string): Promise<void> => {
    await this.#ask(openOutsideDoor, { params: { doorId }, body: {} });
  };

  /**
   * Holds a line that comes back by itself for as long as the token is good.
   * @returns what ends it
   */
  line(events: LineEvents): () => void {
    const { url, token, log } = this.#parts;
    const socket = io(url, {
      transports: ["websocket"],
      forceNew: true,
      reconnectionDelay: COMES_BACK_AFTER_MS,
      reconnectionDelayMax: COMES_BACK_WITHIN_MS,
    });
    let pause: NodeJS.Timeout | undefined;
    let missed: NodeJS.Timeout | undefined;
    let isIn = false;
    const up = () => {
      isIn = true;
      events.up();
    };
    socket.on("connect", () => {
      signIn(socket, token).then(up, (error: unknown) => {
        if (isOver(error)) {
          socket.disconnect();
          events.over();
          return;
        }
        log.warn({ err: error }, "could not sign in");
        // Closing what is below the socket, and not the socket itself: so it comes back by itself.
        pause = setTimeout(() => socket.io.engine.close(), REFUSED_PAUSE_MS);
      });
    });
    socket.on("disconnect", (why) => {
      clearTimeout(pause);
      clearTimeout(missed);
      missed = undefined;
      isIn = false;
      events.down();
      // A server that stops closes what is below; only of a token that is over it takes leave.
      if (why === "io server disconnect") {
        events.over();
      }
    });
    socket.on("outside_event", (told: unknown) => {
      const event = this.#readable(told);
      if (event) {
        events.event(event);
      }
    });
    socket.on("doors_changed", events.doorsChanged);
    socket.on("news:missed", () => {
      if (!isIn) {
        return;
      }
      missed ??= setTimeout(
        () => {
          missed = undefined;
          events.up();
        },
        ASKS_AGAIN_FROM_MS + Math.random() * (ASKS_AGAIN_UNTIL_MS - ASKS_AGAIN_FROM_MS),
      );
    });
    return () => {
      clearTimeout(pause);
      clearTimeout(missed);
      socket.removeAllListeners();
      socket.disconnect();
    };
  }

  /** Undefined for what this bridge is too old for: it is left unread, which is said once of each kind. */
  #readable(told: unknown): OutsideEvent | undefined {
    const event = OutsideEvent.safeParse(told);
    if (event.success) {
      return event.data;
    }
    const kind = String(Reflect.get(Object(told), "kind")).slice(0, 60);
    if (!this.#passedOver.has(kind)) {
      this.#passedOver.add(kind);
      this.#parts.log.warn({ kind }, "events of a kind that this bridge does not know are passed over");
    }
    return undefined;
  }

  async #ask<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
    { method, path, reply }: Endpoint<P, Q, B, R>,
    { params = {}, query = {}, body }: { params?: Record<string, string>; query?: object; body?: object },
  ): Promise<z.output<R>> {
    const { url, token } = this.#parts;
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
    const address = new URL(filled, url);
    for (const [name, value] of Object.entries(z.record(z.string(), z.coerce.string()).parse(query))) {
      address.searchParams.set(name, value);
    }
    const response = await fetch(address, {
      method,
      redirect: "error",
      signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
      headers: {
        authorization: `Bearer ${token}`,
        ...(body ? { "content-type": "application/json" } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const answer: unknown = await response.json();
    if (!response.ok) {
      throw new RefusedByUmbral(Refusal.parse(answer).code);
    }
    return reply.parse(answer);
  }
}

const Refusal = z.object({ code: ErrorCode });

async function signIn(socket: Socket, token: string): Promise<void> {
  const answer: unknown = await socket.timeout(ANSWERS_WITHIN_MS).emitWithAck(init.event, { token });
  const refused = Refused.safeParse(answer);
  if (refused.success) {
    throw new RefusedByUmbral(refused.data.code);
  }
  init.reply.parse(answer);
}
