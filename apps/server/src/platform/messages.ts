import type { IncomingMessage } from "node:http";
import type { Message, Refused as RefusedReply } from "@umbral/contract/lib/message";
import { sentenceOf } from "@umbral/contract/lib/refusals";
import type { Socket } from "socket.io";
import type { z } from "zod";
import type { Actor, Services, TokenCaller } from "./context.ts";
import { isDatabaseAway, isUnstorable } from "./database.ts";
import { FaultLog } from "./fault-log.ts";
import { FilesAway, isDiskRefusal } from "./files.ts";
import { authorise, authoriseToken, type PersonalAccess } from "./gate.ts";
import { device } from "./live.ts";
import { addressThrough, originOf, withOrigin } from "./origin.ts";
import { isOfWhatIsGone } from "./overtaken.ts";
import { readInput } from "./read-input.ts";
import { Refused } from "./refused.ts";

interface Heard<P extends z.ZodType> {
  actor: Actor;
  socket: Socket;
  payload: z.output<P>;
  /** On the steady clock; it may have been waiting since then. */
  cameAt: number;
  /** Of a message in order: what its socket sends after it waits no longer, though its own answer is not there yet. */
  letNextOn: () => void;
}

/** The same of a program that holds an API token. */
type HeardOfToken<P extends z.ZodType> = Omit<Heard<P>, "actor"> & { caller: TokenCaller };

interface Entry {
  message: Message;
  /** Finds out who it is and whether they may, before the payload is looked at. @returns what answers then */
  admit: (socket: Socket, fields: unknown) => Promise<Admitted>;
  /** What a refusal sends besides the acknowledgement; `message:error` when the room says nothing else. */
  onRefused: ((socket: Socket, payload: unknown, refused: Refused) => void) | undefined;
  /** Does it wait for the one before it from the same socket? */
  isInOrder: boolean;
}

interface Admitted {
  askerId: string;
  answer: (heard: Omit<Heard<z.ZodType>, "actor" | "payload"> & { payload: unknown }) => Promise<unknown>;
}

/** The messages that signed-in people may send, each with its room's answer. */
export class MessageTable {
  readonly #entries = new Map<string, Entry>();
  /** The last message of each socket that later ones in order wait for. */
  readonly #lanes = new WeakMap<Socket, Promise<void>>();
  readonly #underWay = new Set<Promise<void>>();
  readonly #services: Services;
  readonly #faults: FaultLog;
  readonly #addressOf: (request: IncomingMessage) => string;

  constructor(services: Services) {
    this.#services = services;
    this.#faults = new FaultLog(services.log, "message failed");
    this.#addressOf = addressThrough(services.env.trustedProxies);
  }

  /** The one way to hear a message: from the contract, with its permission checked before its meaning. */
  on<P extends z.ZodType, R extends z.ZodType>(
    message: Message<P, R>,
    handle: (heard: Heard<P>) => Promise<z.input<R>>,
    onRefused?: Entry["onRefused"],
  ): void {
    this.#add(message, handle, { onRefused, isInOrder: false });
  }

