import { init } from "@umbral/contract/auth/auth.contract";
import type { Server, Socket } from "socket.io";
import type { Actor, Services } from "./context.ts";
import { device, person, platformPeople, session } from "./live.ts";
import { type MessageTable, messageError, refusalOf, refusedReply, socketData } from "./messages.ts";
import { Refused } from "./refused.ts";

/** A socket that has not signed in after this long is closed: it holds a place for nothing. */
const INIT_WITHIN_MS = 20_000;
/** Messages one socket may have unanswered; the next are refused until some are answered. */
const UNANSWERED_AT_MOST = 64;

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
  io.on("connection", (socket) => {
    const impatience = setTimeout(() => {
      socket.conn.close();
    }, INIT_WITHIN_MS);
    let unanswered = 0;

    socket.onAny((event: string, ...args: unknown[]) => {
      unanswered += 1;
      const heard =
        event === init.event
          ? hearInit(services, socket, args, hooks).then((signedIn) => {
              if (signedIn) {
                clearTimeout(impatience);
              }
            })
          : unanswered > UNANSWERED_AT_MOST
            ? refuse(services, socket, event, args, new Refused("TOO_OFTEN"))
            : table.hear(socket, event, args);
      heard
        .catch((error: unknown) => log.error({ err: error }, "socket message failed"))
        .finally(() => {
          unanswered -= 1;
        });
    });

    socket.on("disconnect", () => {
      clearTimeout(impatience);
      for (const hook of hooks) {
        hook.gone?.(socket).catch((error: unknown) => log.error({ err: error }, "socket farewell failed"));
      }
    });
  });
}

/** Never silence: who wants no acknowledgement hears `message:error`. */
async function refuse(
  { live }: Services,
  socket: Socket,
  event: string,
  args: readonly unknown[],
  refused: Refused,
): Promise<void> {
  const last = args.at(-1);
  if (typeof last === "function") {
    last(refusedReply(refused));
  } else {
    live.tell(device(socket.id), "message:error", messageError(event, refused));
  }
}

/** @returns whether the socket is signed in now. A failed second `init` leaves the first as it was. */
async function hearInit(
  services: Services,
  socket: Socket,
  args: readonly unknown[],
  hooks: readonly SocketHooks[],
): Promise<boolean> {
  const last = args.at(-1);
  const acknowledge = typeof last === "function" ? last : undefined;
  try {
    const parsed = init.payload.safeParse(args[0]);
    if (!parsed.success) {
      throw new Refused("BAD_REQUEST");
    }
    const actor = await services.gate.actorOfToken(parsed.data.token);
    if (actor === null) {
      throw new Refused("SIGN_IN_REQUIRED");
    }
    const data = socketData(socket);
    if (data.sessionId !== undefined && data.sessionId !== actor.sessionId) {
      for (const room of socket.rooms) {
        if (room !== socket.id) {
          await socket.leave(room);
        }
      }
    }
    data.sessionId = actor.sessionId;
    data.userId = actor.id;
    await socket.join([
      person(actor.id).room,
      session(actor.sessionId).room,
      ...(actor.userType === "ADMIN" ? [platformPeople.room] : []),
    ]);
    // The session may have ended between the question and the joining: who ends it dismisses the room.
    if ((await services.gate.actorOfSession(actor.sessionId)) === null) {
      socket.disconnect(true);
      throw new Refused("SIGN_IN_REQUIRED");
    }
    for (const hook of hooks) {
      await hook.signedIn?.(socket, actor.id, actor);
    }
    acknowledge?.({ ok: true, ...init.reply.parse({ userId: actor.id, socketId: socket.id }) });
    return true;
  } catch (error) {
    const refused = refusalOf(error, (fault) => services.log.error({ err: fault }, "init failed"));
    await refuse(services, socket, init.event, args, refused);
    return socketData(socket).sessionId !== undefined;
  }
}
