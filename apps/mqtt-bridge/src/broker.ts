import { connect, type MqttClient } from "mqtt";
import type { Publication } from "./building-news.ts";
import type { Log } from "./log.ts";

/** A command is as late as the line was silent at most one and a half times this. Seconds. */
const KEEPALIVE_S = 5;
const COMES_BACK_AFTER_MS = 2000;

interface BrokerParts {
  url: string;
  username: string | undefined;
  password: string | undefined;
  /** What the broker says of the bridge when it is gone without a farewell. */
  lastWords: Publication;
  /** Said before leaving by oneself as well. */
  topics: readonly string[];
  /** The broker is there, for the first time or again: it may have forgotten everything. */
  up: () => void;
  heard: (topic: string, payload: Buffer, isRetained: boolean) => void;
  log: Log;
}

/** The building's MQTT broker. Nothing is kept for it while it is away: what holds is said again when it is back. */
export class Broker {
  readonly #client: MqttClient;
  readonly #parts: BrokerParts;

  constructor(parts: BrokerParts) {
    const { url, username, password, lastWords, topics, log } = parts;
    this.#parts = parts;
    this.#client = connect(url, {
      // A clean session: commands that were sent while the bridge was away are nobody's.
      clean: true,
      keepalive: KEEPALIVE_S,
      reconnectPeriod: COMES_BACK_AFTER_MS,
      queueQoSZero: false,
      ...(username === undefined ? {} : { username }),
      ...(password === undefined ? {} : { password }),
      will: {
        topic: lastWords.topic,
        payload: Buffer.from(lastWords.payload),
        qos: 1,
        retain: lastWords.retained,
      },
    });
    this.#client.on("connect", () => {
      this.#client.subscribe([...topics], { qos: 0 }, (error) => {
        if (error) {
          log.error({ err: error }, "the broker did not take the subscriptions");
        }
      });
      parts.up();
    });
    this.#client.on("message", (topic, payload, { retain }) => parts.heard(topic, payload, retain));
    this.#client.on("error", (error) => log.warn({ err: error }, "broker"));
  }

  /** What cannot be said now is dropped: states are said again, and an event of the past is no event. */
  publish(news: readonly Publication[]): void {
    if (!this.#client.connected) {
      return;
    }
    for (const { topic, payload, retained } of news) {
      this.#client.publish(topic, payload, { qos: retained ? 1 : 0, retain: retained }, (error) => {
        if (error) {
          this.#parts.log.warn({ err: error }, "not published");
        }
      });
    }
  }

  async end(): Promise<void> {
    this.publish([this.#parts.lastWords]);
    await this.#client.endAsync();
  }
}
