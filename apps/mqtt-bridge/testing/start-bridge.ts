import { once } from "node:events";
import { createServer } from "node:net";
import { Aedes } from "aedes";
import { connectAsync, type MqttClient } from "mqtt";
import pino from "pino";
import { Bridge } from "../src/bridge.ts";
import type { Settings } from "../src/settings.ts";

export { topicsOf } from "../src/topics.ts";

/** An MQTT broker of its own on a free port, and somebody at it who hears everything. */
export class TestBroker {
  static async start(): Promise<TestBroker> {
    const aedes = await Aedes.createBroker();
    const server = createServer(aedes.handle);
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    if (address === null || typeof address === "string") {
      throw new Error("not on a port");
    }
    const url = `mqtt://127.0.0.1:${address.port}`;
    const client = await connectAsync(url);
    const broker = new TestBroker(url, client, async () => {
      await client.endAsync(true);
      await new Promise<void>((resolve) => aedes.close(resolve));
      server.close();
    });
    await client.subscribeAsync("#", { qos: 1 });
    return broker;
  }

  readonly url: string;
  readonly close: () => Promise<void>;
  readonly #client: MqttClient;
  /** What every topic said last. */
  readonly #last = new Map<string, Buffer>();
  readonly #wishes = new Set<() => void>();

  private constructor(url: string, client: MqttClient, close: () => Promise<void>) {
    this.url = url;
    this.#client = client;
    this.close = close;
    client.on("message", (topic, payload) => {
      this.#last.set(topic, payload);
      for (const look of this.#wishes) {
        look();
      }
    });
  }

  /** @returns what a topic says, as soon as it says what is wished for */
  hear(topic: string, isWished: (text: string) => boolean = () => true): Promise<Buffer> {
    return new Promise((resolve) => {
      const look = () => {
        const payload = this.#last.get(topic);
        if (payload && isWished(payload.toString())) {
          this.#wishes.delete(look);
          resolve(payload);
        }
      };
      this.#wishes.add(look);
      look();
    });
  }

  /** As if it had never been said. */
  forget(topic: string): void {
    this.#last.delete(topic);
  }

  said = (topic: string): string | undefined => this.#last.get(topic)?.toString();

  say = async (topic: string, payload: string, retain = false): Promise<void> => {
    await this.#client.publishAsync(topic, payload, { qos: 1, retain });
  };
}

/** A bridge between a server and a broker, as its program starts it. */
export function startBridge(
  server: { url: string; now: () => Date },
  broker: TestBroker,
  token: string,
  more: { over?: () => void; pictureSeconds?: number; againMs?: number } = {},
): Promise<Bridge> {
  const settings: Settings = {
    umbralUrl: server.url,
    token,
    mqttUrl: broker.url,
    username: undefined,
    password: undefined,
    topic: "umbral",
    discoveryTopic: "homeassistant",
    pictureSeconds: more.pictureSeconds ?? 0,
    logLevel: "silent",
  };
  return Bridge.start({
    settings,
    log: pino({ level: "silent" }),
    now: server.now,
    over: more.over ?? (() => undefined),
    ...(more.againMs === undefined ? {} : { againMs: more.againMs }),
  });
}
