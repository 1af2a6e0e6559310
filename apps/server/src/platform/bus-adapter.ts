import { randomUUID } from "node:crypto";
import type { Namespace, Server } from "socket.io";
import {
  Adapter,
  type BroadcastFlags,
  type BroadcastOptions,
  ClusterAdapterWithHeartbeat,
  type ClusterMessage,
  type ClusterResponse,
  MessageType,
} from "socket.io-adapter";
import type { Bus } from "./bus.ts";

/** Each process says so often that it lives, and one of which nothing was heard for so long is not waited for any more. */
const HEARTBEAT_MS = 500;
const DEAD_AFTER_MS = 2000;
/** Longer than a process that died is waited for, and looked for: the answers of all others count then. */
const FETCH_MS = DEAD_AFTER_MS + 1200;
/** Once Redis is back those that are there say so within this; before that they are not known, and nobody would ask them. */
const GREETED_MS = 250;
/** Who lives says within this whom it has in a room: where somebody has answered already, nobody else is waited for longer. */
const COUNTED_MS = 300;

/** What is needed of a bus here. */
type Between = Pick<Bus, "isAway" | "listen" | "noteDeath" | "onBack" | "say">;

/** Whom this process asked for their sockets. */
interface Question {
  /** What is known so far. */
  found: unknown[];
  /** Whose answer it waits for no more. */
  strike(uid: string): void;
}

/** Notices other processes that end without a good-bye, by the steady clock: somebody may set the date. */
class Lives {
  readonly #onDeath: (uids: readonly string[]) => void;
  readonly #bus: Between;
  readonly #looking: NodeJS.Timeout;
  /** When each of the others was last heard. */
  readonly #heardAt = new Map<string, number>();
  #heardItselfAt = performance.now();
  #lookedAt = performance.now();

  constructor(bus: Between, onDeath: (uids: readonly string[]) => void) {
    this.#bus = bus;
    this.#onDeath = onDeath;
    this.#looking = setInterval(() => this.#look(), HEARTBEAT_MS);
  }

  get others(): Iterable<string> {
    return this.#heardAt.keys();
  }

  /** What this process says to the others comes to itself too. */
  heardItself(): void {
    this.#heardItselfAt = performance.now();
  }

  heard({ uid, type }: ClusterMessage): void {
    if (type === MessageType.ADAPTER_CLOSE) {
      this.#heardAt.delete(uid);
    } else {
      this.#heardAt.set(uid, performance.now());
    }
  }

  stop(): void {
    clearInterval(this.#looking);
  }

  #look(): void {
    const now = performance.now();
    const stoodStill = now - this.#lookedAt > DEAD_AFTER_MS / 2;
    this.#lookedAt = now;
    // Redis passes nothing on, not even to who said it, and is not given up yet: the others may well live.
    const isDeaf = !this.#bus.isAway && now - this.#heardItselfAt > DEAD_AFTER_MS / 2;
    const silent = [...this.#heardAt].flatMap(([uid, heardAt]) =>
      now - heardAt > DEAD_AFTER_MS ? [uid] : [],
    );
    for (const uid of silent) {
      if (stoodStill || isDeaf) {
        // It was not they: what they said meanwhile is read only now, or later.
        this.#heardAt.set(uid, now);
      } else {
        this.#heardAt.delete(uid);
      }
    }
    if (silent.length > 0 && !stoodStill && !isDeaf) {
      this.#onDeath(silent);
    }
  }
}

/**
 * One realtime space of several processes. Where Redis is away there is only this one, at once: nothing waits for the
 * others. What a process tells its own sockets never waits for Redis.
 */
class BusAdapter extends ClusterAdapterWithHeartbeat {
  readonly #bus: Between;
  readonly #channel: string;
  readonly #lives: Lives;
  readonly #questions = new Map<string, Question>();
  #greeted = Promise.resolve();

