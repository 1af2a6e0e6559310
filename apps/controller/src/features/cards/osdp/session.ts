import { randomBytes } from "node:crypto";
import { encodeFrame, type Frame } from "./frames.ts";
import type { OsdpLine } from "./line.ts";
import {
  type Capabilities,
  capabilitiesOf,
  commands,
  keySetFor,
  lightFor,
  replies,
  soundFor,
  type Told,
  toldBy,
} from "./messages.ts";
import {
  cryptogramOf,
  firstSealOf,
  INSTALLATION_KEY,
  isSame,
  KEY_BYTES,
  RANDOM_BYTES,
  SecureSession,
  securityTypes,
  sessionKeys,
} from "./secure-channel.ts";
import { OsdpTrouble } from "./trouble.ts";

/** A command is sent so often before its reader is away. */
const TRIES = 3;
/** A reader that says that it is busy is asked again after this, so often. */
const BUSY_MS = 100;
const BUSY_TIMES = 10;
/** Lights and sounds that wait for their turn: more are of people who have gone. */
const MOST_WAITING = 8;
/** What a key is told with: the one that readers are installed with, or the reader's own. */
const INSTALLATION = 0;
const OWN = 1;
const PROVED = 1;

/** The key of one reader, where it is kept. */
export interface ReaderKey {
  /**
   * Made the first time, and on the disk before anybody is given it; `isInstalled` once the reader proved that it holds
   * it. Throws when it cannot be kept or read.
   */
  current(): { key: Buffer; isInstalled: boolean };
  /** Never throws: a reader that is there is not given up for a disk that is full. */
  installed(): void;
}

export interface SessionParts {
  address: number;
  /** False for one that knows only the checksum of one byte. */
  usesCrc: boolean;
  /** Null for a line without secure channel, which somebody chose so. */
  key: ReaderKey | null;
  /** It did not answer when it was last asked: it is greeted once, others on its line wait. */
  isAway: boolean;
  line: Pick<OsdpLine, "exchange" | "pause">;
  tell: (told: NonNullable<Told>) => void;
  /** It is in its installation mode: whoever is on the line could hear its new key. */
  onInstallation: () => void;
}

interface Reply {
  code: number;
  data: Buffer;
  security: Uint8Array | null;
}

/**
 * The talk with one reader: made known, made secure, and then asked again and again. Whatever goes wrong ends it with an
 * {@link OsdpTrouble}, and nothing that came without the right seal was ever told.
 */
