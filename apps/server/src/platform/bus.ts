import { createHash, randomUUID } from "node:crypto";
import { decode, encode } from "@msgpack/msgpack";
import { Redis } from "ioredis";
import type { Logger } from "pino";

/** A Redis that says nothing for so long is away: each connection asks it something once in {@link PING_MS}. */
const SILENT_MS = 3000;
const PING_MS = 1000;
const CONNECT_MS = 3000;
const LONGEST_PAUSE_MS = 1000;
/** Bytes on their way to Redis above which pictures are left out: what it does not take is not kept for it. */
const MOST_WAITING_BYTES = 8 * 1024 * 1024;

interface Asked {
  url: string;
  /** The key of an installation's files: several installations on one Redis hear nothing of one another. */
  filesKey: Buffer;
  log: Logger;
  steadyMs?: () => number;
}

/**
 * Between the server processes of one installation, through Redis. Nothing here is kept or waited for: what is said while
 * Redis is away is not said, and each process goes on with what it can do by itself.
 */
export class Bus {
  readonly #out: Redis;
  readonly #in: Redis;
  readonly #prefix: string;
  readonly #log: Logger;
  readonly #heard = new Map<string, (bytes: Buffer) => void>();
  /** Who hears all channels of a pattern, by what Redis matches them with. */
  readonly #heardAll = new Map<string, (channel: string, bytes: Buffer) => void>();
  readonly #steadyMs: () => number;
  readonly #onBack = new Set<(wasMissed: boolean) => void>();
  readonly #ping: NodeJS.Timeout;
  /** On which this process hears itself, for as long as what it says arrives where it listens. */
  readonly #pulse: string;
  #isListening = false;
  #isSaid = false;
  #isTold = false;
  #waitingBytes = 0;
  #streamed = 0;
  /** Nobody is at a process that has just begun: it has missed nothing. */
  #missesFrom: number;

