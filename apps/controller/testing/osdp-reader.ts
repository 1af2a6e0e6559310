import { randomBytes } from "node:crypto";
import { encodeFrame, type Frame, FrameReader } from "../src/features/cards/osdp/frames.ts";
import {
  cryptogramOf,
  firstSealOf,
  INSTALLATION_KEY,
  isSame,
  RANDOM_BYTES,
  SecureSession,
  type SessionKeys,
  securityTypes,
  sessionKeys,
} from "../src/features/cards/osdp/secure-channel.ts";

const ACK = Buffer.from([0x40]);
const refusal = (code: number) => Buffer.from([0x41, code]);

/** A reader that is not there and speaks the real protocol: what a panel sends goes in, what it answers comes out. */
export class SimulatedOsdpReader {
  readonly address: number;
  /** The key that it holds; null as it comes from its maker. */
  key: Buffer | null = null;
  /** It takes the key that is printed in the standard, and a new one under it. */
  isInInstallation = false;
  knowsCrc = true;
  hasSecureChannel = true;
  /** What it was told to show and sound: the first bytes of each command. */
  readonly shown: Buffer[] = [];
  /** Whether what it was told came sealed. */
  readonly wasSealed: boolean[] = [];
  isSilent = false;
  /** Answers as many times that it is busy. */
  busy = 0;
  /** Changes the bytes of an answer on their way. */
  disturb: (bytes: Buffer) => Buffer = (bytes) => bytes;
  polls = 0;
  readonly #frames = new FrameReader();
  readonly #news: Buffer[] = [];
  #secure: SecureSession | null = null;
  #handshake: { keys: SessionKeys; panelRandom: Buffer; readerRandom: Buffer; kind: number } | null = null;
  #last: { sequence: number; answer: Buffer } | null = null;

  constructor(address: number) {
    this.address = address;
  }

  /** Somebody holds a card to it, whose data lines carry these bits. */
  swipe(bits: string): void {
    const bytes = Buffer.alloc(Math.ceil(bits.length / 8));
    [...bits].forEach((bit, at) => {
      bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (bit === "1" ? 0x80 >> (at & 7) : 0);
    });
    this.#news.push(Buffer.concat([Buffer.from([0x50, 0, 1, bits.length & 0xff, bits.length >> 8]), bytes]));
  }

  press(keys: string): void {
    const codes = [...keys].map((key) => (key === "*" ? 0x7f : key === "#" ? 0x0d : key.charCodeAt(0)));
    this.#news.push(Buffer.from([0x53, 0, codes.length, ...codes]));
  }

  /** Somebody opens its housing, or closes it. */
  tamper(isOpen: boolean): void {
    this.#news.push(Buffer.from([0x48, isOpen ? 1 : 0, 0]));
  }

  /** Whatever it is told to say, as its maker never would. */
  say(body: Buffer): void {
    this.#news.push(body);
  }

  /** Its power goes and comes back. */
  restart(): void {
    this.#secure = null;
    this.#last = null;
    this.#frames.forget();
  }

  /** @returns what it answers, one piece for each command that was for it */
  receive(bytes: Uint8Array): Buffer[] {
    return this.#frames.read(bytes).flatMap((frame) => {
      const isForIt = frame.direction === "command" && frame.address === this.address;
      return isForIt && !this.isSilent && (this.knowsCrc || !frame.usesCrc)
        ? [this.disturb(this.#answer(frame))]
        : [];
    });
  }