  constructor(namespace: Namespace, bus: Between) {
    // Who is dead is not for its own look to say: it goes by the date, and after this process stood still it takes all others for dead
    // before it reads what they said.
    super(namespace, { heartbeatInterval: HEARTBEAT_MS, heartbeatTimeout: Number.POSITIVE_INFINITY });
    this.#bus = bus;
    this.#channel = `sockets:${namespace.name}`;
    const uidOf = (message: unknown): unknown => Reflect.get(Object(message), "uid");
    const isForUs = (message: unknown): message is ClusterMessage & ClusterResponse =>
      typeof Reflect.get(Object(message), "type") === "number" && uidOf(message) !== this.uid;
    this.#lives = new Lives(bus, (uids) => {
      for (const uid of uids) {
        // As if it had said so itself: nobody waits for it any more.
        this.onMessage({ type: MessageType.ADAPTER_CLOSE, uid, nsp: namespace.name });
      }
      // One of the namespaces says it for all of its process.
      if (namespace.name === "/") {
        bus.noteDeath();
      }
    });
    bus.listen(this.#channel, (message) => {
      if (isForUs(message)) {
        this.#lives.heard(message);
        this.onMessage(message);
      } else if (uidOf(message) === this.uid) {
        this.#lives.heardItself();
      }
    });
    bus.listen(`${this.#channel}:${this.uid}`, (message) => {
      if (isForUs(message)) {
        this.onResponse(message);
      }
    });
    bus.onBack(() => {
      this.init();
      this.#greeted = new Promise((resolve) => void setTimeout(resolve, GREETED_MS).unref());
    });
  }

  override close(): void {
    this.#lives.stop();
    super.close();
  }

  override async serverCount(): Promise<number> {
    if (!this.#bus.isAway) {
      await this.#greeted;
    }
    return this.#bus.isAway ? 1 : super.serverCount();
  }

  /** What is known when the time is over is better than nothing, where a process neither answers nor is gone. */
  override async fetchSockets(opts: BroadcastOptions): Promise<unknown[]> {
    const [found, count] = await Promise.all([
      Adapter.prototype.fetchSockets.call(this, opts),
      this.serverCount(),
    ]);
    const missing = new Set(count > 1 && opts.flags?.local !== true ? this.#lives.others : []);
    if (missing.size === 0) {
      return found;
    }
    const requestId = randomUUID();
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(patience);
        this.#questions.delete(requestId);
        resolve(found);
      };
      const patience = setTimeout(end, opts.flags?.timeout ?? FETCH_MS);
      const strike = (uid: string) => {
        missing.delete(uid);
        if (missing.size === 0) {
          end();
        }
      };
      this.#questions.set(requestId, { found, strike });
      const asked = { rooms: [...opts.rooms], except: [...(opts.except ?? [])], flags: opts.flags ?? {} };
      this.publish({ type: MessageType.FETCH_SOCKETS, data: { opts: asked, requestId } });
    });
  }

  /**
   * Each process says whom of these it has, and the question ends when all have: one that died just now never does. It has
   * none, once somebody answered and whoever lives has had the time to say.
   */
  override broadcastWithAck(
    packet: unknown,
    opts: BroadcastOptions,
    onCount: (clients: number) => void,
    onAnswer: (...answer: unknown[]) => void,
  ): void {
    let expected = 0;
    void this.serverCount().then((servers) => {
      expected = servers;
    });
    let counted = 0;
    const count = (clients: number) => {
      counted += 1;
      onCount(clients);
    };
    let isAnswered = false;
    super.broadcastWithAck(packet, opts, count, (...answer) => {
      onAnswer(...answer);
      if (!isAnswered) {
        isAnswered = true;
        setTimeout(() => {
          for (let silent = expected - counted; silent > 0; silent -= 1) {
            onCount(0);
          }
        }, COUNTED_MS);
      }
    });
  }

  override onMessage(message: ClusterMessage): void {
    super.onMessage(message);
    if (message.type === MessageType.ADAPTER_CLOSE) {
      for (const { strike } of this.#questions.values()) {
        strike(message.uid);
      }
    } else if (message.type === MessageType.BROADCAST && message.data.requestId !== undefined) {
      this.#forgetInTime(message.data);
    }
  }

  /** What is never answered Socket.IO forgets where it was asked, and only with the line where the line hangs: here. */
  #forgetInTime({
    packet,
    opts,
  }: {
    packet: unknown;
    opts: { rooms: string[]; flags: BroadcastFlags };
  }): void {
    const asked = [...new Set(opts.rooms.flatMap((room) => [...(this.rooms.get(room) ?? [])]))];
    // Each process counts its own: this one's number is in the packet since it sent it.
    const number: unknown = Reflect.get(Object(packet), "id");
    // Who waits without an end is answered whenever the answer comes.
    if (asked.length > 0 && opts.flags.timeout !== undefined) {
      setTimeout(() => {
        for (const id of asked) {
          const waiting: unknown = Reflect.get(Object(this.nsp.sockets.get(id)), "acks");
          if (waiting instanceof Map) {
            waiting.delete(number);
          }
        }
      }, opts.flags.timeout).unref();
    }
  }

  override onResponse(response: ClusterResponse): void {
    const question = this.#questions.get(response.data.requestId);
    if (question && response.type === MessageType.FETCH_SOCKETS_RESPONSE) {
      question.found.push(...response.data.sockets);
      question.strike(response.uid);
    } else {
      super.onResponse(response);
    }
  }

  protected override async doPublish(message: ClusterMessage): Promise<string> {
    this.#bus.say(this.#channel, message);
    return "";
  }

  protected override async doPublishResponse(requesterUid: string, response: ClusterResponse): Promise<void> {
    this.#bus.say(`${this.#channel}:${requesterUid}`, response);
  }
}

/** Lets these sockets be of one space with those of the other processes. @returns what ends it */
export function shareSockets(io: Server, bus: Between): () => void {
  const made: BusAdapter[] = [];
  io.adapter(
    class extends BusAdapter {
      constructor(namespace: Namespace) {
        super(namespace, bus);
        made.push(this);
      }
    },
  );
  return () => {
    for (const adapter of made) {
      adapter.close();
    }
  };
}