  /**
   * The same for a message that cannot wait: what its answer reads about the asker is read while the session is, and
   * handed over once it is known that they may. A refused asker hears nothing of it.
   * @param ahead reads it, and changes nothing
   */
  onReadingAhead<P extends z.ZodType, R extends z.ZodType, A>(
    message: Message<P, R>,
    ahead: (askerId: string, payload: z.output<P>) => Promise<A>,
    handle: (heard: Heard<P>, read: A) => Promise<z.input<R>>,
    onRefused?: Entry["onRefused"],
  ): void {
    const access = personalAccess(message);
    this.#entries.set(message.event, {
      message,
      admit: async (socket, fields) => {
        const admitting = this.#admit(socket, access, fields);
        const { userId } = socketData(socket);
        const named = message.payload.safeParse(fields);
        const reading = userId !== undefined && named.success ? ahead(userId, named.data) : undefined;
        // Whoever may not is refused for that, whatever became of it.
        reading?.catch(() => undefined);
        const actor = await admitting;
        return {
          askerId: actor.id,
          answer: async ({ payload, ...heard }) => {
            const parsed = message.payload.parse(payload);
            // At a device of the lobby somebody else may be on shift.
            const read = await (actor.id === userId && reading ? reading : ahead(actor.id, parsed));
            return handle({ ...heard, actor, payload: parsed }, read);
          },
        };
      },
      onRefused,
      isInOrder: false,
    });
  }

  /**
   * The same for messages whose order means something: an ICE candidate must not overtake its
   * description. Each waits until the one before it from its socket was answered.
   */
  onInOrder<P extends z.ZodType, R extends z.ZodType>(
    message: Message<P, R>,
    handle: (heard: Heard<P>) => Promise<z.input<R>>,
  ): void {
    this.#add(message, handle, { onRefused: undefined, isInOrder: true });
  }

  #add<P extends z.ZodType, R extends z.ZodType>(
    message: Message<P, R>,
    handle: (heard: Heard<P>) => Promise<z.input<R>>,
    more: Pick<Entry, "onRefused" | "isInOrder">,
  ): void {
    const access = personalAccess(message);
    this.#entries.set(message.event, {
      message,
      admit: async (socket, fields) => {
        const actor = await this.#admit(socket, access, fields);
        return {
          askerId: actor.id,
          answer: ({ payload, ...heard }) =>
            handle({ ...heard, actor, payload: message.payload.parse(payload) }),
        };
      },
      ...more,
    });
  }

  async #admit(socket: Socket, access: PersonalAccess, fields: unknown): Promise<Actor> {
    const actor = await actorOf(this.#services, socket);
    await authorise(this.#services.gate, actor, access, (name) =>
      typeof fields === "object" && fields !== null ? Reflect.get(fields, name) : undefined,
    );
    return actor;
  }

  /** The same for a message of programs that hold an API token; in order. */
  onToken<P extends z.ZodType, R extends z.ZodType>(
    message: Message<P, R>,
    handle: (heard: HeardOfToken<P>) => Promise<z.input<R>>,
  ): void {
    const { access } = message;
    if (access.kind !== "token") {
      throw new Error(`${message.event} is for ${access.kind}: it is not a message of programs`);
    }
    this.#entries.set(message.event, {
      message,
      admit: async (socket) => {
        const caller = await callerOf(this.#services, socket);
        authoriseToken(caller, access);
        return {
          askerId: caller.accountId,
          answer: ({ payload, ...heard }) =>
            handle({ ...heard, caller, payload: message.payload.parse(payload) }),
        };
      },
      onRefused: undefined,
      isInOrder: true,
    });
  }

  /** Every message that is heard, for the test that looks for one nobody hears. */
  get events(): string[] {
    return [...this.#entries.keys()];
  }

  /** Of a server that stops: resolves when no message is being answered any more, whoever sent it. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) {
      await Promise.allSettled(this.#underWay);
    }
  }

  /**
   * Answers one message: by its acknowledgement when it has one, else by an error event if it was refused. Called
   * at once when the message was read: what it waits for afterwards makes it older.
   * @param inTurn answers it when it is its person's turn
   */
  hear(
    socket: Socket,
    event: string,
    args: readonly unknown[],
    inTurn: (work: () => Promise<void>) => Promise<void>,
  ): Promise<void> {
    const heard = this.#hear(socket, event, args, inTurn).finally(() => this.#underWay.delete(heard));
    this.#underWay.add(heard);
    return heard;
  }

  async #hear(...[socket, event, args, inTurn]: Parameters<MessageTable["hear"]>): Promise<void> {
    const cameAt = this.#services.stalls.cameAt();
    const entry = this.#entries.get(event);
    let letNextOn: () => void = () => undefined;
    const isLetOn = new Promise<void>((resolve) => {
      letNextOn = resolve;
    });
    const hearing = () => inTurn(() => this.#hearOne(socket, event, entry, args, { cameAt, letNextOn }));
    if (!entry?.isInOrder) {
      return hearing();
    }
    const before = this.#lanes.get(socket) ?? Promise.resolve();
    const heard = before.then(hearing, hearing);
    this.#lanes.set(
      socket,
      Promise.race([heard, isLetOn]).catch(() => undefined),
    );
    return heard;
  }

  async #hearOne(
    socket: Socket,
    event: string,
    entry: Entry | undefined,
    args: readonly unknown[],
    more: Pick<Heard<z.ZodType>, "cameAt" | "letNextOn">,
  ): Promise<void> {
    const last = args.at(-1);
    const acknowledge = isFunction(last) ? last : undefined;
    const payload = acknowledge ? args.slice(0, -1) : args;
    try {
      const reply = await this.#answer(socket, entry, payload, more);
      acknowledge?.({ ok: true, ...reply });
    } catch (error) {
      const refused = this.#refusalOf(error, event);
      if (entry?.onRefused) {
        entry.onRefused(socket, payload[0], refused);
      } else if (!acknowledge) {
        this.#services.live.tell(device(socket.id), "message:error", messageError(event, refused));
      }
      acknowledge?.(refusedReply(refused));
    }
  }

  async #answer(
    socket: Socket,
    entry: Entry | undefined,
    payload: readonly unknown[],
    more: Pick<Heard<z.ZodType>, "cameAt" | "letNextOn">,
  ): Promise<Record<string, unknown>> {
    if (!entry || payload.length > 1) {
      await someoneAt(this.#services, socket);
      throw new Refused("BAD_REQUEST");
    }
    const { payload: schema, reply } = entry.message;
    const fields = payload[0];
    const admitted = await entry.admit(socket, fields);
    const given = readInput(schema, fields);
    const origin = originOf(this.#addressOf(socket.request), socket.request.headers);
    const answer = reply.parse(
      await withOrigin(origin, () => admitted.answer({ socket, payload: given, ...more }), admitted.askerId),
    );
    return typeof answer === "object" && answer !== null ? { ...answer } : {};
  }

  #refusalOf(error: unknown, event: string): Refused {
    return refusalOf(error, (fault) =>
      this.#faults.note(this.#entries.has(event) ? event : "unknown", fault),
    );
  }
}

