import { connect as connectPlain, type Socket } from "node:net";
import { connect as connectSecure } from "node:tls";
import {
  basicOf,
  type DigestChallenge,
  digestAsked,
  digestOf,
  type Login,
} from "../../../platform/device-login.ts";
import { CameraFailure } from "../camera-driver.ts";

const ANSWER_WITHIN_MS = 5000;
const LAST_WORD_WITHIN_MS = 500;
const LONGEST_HEAD = 16_000;
const LONGEST_BODY = 64_000;
const PORTS: Readonly<Record<string, number>> = { "rtsp:": 554, "rtsps:": 322 };
/** What begins a packet among answers: `$`, a channel, a size of two bytes. */
const PACKET = 0x24;
const PACKET_HEADER_BYTES = 4;
/** What is taken off the system at once. */
const READ_BYTES = 64 * 1024;
/** A secure line gives less at once than it has: so much of it says that there is more. */
const SECURE_MORE_BYTES = 12 * 1024;
/** What nobody waits for may lie with the system for so long, */
const LONGEST_PAUSE_MS = 150;
/** and be so much: there are cameras that leave pictures out where their line is full. */
const PAUSE_BYTES = 48 * 1024;
/** How much a camera sends is taken over no less than this. */
const KNOWN_AFTER_MS = 1000;

export interface RtspAnswer {
  status: number;
  head: string;
  body: string;
}

interface Listener {
  /** What it throws ends the line, which rejects with it. */
  onPacket: (channel: number, packet: Buffer) => void;
  /** All that was there was said. Throws as `onPacket`. */
  onPause: () => void;
  /** Whether what comes next is waited for. */
  isAwaited: () => boolean;
}

/** One connection to an RTSP camera: questions, one after the other, and packets between them. */
export class RtspLine {
  /** Resolves when the camera or we ended it; rejects with why it did not last. */
  readonly closed: Promise<void>;
  readonly #socket: Socket;
  readonly #login: Login | undefined;
  readonly #listener: Listener;
  #why: { error: unknown } | undefined;
  #rest: Buffer = Buffer.alloc(0);
  /** How much came since when. */
  #heard = { bytes: 0, since: performance.now() };
  readonly #isSecure: boolean;
  /** What came since reading began again; it stopped where nobody waits. */
  #together: { bytes: number; isStopped: boolean } | undefined;
  #sequence = 0;
  #challenge: { basic: true } | { digest: DigestChallenge; count: number } | undefined;
  #fields: readonly string[] = [];
  #answered: ((answer: RtspAnswer) => void) | undefined;

  constructor(url: URL, login: Login | undefined, listener: Listener) {
    this.#login = login;
    this.#listener = listener;
    const host = url.hostname.replace(/^\[|\]$/g, "");
    const port = Number(url.port) || (PORTS[url.protocol] ?? 554);
    // One buffer for all, so that a pause is one: else the system is read until another is full.
    const onread = {
      buffer: Buffer.alloc(READ_BYTES),
      callback: (bytes: number, buffer: Uint8Array) => this.#hear(Buffer.from(buffer.subarray(0, bytes))),
    };
    // As ffmpeg does: cameras sign their certificates themselves.
    const options = { host, port, onread, rejectUnauthorized: false };
    this.#isSecure = url.protocol === "rtsps:";
    this.#socket = this.#isSecure ? connectSecure(options) : connectPlain(options);
    this.#socket.setNoDelay(true).on("error", (error) => this.#fail(reasonOf(error)));
    this.closed = new Promise((resolve, reject) => {
      this.#socket.on("close", () => (this.#why ? reject(this.#why.error) : resolve()));
    });
    // Whoever waits for an answer hears of it too.
    this.closed.catch(() => undefined);
  }

  /** Asks, with the login where the camera wants one. Rejects where there is no answer in time. */
  async ask(method: string, uri: string, fields: readonly string[] = []): Promise<RtspAnswer> {
    const answer = await this.#askOnce(method, uri, fields);
    const login = this.#login;
    if (answer.status !== 401 || !login || !this.#learn(answer.head)) {
      return answer;
    }
    return this.#askOnce(method, uri, fields);
  }