  #answer(frame: Frame): Buffer {
    const { sequence } = frame;
    if (this.busy > 0) {
      this.busy -= 1;
      return this.#plain({ ...frame, sequence: 0 }, Buffer.from([0x79]));
    }
    if (sequence === 0) {
      this.restart();
    } else if (this.#last?.sequence === sequence) {
      // It was not heard: the same again, and nothing is done twice.
      return this.#last.answer;
    }
    const answer = this.#secure ? this.#sealed(frame, this.#secure) : this.#open(frame);
    this.#last = { sequence, answer };
    return answer;
  }

  #sealed(frame: Frame, secure: SecureSession): Buffer {
    const body = secure.open(frame);
    if (!body) {
      this.#secure = null;
      return this.#plain(frame, refusal(6));
    }
    const answer = this.#obey(body, true);
    const { address, sequence, usesCrc } = frame;
    return secure.seal({ address, direction: "reply", sequence, usesCrc, body: answer });
  }

  #open(frame: Frame): Buffer {
    const { body, security } = frame;
    const [code] = body;
    if (code === 0x76 && security?.[0] === securityTypes.challenge) {
      return this.#challenged(frame, security[1] ?? 0);
    }
    if (code === 0x77 && security?.[0] === securityTypes.panelCryptogram) {
      return this.#proved(frame);
    }
    if (security) {
      return this.#plain(frame, refusal(5));
    }
    // One that holds a key tells nothing to who has none.
    const isTold = code === 0x61 || code === 0x62 || this.key === null;
    return this.#plain(frame, isTold ? this.#obey(body, false) : refusal(6));
  }

  #challenged(frame: Frame, kind: number): Buffer {
    const key = kind === 0 ? (this.isInInstallation ? INSTALLATION_KEY : null) : this.key;
    if (!this.hasSecureChannel || !key) {
      return this.#plain(frame, refusal(5));
    }
    const panelRandom = Buffer.from(frame.body.subarray(1));
    const readerRandom = randomBytes(RANDOM_BYTES);
    const keys = sessionKeys(key, panelRandom);
    this.#handshake = { keys, panelRandom, readerRandom, kind };
    const proof = cryptogramOf.reader(keys, panelRandom, readerRandom);
    const name = Buffer.alloc(RANDOM_BYTES, this.address);
    const body = Buffer.concat([Buffer.from([0x76]), name, readerRandom, proof]);
    return this.#plain(frame, body, [securityTypes.cryptogram, kind]);
  }

  #proved(frame: Frame): Buffer {
    const handshake = this.#handshake;
    this.#handshake = null;
    if (!handshake) {
      return this.#plain(frame, refusal(6));
    }
    const { keys, panelRandom, readerRandom } = handshake;
    const cryptogram = cryptogramOf.panel(keys, panelRandom, readerRandom);
    if (!isSame(frame.body.subarray(1), cryptogram)) {
      return this.#plain(frame, refusal(6));
    }
    const seal = firstSealOf(keys, cryptogram);
    this.#secure = new SecureSession(keys, seal);
    return this.#plain(frame, Buffer.concat([Buffer.from([0x78]), seal]), [securityTypes.firstSeal, 1]);
  }

  #obey(body: Buffer, isSealed: boolean): Buffer {
    switch (body[0]) {
      case 0x60:
        this.polls += 1;
        return this.#news.shift() ?? ACK;
      case 0x61:
        return Buffer.from([0x45, 1, 2, 3, 1, 1, 0, 0, 0, 0, 1, 0, 0]);
      case 0x62:
        return Buffer.from([0x46, 4, 4, 1, 5, 1, 1, 9, this.hasSecureChannel ? 1 : 0, 1]);
      case 0x64:
        return Buffer.from([0x48, 0, 0]);
      case 0x69:
      case 0x6a:
        this.shown.push(Buffer.from(body));
        this.wasSealed.push(isSealed);
        return ACK;
      case 0x75:
        if (!isSealed) {
          return refusal(6);
        }
        this.key = Buffer.from(body.subarray(3));
        this.isInInstallation = false;
        return ACK;
      default:
        return refusal(3);
    }
  }

  #plain({ address, sequence, usesCrc }: Frame, body: Buffer, security: number[] | null = null): Buffer {
    return encodeFrame({
      address,
      direction: "reply",
      sequence,
      usesCrc,
      security: security && Buffer.from(security),
      body,
    });
  }
}