function personalAccess({ access, event }: Message): PersonalAccess {
  if (access.kind !== "permission" && access.kind !== "party") {
    throw new Error(`${event} is for ${access.kind}: it is not a message of signed-in people`);
  }
  return access;
}

/** Whatever was thrown, as what may be told: ours as it is, what is gone and an absent database as such, all else as a fault. */
export function refusalOf(error: unknown, onFault: (error: unknown) => void): Refused {
  if (error instanceof Refused) {
    return error;
  }
  if (isUnstorable(error)) {
    return new Refused("BAD_REQUEST");
  }
  onFault(error);
  if (isOfWhatIsGone(error)) {
    return new Refused("NOT_FOUND");
  }
  if (error instanceof FilesAway) {
    return new Refused("FILES_AWAY");
  }
  return new Refused(isDatabaseAway(error) || isDiskRefusal(error) ? "UNAVAILABLE" : "FAULT");
}

export const refusedReply = (refused: Refused): RefusedReply => ({
  ok: false,
  code: refused.code,
  message: sentenceOf(refused.code),
});

/** The same for who wants no acknowledgement, as `message:error`. */
export const messageError = (event: string, refused: Refused) => ({
  event: event.slice(0, 100),
  code: refused.code,
  message: sentenceOf(refused.code),
});

/** The session is asked about on every message: one that ended is not obeyed for a moment longer. */
async function actorOf(services: Services, socket: Socket): Promise<Actor> {
  const { sessionId } = socketData(socket);
  const actor = sessionId === undefined ? null : await services.gate.actorOfSession(sessionId);
  if (actor === null) {
    throw new Refused("SIGN_IN_REQUIRED");
  }
  return actor;
}

/** The same of an API token: one that was taken back is not obeyed for a moment longer. */
async function callerOf({ gate }: Services, socket: Socket): Promise<TokenCaller> {
  const { tokenId } = socketData(socket);
  const [caller] = tokenId === undefined ? [] : await gate.callersOfTokens([tokenId]);
  if (!caller) {
    throw new Refused("TOKEN_NOT_VALID");
  }
  return caller;
}

const someoneAt = (services: Services, socket: Socket): Promise<unknown> =>
  socketData(socket).tokenId === undefined ? actorOf(services, socket) : callerOf(services, socket);

/** What this process remembers of a socket. It is also what other processes see of it. */
export interface SocketData {
  sessionId?: string | undefined;
  userId?: string;
  /** The API token that it signed in with: then it has no session. */
  tokenId?: string | undefined;
}

export function socketData(socket: Socket): SocketData {
  return socket.data as SocketData;
}

function isFunction(value: unknown): value is (reply: unknown) => void {
  return typeof value === "function";
}
