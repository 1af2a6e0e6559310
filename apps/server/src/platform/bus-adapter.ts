import type { Namespace, Server } from "socket.io";
import {
  Adapter,
  type BroadcastOptions,
  ClusterAdapterWithHeartbeat,
  type ClusterMessage,
  type ClusterResponse,
} from "socket.io-adapter";
import type { Bus } from "./bus.ts";

/** Each process says so often that it lives, and one of which nothing was heard for so long is not waited for any more. */
const HEARTBEAT_MS = 500;
const DEAD_AFTER_MS = 2000;
/** Longer than a process that died is waited for. */
const FETCH_MS = 2500;

/**
 * One realtime space of several processes. Where Redis is away there is only this one, at once: nothing waits for the
 * others. What a process tells its own sockets never waits for Redis.
 */
class BusAdapter extends ClusterAdapterWithHeartbeat {
  readonly #bus: Bus;
  readonly #channel: string;

  constructor(namespace: Namespace, bus: Bus) {
    super(namespace, { heartbeatInterval: HEARTBEAT_MS, heartbeatTimeout: DEAD_AFTER_MS });
    this.#bus = bus;
    this.#channel = `sockets:${namespace.name}`;
    const isForUs = (message: unknown): message is ClusterMessage & ClusterResponse =>
      typeof Reflect.get(Object(message), "type") === "number" &&
      Reflect.get(Object(message), "uid") !== this.uid;
    bus.listen(this.#channel, (message) => {
      if (isForUs(message)) {
        this.onMessage(message);
      }
    });
    bus.listen(`${this.#channel}:${this.uid}`, (message) => {
      if (isForUs(message)) {
        this.onResponse(message);
      }
    });
    bus.onBack(() => this.init());
  }

  override serverCount(): Promise<number> {
    return this.#bus.isAway ? Promise.resolve(1) : super.serverCount();
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
export function shareSockets(io: Server, bus: Bus): () => void {
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
