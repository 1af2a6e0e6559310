import type { IncomingMessage } from "node:http";
import { init } from "@umbral/contract/auth/auth.contract";
import { API_TOKEN_START, type TokenRight } from "@umbral/contract/lib/token-rights";
import type { Server, Socket } from "socket.io";
import { callingAs } from "./actor.ts";
import type { Actor, Services } from "./context.ts";
import { FaultLog } from "./fault-log.ts";
import { apiToken, device, guests, onShift, person, platformPeople, programs, session } from "./live.ts";
import { type MessageTable, messageError, refusalOf, refusedReply, socketData } from "./messages.ts";
import { addressThrough } from "./origin.ts";
import { Refused } from "./refused.ts";
import { SocketLimits } from "./socket-limits.ts";

/** A socket that has not signed in after this long is closed: it holds a place for nothing. */
const INIT_WITHIN_MS = 20_000;
const TOO_OFTEN = new Refused("TOO_OFTEN");

/** What a room wants to know of the sockets of people. */
export interface SocketHooks {
  signedIn?: (socket: Socket, userId: string, actor: Actor) => Promise<void>;
  gone?: (socket: Socket) => Promise<void>;
}

/** Serves the default namespace: `init` first, then the messages of the table. */
export function servePeople(
  io: Server,
  services: Services,
  table: MessageTable,
  hooks: readonly SocketHooks[],
): void {
  const { log } = services;
  const limits = new SocketLimits(services.env.trustedProxies);
  const admission = new Admission(services, limits, hooks);
  io.on("connection", (socket) => {
    const impatience = setTimeout(() => {
      socket.conn.close();
    }, INIT_WITHIN_MS);

    socket.onAny((event: string, ...args: unknown[]) => {
      const leave = limits.enter(socket);
      if (!leave) {
        refuse(services, socket, event, args, TOO_OFTEN);
        return;
      }
      const heard =
        event === init.event
          ? admission.hear(socket, args).then((signedIn) => {
              if (signedIn) {
                clearTimeout(impatience);
              }
            })
          : table.hear(socket, event, args, (work) => limits.answering(socket, work));
      heard.catch((error: unknown) => log.error({ err: error }, "socket message failed")).finally(leave);
    });

    socket.on("disconnect", () => {
      clearTimeout(impatience);
      // Who leaves and keeps the line open would hold it for ever, and be counted nowhere.
      socket.conn.close();
      for (const hook of hooks) {
        hook.gone?.(socket).catch((error: unknown) => log.error({ err: error }, "socket farewell failed"));
      }
    });
  });
}

/** Never silence: who wants no acknowledgement hears `message:error`. */
function refuse(
  { live }: Services,
  socket: Socket,
  event: string,
  args: readonly unknown[],
  refused: Refused,
): void {
  const last = args.at(-1);
  if (typeof last === "function") {
    last(refusedReply(refused));
  } else {
    live.tell(device(socket.id), "message:error", messageError(event, refused));
  }
}

/** How the last `init` of a socket ended, for the same token sent again. */
interface Known {
  token: string;
  /** Who it is; null for a token that signs nobody in. */
  userId: string | null;
}

/** With these a token is told something. */
const HEARS: ReadonlySet<TokenRight> = new Set(["doors:read", "events:read", "cameras:read"]);

/** Whom a socket is about to be. */
interface Incoming {
  /** The session or API token that says so. */
  as: { sessionId: string } | { tokenId: string };
  userId: string;
  rooms: readonly string[];
}

/** Signs sockets in. */
class Admission {
  readonly #services: Services;
  readonly #limits: SocketLimits;
  readonly #hooks: readonly SocketHooks[];
  readonly #faults: FaultLog;
  readonly #addressOf: (request: IncomingMessage) => string;
  readonly #known = new WeakMap<Socket, Known>();
  /** The last `init` of each socket: the next waits for it. */
  readonly #lanes = new WeakMap<Socket, Promise<boolean>>();

  constructor(services: Services, limits: SocketLimits, hooks: readonly SocketHooks[]) {
    this.#services = services;
    this.#limits = limits;
    this.#hooks = hooks;
    this.#faults = new FaultLog(services.log, "init failed");
    this.#addressOf = addressThrough(services.env.trustedProxies);
  }

