import type { Namespace, Server } from "socket.io";
import {
  Adapter,
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

/** What is needed of a bus here. */
type Between = Pick<Bus, "isAway" | "listen" | "noteDeath" | "onBack" | "say">;

/** Notices other processes that end without a good-bye, by the steady clock: somebody may set the date. */
class Lives {
  readonly #onDeath: (uids: readonly string[]) => void;
  readonly #looking: NodeJS.Timeout;
  /** When each of the others was last heard. */
  readonly #heardAt = new Map<string, number>();
  #lookedAt = performance.now();

  constructor(onDeath: (uids: readonly string[]) => void) {
    this.#onDeath = onDeath;
    this.#looking = setInterval(() => this.#look(), HEARTBEAT_MS);
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
    const silent = [...this.#heardAt].flatMap(([uid, heardAt]) =>
      now - heardAt > DEAD_AFTER_MS ? [uid] : [],
    );
    for (const uid of silent) {
      if (stoodStill) {
        // It was this process: what the others said meanwhile is read only now.
        this.#heardAt.set(uid, now);
      } else {
        this.#heardAt.delete(uid);
      }
    }
    if (silent.length > 0 && !stoodStill) {
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
  #greeted = Promise.resolve();

  constructor(namespace: Namespace, bus: Between) {
    // Who is dead is not for its own look to say: it goes by the date, and after this process stood still it takes all others for dead
    // before it reads what they said.
    super(namespace, { heartbeatInterval: HEARTBEAT_MS, heartbeatTimeout: Number.POSITIVE_INFINITY });
    this.#bus = bus;
    this.#channel = `sockets:${namespace.name}`;
    const isForUs = (message: unknown): message is ClusterMessage & ClusterResponse =>
      typeof Reflect.get(Object(message), "type") === "number" &&
      Reflect.get(Object(message), "uid") !== this.uid;
    this.#lives = new Lives((uids) => {
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

  /** A process that neither answers nor is gone: what this one knows itself is better than nothing. */
  override async fetchSockets(opts: BroadcastOptions) {
    const patient = { ...opts, flags: { ...opts.flags, timeout: opts.flags?.timeout ?? FETCH_MS } };
    try {
      return await super.fetchSockets(patient);
    } catch {
      return Adapter.prototype.fetchSockets.call(this, opts);
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