export class OsdpSession {
  readonly #parts: SessionParts;
  #secure: SecureSession | null = null;
  #sequence = 0;
  #tries: number;
  #can: Capabilities = { light: true, sound: true, secureChannel: true };
  #waiting: [code: number, data: Buffer][] = [];

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.#tries = parts.isAway ? 1 : TRIES;
  }

  /** @throws {OsdpTrouble} when it cannot be listened to */
  async connect(): Promise<void> {
    await this.#greet();
    this.#tries = TRIES;
    const told = await this.#ask(commands.capabilities, Buffer.from([0]));
    if (told.code === replies.capabilities) {
      this.#can = capabilitiesOf(told.data);
    }
    if (this.#parts.key) {
      await this.#makeSecure(this.#parts.key);
    }
    this.#tell(await this.#ask(commands.localStatus));
  }

  /** Does what waits, or asks for news. @throws {OsdpTrouble} when the reader is away */
  async turn(): Promise<void> {
    const [code, data] = this.#waiting.shift() ?? [commands.poll, Buffer.alloc(0)];
    const reply = await this.#ask(code, data);
    // One that does not know lights, or sounds, is as good a reader. One that refuses to be asked has forgotten us.
    if (reply.code === replies.refusal && code === commands.poll) {
      throw new OsdpTrouble("refused");
    }
    this.#tell(reply);
  }

  show(outcome: "granted" | "refused"): void {
    const { light, sound } = this.#can;
    const wanted: [boolean, number, Buffer][] = [
      [light, commands.light, lightFor(outcome)],
      [sound, commands.sound, soundFor(outcome)],
    ];
    for (const [isThere, code, data] of wanted) {
      if (isThere) {
        this.#waiting.push([code, data]);
      }
    }
    this.#waiting = this.#waiting.slice(-MOST_WAITING);
  }

  /** Both sides begin anew, and nothing of before holds. */
  async #greet(): Promise<void> {
    this.#secure = null;
    this.#sequence = 0;
    await this.#ask(commands.identity, Buffer.from([0]));
  }

  async #makeSecure(key: ReaderKey): Promise<void> {
    if (!this.#can.secureChannel) {
      throw new OsdpTrouble("no-secure-channel");
    }
    const kept = currentOf(key);
    if (!(await this.#prove(kept.key, OWN))) {
      if (kept.isInstalled) {
        throw new OsdpTrouble("wrong-key");
      }
      await this.#install(kept.key);
    }
    if (!kept.isInstalled) {
      key.installed();
    }
  }

  /** Gives a reader that is in its installation mode a key of its own, and has it prove that it took it. */
  async #install(key: Buffer): Promise<void> {
    await this.#greet();
    if (!(await this.#prove(INSTALLATION_KEY, INSTALLATION))) {
      throw new OsdpTrouble("not-in-installation");
    }
    this.#parts.onInstallation();
    const taken = await this.#ask(commands.keySet, keySetFor(key));
    if (taken.code !== replies.ack) {
      throw new OsdpTrouble("refused");
    }
    await this.#greet();
    if (!(await this.#prove(key, OWN))) {
      throw new OsdpTrouble("wrong-key");
    }
  }

  /** @returns whether both sides hold this key; they talk sealed from then on */
  async #prove(key: Buffer, kind: number): Promise<boolean> {
    const panelRandom = randomBytes(RANDOM_BYTES);
    const keys = sessionKeys(key, panelRandom);
    const challenged = await this.#ask(commands.challenge, panelRandom, [securityTypes.challenge, kind]);
    const { code, data, security } = challenged;
    const answers = code === replies.cryptogram && data.length === 2 * RANDOM_BYTES + KEY_BYTES;
    if (!answers || security?.[0] !== securityTypes.cryptogram || security[1] !== kind) {
      return false;
    }
    const readerRandom = data.subarray(RANDOM_BYTES, 2 * RANDOM_BYTES);
    if (!isSame(data.subarray(2 * RANDOM_BYTES), cryptogramOf.reader(keys, panelRandom, readerRandom))) {
      return false;
    }
    const cryptogram = cryptogramOf.panel(keys, panelRandom, readerRandom);
    const proved = await this.#ask(commands.cryptogram, cryptogram, [securityTypes.panelCryptogram, kind]);
    const firstSeal = firstSealOf(keys, cryptogram);
    const { security: end } = proved;
    if (end?.[0] !== securityTypes.firstSeal || end[1] !== PROVED || !isSame(proved.data, firstSeal)) {
      return false;
    }
    this.#secure = new SecureSession(keys, firstSeal);
    return true;
  }

  /** One command and its answer. The same bytes are sent again when none comes: the reader knows them by their number. */
  async #ask(code: number, data: Buffer = Buffer.alloc(0), security: number[] | null = null): Promise<Reply> {
    const { address, usesCrc, line } = this.#parts;
    const sequence = this.#sequence;
    const frame = {
      address,
      direction: "command" as const,
      sequence,
      usesCrc,
      body: Buffer.from([code, ...data]),
    };
    const bytes = this.#secure
      ? this.#secure.seal(frame)
      : encodeFrame({ ...frame, security: security && Buffer.from(security) });
    const isAnswer = (heard: Frame) =>
      heard.direction === "reply" &&
      heard.address === address &&
      (heard.sequence === sequence || heard.body[0] === replies.busy);
    let sawBytes = false;
    for (let tries = 0, busy = 0; tries < this.#tries; ) {
      const heard = await line.exchange(bytes, isAnswer);
      sawBytes ||= heard.sawBytes;
      if (heard.frame && heard.frame.body[0] !== replies.busy) {
        this.#sequence = (sequence % 3) + 1;
        return this.#open(heard.frame, code);
      }
      if (heard.frame && busy < BUSY_TIMES) {
        busy += 1;
        await line.pause(BUSY_MS);
      } else {
        tries += 1;
      }
    }
    throw new OsdpTrouble(sawBytes ? "nonsense" : "no-answer");
  }

  #open(frame: Frame, code: number): Reply {
    const { security } = frame;
    if (!this.#secure) {
      return { code: frame.body.readUInt8(0), data: frame.body.subarray(1), security };
    }
    // One that takes its new key may leave the old channel at once: it proves itself by the new one right after.
    const isLeaving = code === commands.keySet && security === null && frame.body[0] === replies.ack;
    const opened = isLeaving ? frame.body : this.#secure.open(frame);
    if (!opened) {
      throw new OsdpTrouble(
        security === null && frame.body[0] === replies.refusal ? "refused" : "wrong-seal",
      );
    }
    return { code: opened.readUInt8(0), data: opened.subarray(1), security };
  }

  #tell({ code, data }: Reply): void {
    const told = toldBy(code, data);
    if (told) {
      this.#parts.tell(told);
    }
  }
}

function currentOf(key: ReaderKey) {
  try {
    return key.current();
  } catch (error) {
    throw new OsdpTrouble("no-key", { cause: error });
  }
}