  /** @returns whether the socket is signed in then. A failed second `init` leaves the first as it was. */
  hear(socket: Socket, args: readonly unknown[]): Promise<boolean> {
    const before = this.#lanes.get(socket) ?? Promise.resolve(false);
    const heard = before.then(() => this.#answer(socket, args));
    this.#lanes.set(socket, heard);
    return heard;
  }

  async #answer(socket: Socket, args: readonly unknown[]): Promise<boolean> {
    const last = args.at(-1);
    const acknowledge = typeof last === "function" ? last : undefined;
    try {
      const parsed = init.payload.safeParse(args[0]);
      if (!parsed.success) {
        throw new Refused("BAD_REQUEST");
      }
      const { token, tellAgain = false } = parsed.data;
      const known = this.#known.get(socket);
      // What is known of this token here costs nothing to say again. Each message still asks whether its session goes on.
      const userId =
        known?.token === token && !tellAgain
          ? known.userId
          : await this.#limits.signingIn(socket, token, () => this.#signIn(socket, token));
      this.#known.set(socket, { token, userId });
      if (userId === null) {
        throw new Refused("SIGN_IN_REQUIRED");
      }
      acknowledge?.({ ok: true, ...init.reply.parse({ userId, socketId: socket.id }) });
      return true;
    } catch (error) {
      const refused = refusalOf(error, (fault) => this.#faults.note("init", fault));
      refuse(this.#services, socket, init.event, args, refused);
      const { sessionId, tokenId } = socketData(socket);
      return sessionId !== undefined || tokenId !== undefined;
    }
  }

  /** @returns who it is now; null for a token that signs nobody in */
  #signIn(socket: Socket, token: string): Promise<string | null> {
    return token.startsWith(API_TOKEN_START)
      ? this.#signInProgram(socket, token)
      : this.#signInPerson(socket, token);
  }

  /** A program hears of its building what its token may read, and is in no room of anybody else's. */
  async #signInProgram(socket: Socket, token: string): Promise<string | null> {
    const { gate } = this.#services;
    const caller = await gate.callerOfToken(token, this.#addressOf(socket.request));
    if (caller === null) {
      return null;
    }
    const { tokenId, buildingId, rights, accountId } = caller;
    if (!rights.some((right) => HEARS.has(right))) {
      throw new Refused("TOKEN_MAY_NOT");
    }
    await this.#become(
      socket,
      {
        as: { tokenId },
        userId: accountId,
        rooms: [
          apiToken(tokenId).room,
          ...rights.filter((right) => HEARS.has(right)).map((right) => programs(buildingId, right).room),
        ],
      },
      async () => (await gate.callersOfTokens([tokenId])).length > 0,
    );
    return accountId;
  }

  async #signInPerson(socket: Socket, token: string): Promise<string | null> {
    const { gate } = this.#services;
    const actor = await gate.actorOfToken(token);
    if (actor === null) {
      return null;
    }
    const { sessionId } = actor;
    const { id: userId } = callingAs(actor);
    await this.#become(
      socket,
      {
        as: { sessionId },
        userId,
        rooms: [
          // At a device of the lobby nothing is heard of a person but what is of that lobby.
          person(userId).room,
          session(sessionId).room,
          ...(actor.kiosk
            ? [session(actor.kiosk.sessionId).room, onShift(actor.id, actor.kiosk.buildingId).room]
            : []),
          ...(actor.userType === "ADMIN" ? [platformPeople.room] : []),
          ...(actor.guest ? [guests.room] : []),
        ],
      },
      async () => (await gate.actorOfSession(sessionId)) !== null,
      async () => {
        for (const hook of this.#hooks) {
          await hook.signedIn?.(socket, userId, actor);
        }
      },
    );
    return userId;
  }

  /**
   * What may refuse comes first: until then the socket is who it was, and hears both, so that nothing is missed. Who is
   * somebody else then hears nothing more of what was theirs before.
   * @param goesOn does that session or token go on, asked once its room is joined: who ends it dismisses the room
   * @param welcome what is told to who signs in; they may answer it before it ends, and are heard
   */
  async #become(
    socket: Socket,
    { as, userId, rooms }: Incoming,
    goesOn: () => Promise<boolean>,
    welcome: () => Promise<void> = async () => undefined,
  ): Promise<void> {
    const data = socketData(socket);
    const before = data.sessionId ?? data.tokenId;
    const isAnother = before !== ("sessionId" in as ? as.sessionId : as.tokenId);
    const joined = rooms.filter((room) => !socket.rooms.has(room));
    const old = { sessionId: data.sessionId, tokenId: data.tokenId, userId: data.userId };
    await socket.join(joined);
    try {
      if (!(await goesOn())) {
        if (before === undefined || !isAnother) {
          socket.disconnect(true);
        }
        throw new Refused("SIGN_IN_REQUIRED");
      }
      Object.assign(data, { sessionId: undefined, tokenId: undefined, ...as, userId });
      await welcome();
    } catch (error) {
      Object.assign(data, old);
      await leaveRooms(socket, joined);
      throw error;
    }
    this.#services.lines.signedIn(socket.request.socket, socket.request);
    if (isAnother) {
      await leaveRooms(
        socket,
        [...socket.rooms].filter((room) => room !== socket.id && !rooms.includes(room)),
      );
    }
  }
}

async function leaveRooms(socket: Socket, rooms: readonly string[]): Promise<void> {
  for (const room of rooms) {
    await socket.leave(room);
  }
}