  /** Asks what need not be answered: there are cameras that never do. */
  tell(method: string, uri: string): void {
    this.#answered = ({ status, head }) => {
      this.#answered = undefined;
      if (status === 401 && this.#learn(head)) {
        this.#socket.write(this.#question(method, uri, []));
      }
    };
    this.#socket.write(this.#question(method, uri, []));
  }

  /** Goes along with every further question. */
  remain(fields: readonly string[]): void {
    this.#fields = fields;
  }

  end(last?: { method: string; uri: string }): void {
    if (last && this.#socket.writable) {
      this.#socket.write(this.#question(last.method, last.uri, []));
      this.#socket.destroySoon();
      // A camera that takes nothing any more is not waited for.
      setTimeout(() => this.#socket.destroy(), LAST_WORD_WITHIN_MS).unref();
    } else {
      this.#socket.destroy();
    }
  }

  async #askOnce(method: string, uri: string, fields: readonly string[]): Promise<RtspAnswer> {
    const answered = new Promise<RtspAnswer>((resolve) => {
      this.#answered = resolve;
    });
    this.#socket.write(this.#question(method, uri, fields));
    const patience = setTimeout(
      () => this.#fail(new CameraFailure("the camera did not answer in time", "unreachable")),
      ANSWER_WITHIN_MS,
    );
    try {
      return await Promise.race([answered, this.closed.then(hungUp)]);
    } finally {
      clearTimeout(patience);
    }
  }

  #question(method: string, uri: string, fields: readonly string[]): string {
    this.#sequence += 1;
    const authorization = this.#authorization(method, uri);
    const lines = [
      `${method} ${uri} RTSP/1.0`,
      `CSeq: ${this.#sequence}`,
      ...(authorization === undefined ? [] : [`Authorization: ${authorization}`]),
      ...this.#fields,
      ...fields,
    ];
    return `${lines.join("\r\n")}\r\n\r\n`;
  }

  #authorization(method: string, uri: string): string | undefined {
    const [login, challenge] = [this.#login, this.#challenge];
    if (!login || !challenge) {
      return undefined;
    }
    if ("basic" in challenge) {
      return basicOf(login);
    }
    challenge.count += 1;
    return digestOf(login, { challenge: challenge.digest, method, uri, count: challenge.count });
  }

  /** @returns whether the camera asks for something that was not answered yet */
  #learn(head: string): boolean {
    const asked = [...head.matchAll(/^www-authenticate: *(.+)$/gim)].map(([, text]) => text ?? "");
    const digest = digestAsked(asked.join(", "));
    const before = this.#challenge;
    if (digest) {
      this.#challenge = { digest, count: 0 };
      return !(before && "digest" in before) || before.digest.get("nonce") !== digest.get("nonce");
    }
    if (before || !asked.some((one) => /^basic/i.test(one))) {
      return false;
    }
    this.#challenge = { basic: true };
    return true;
  }

  /** @returns whether to go on reading at once */
  #hear(part: Buffer): boolean {
    try {
      this.#rest = this.#rest.length === 0 ? part : Buffer.concat([this.#rest, part]);
      let taken = this.#take();
      while (taken > 0) {
        this.#rest = this.#rest.subarray(taken);
        taken = this.#take();
      }
    } catch (error) {
      this.#fail(error);
      return false;
    }
    if (!this.#together) {
      this.#together = { bytes: 0, isStopped: false };
      // A secure line says piece by piece what it has at once.
      setImmediate(() => this.#tellPause());
    }
    // A full buffer says that there is more.
    const goesOn = this.#listener.isAwaited() || part.length === READ_BYTES;
    this.#together.bytes += part.length;
    this.#together.isStopped ||= !goesOn;
    return goesOn;
  }

  #tellPause(): void {
    const { bytes, isStopped } = this.#together ?? { bytes: 0, isStopped: false };
    this.#together = undefined;
    try {
      this.#listener.onPause();
    } catch (error) {
      this.#fail(error);
      return;
    }
    const pauseMs = this.#pauseAfter(bytes);
    if (isStopped && this.#isSecure && bytes >= SECURE_MORE_BYTES) {
      this.#socket.resume();
    } else if (isStopped) {
      setTimeout(() => this.#socket.resume(), pauseMs);
    }
  }

  /** For how long what comes is left to the system: to be woken for each packet costs more than what is in it. */
  #pauseAfter(bytes: number): number {
    const now = performance.now();
    const heard = this.#heard;
    heard.bytes += bytes;
    const elapsed = Math.max(KNOWN_AFTER_MS, now - heard.since);
    if (elapsed > 2 * KNOWN_AFTER_MS) {
      this.#heard = { bytes: heard.bytes / 2, since: now - elapsed / 2 };
    }
    return Math.min(LONGEST_PAUSE_MS, (PAUSE_BYTES * elapsed) / heard.bytes);
  }

  /** Takes one packet or message off what was heard. @returns its bytes; 0 while it is not whole */
  #take(): number {
    const rest = this.#rest;
    if (rest[0] === PACKET) {
      const end = rest.length < PACKET_HEADER_BYTES ? Infinity : PACKET_HEADER_BYTES + rest.readUInt16BE(2);
      if (rest.length < end) {
        return 0;
      }
      this.#listener.onPacket(rest[1] ?? 0, rest.subarray(PACKET_HEADER_BYTES, end));
      return end;
    }
    const headEnd = rest.indexOf("\r\n\r\n");
    if (headEnd < 0) {
      if (rest.length > LONGEST_HEAD) {
        throw new CameraFailure("the camera says what is no RTSP", "no-pictures");
      }
      return 0;
    }
    const head = rest.toString("latin1", 0, headEnd);
    const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
    if (length > LONGEST_BODY) {
      throw new CameraFailure("the camera's answer is too long", "no-pictures");
    }
    const end = headEnd + 4 + length;
    if (rest.length < end) {
      return 0;
    }
    const [, status] = /^RTSP\/\S+ (\d{3})/.exec(head) ?? [];
    // What it asks of us is left unanswered.
    if (status !== undefined) {
      this.#answered?.({ status: Number(status), head, body: rest.toString("latin1", headEnd + 4, end) });
    }
    return end;
  }

  #fail(error: unknown): void {
    this.#why ??= { error };
    this.#socket.destroy();
  }
}

function hungUp(): never {
  throw new CameraFailure("the camera hung up", "unreachable");
}

/** In words of our own: the system's hold the camera's address. */
function reasonOf(error: Error): CameraFailure {
  const code = "code" in error ? error.code : undefined;
  if (code === "ECONNREFUSED") {
    return new CameraFailure("connection refused", "unreachable");
  }
  return new CameraFailure(
    code === "ENOTFOUND" || code === "EAI_AGAIN"
      ? "the camera's name is not known"
      : "the camera cannot be reached",
    "unreachable",
  );
}