  constructor({ url, filesKey, log, steadyMs = () => performance.now() }: Asked) {
    this.#log = log;
    this.#steadyMs = steadyMs;
    this.#missesFrom = steadyMs() + SILENT_MS;
    const installation = createHash("sha256")
      .update("bus of ")
      .update(filesKey)
      .digest("base64url")
      .slice(0, 16);
    this.#prefix = `umbral:${installation}:`;
    this.#pulse = `${this.#prefix}pulse:${randomUUID()}`;
    const connect = () =>
      new Redis(url, {
        connectTimeout: CONNECT_MS,
        socketTimeout: SILENT_MS,
        enableOfflineQueue: false,
        autoResubscribe: false,
        autoResendUnfulfilledCommands: false,
        maxRetriesPerRequest: 0,
        retryStrategy: (times) => Math.min(LONGEST_PAUSE_MS, times * 100),
      });
    this.#out = connect();
    this.#in = connect();
    for (const connection of [this.#out, this.#in]) {
      connection.on("error", (error) => this.#tellAway(codeOf(error)));
      connection.on("close", () => {
        endPatience(connection);
        this.#isSaid = false;
        this.#tellAway();
      });
    }
    // What the other connection says is none of this one's: it would wait for ever for a line that never broke.
    this.#in.on("close", () => {
      this.#isListening = false;
    });
    this.#out.on("ready", () => void this.#hearItself());
    this.#in.on("ready", () => void this.#listenAgain());
    this.#in.on("messageBuffer", (channel: Buffer, bytes: Buffer) =>
      this.#heard.get(channel.toString().slice(this.#prefix.length))?.(bytes),
    );
    this.#in.on("pmessageBuffer", (pattern: string, channel: Buffer, bytes: Buffer) => {
      const ours = this.#prefix.length;
      this.#heardAll.get(pattern.slice(ours))?.(channel.toString().slice(ours), bytes);
    });
    this.#ping = setInterval(() => {
      if (this.#in.status === "ready") {
        this.#in.ping().catch(() => undefined);
        void (this.#isListening ? this.#hearItself() : this.#listenAgain());
      }
    }, PING_MS);
  }

  /** Is each process by itself now? */
  get isAway(): boolean {
    return !this.#isSaid || this.#out.status !== "ready";
  }

  /** How many pieces of cameras' streams this process has said, for who measures. */
  get streamed(): number {
    return this.#streamed;
  }

  /** Says something to whoever listens there. @returns false where it was not said */
  say(channel: string, message: unknown): boolean {
    return !this.isAway && this.#send(channel, encoded(message));
  }

  /** A piece of a camera's stream, as it is: encoded once for all who hear it. @returns false where it is left out */
  stream(channel: string, bytes: Uint8Array): boolean {
    if (this.isAway || this.#waitingBytes > MOST_WAITING_BYTES) {
      return false;
    }
    this.#streamed += 1;
    return this.#send(channel, bytes);
  }

  #send(channel: string, bytes: Uint8Array): boolean {
    this.#waitingBytes += bytes.byteLength;
    const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#out
      .publish(this.#prefix + channel, whole)
      // It went away meanwhile: that is told by the connection.
      .catch(() => undefined)
      .finally(() => {
        this.#waitingBytes -= bytes.byteLength;
      });
    return true;
  }

  /** One listener for each channel. @param hear is given what was said, unless nobody can read it */
  listen(channel: string, hear: (message: unknown) => void): void {
    this.#heard.set(channel, (bytes) => {
      const message = this.read(bytes);
      if (message !== undefined) {
        hear(message);
      }
    });
    if (this.#in.status === "ready") {
      this.#in.subscribe(this.#prefix + channel).catch(() => undefined);
    }
  }

  /**
   * One listener for all channels of a pattern, in which `*` is anything: so one message is said once for all who are named in its channel.
   * @param hear is given the channel and the bytes as they were sent
   */
  listenToAll(pattern: string, hear: (channel: string, bytes: Uint8Array) => void): void {
    this.#heardAll.set(pattern, hear);
    if (this.#in.status === "ready") {
      this.#in.psubscribe(this.#prefix + pattern).catch(() => undefined);
    }
  }

  /** @returns what was {@link encoded}; undefined, and a line in the log, where nobody can read it */
  read(bytes: Uint8Array): unknown {
    try {
      return decode(bytes);
    } catch (error) {
      this.#log.warn({ err: error }, "another process said what nobody can read");
      return undefined;
    }
  }

  /**
   * Redis is there, for the first time or again; or another process died.
   * @param hear is told whether anything said meanwhile, here or by others, may not have been heard
   */
  onBack(hear: (wasMissed: boolean) => void): void {
    this.#onBack.add(hear);
  }

  /** Another process ended without a word: what it had done, and was about to say, nobody says any more. */
  noteDeath(): void {
    if (!this.isAway) {
      this.#log.warn("another process ended without a word: what it may not have said is asked for");
      this.#tellAll(true);
    }
  }

  close(): void {
    clearInterval(this.#ping);
    this.#isListening = false;
    this.#isSaid = false;
    this.#onBack.clear();
    this.#heard.clear();
    this.#heardAll.clear();
    for (const connection of [this.#out, this.#in]) {
      connection.removeAllListeners("close");
      connection.disconnect();
    }
  }

  async #listenAgain(): Promise<void> {
    const ours = (name: string) => this.#prefix + name;
    try {
      await this.#in.subscribe(this.#pulse, ...[...this.#heard.keys()].map(ours));
      if (this.#heardAll.size > 0) {
        await this.#in.psubscribe(...[...this.#heardAll.keys()].map(ours));
      }
    } catch (error) {
      // Gone again before it was said, which the next connection says; or it may not listen.
      this.#tellAway(codeOf(error));
      return;
    }
    this.#isListening = true;
    await this.#hearItself();
  }

  /** Redis may let this process listen and say nothing, or its lines lead to two of them: all would seem well, and nothing arrive. */
  async #hearItself(): Promise<void> {
    if (!this.#isListening || this.#out.status !== "ready") {
      return;
    }
    let code: string | undefined = "UNHEARD";
    let isSaid = false;
    try {
      isSaid = (await this.#out.publish(this.#pulse, "")) > 0;
    } catch (error) {
      code = codeOf(error);
    }
    if (!this.#isListening) {
      // Broken off meanwhile, and told.
      return;
    }
    if (!isSaid) {
      this.#isSaid = false;
      this.#tellAway(code);
    } else if (!this.#isSaid) {
      this.#isSaid = true;
      this.#tellBack();
    }
  }

  #tellAway(code?: string): void {
    if (!this.#isTold) {
      this.#isTold = true;
      this.#log.error({ code }, "Redis is away: this process works by itself until it is back");
    }
  }

  #tellBack(): void {
    if (this.isAway) {
      return;
    }
    if (this.#isTold) {
      this.#isTold = false;
      this.#log.info("Redis is back");
    }
    const wasMissed = this.#steadyMs() >= this.#missesFrom;
    this.#missesFrom = 0;
    this.#tellAll(wasMissed);
  }

  #tellAll(wasMissed: boolean): void {
    for (const hear of this.#onBack) {
      hear(wasMissed);
    }
  }
}

/** ioredis goes on waiting for what a line that broke did not answer, and cuts the next one for it. */
function endPatience(connection: Redis): void {
  clearTimeout(Reflect.get(connection, "socketTimeoutTimer"));
  Reflect.set(connection, "socketTimeoutTimer", undefined);
}

/** What a socket or Redis (NOPERM, WRONGPASS) calls it: the rest of what is said may carry the address, and that the password. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) {
    return undefined;
  }
  return "code" in error && typeof error.code === "string"
    ? error.code
    : /^[A-Z]{2,}\b/.exec(error.message)?.[0];
}

export const encoded = (message: unknown): Uint8Array => encode(message, { ignoreUndefined: true });
