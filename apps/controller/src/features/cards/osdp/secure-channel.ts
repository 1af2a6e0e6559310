import { createCipheriv, createDecipheriv, timingSafeEqual } from "node:crypto";
import { type Direction, encodeFrame, type Frame, type NewFrame } from "./frames.ts";

/*
 * OSDP's secure channel (annex D of the standard): both sides prove that they hold the reader's key, and from then on every
 * frame is sealed by a chain of MACs and its data encrypted.
 */

/** The key that every reader knows in its installation mode: it is printed in the standard and keeps no secret. */
export const INSTALLATION_KEY: Buffer = Buffer.from("303132333435363738393a3b3c3d3e3f", "hex");
export const KEY_BYTES = 16;
export const RANDOM_BYTES = 8;
const BLOCK = 16;
const SEAL_BYTES = 4;
/** Ends what is encrypted, before the zeros that fill the block. */
const END = 0x80;

/** Types of the security block. */
export const securityTypes = {
  challenge: 0x11,
  cryptogram: 0x12,
  panelCryptogram: 0x13,
  firstSeal: 0x14,
  sealedCommand: 0x15,
  sealedReply: 0x16,
  encryptedCommand: 0x17,
  encryptedReply: 0x18,
} as const;

export interface SessionKeys {
  encryption: Buffer;
  firstSeal: Buffer;
  lastSeal: Buffer;
}

/** The three keys of one session, by the panel's random bytes. */
export function sessionKeys(key: Buffer, panelRandom: Buffer): SessionKeys {
  const derive = (kind: readonly [number, number]) => {
    const block = Buffer.alloc(BLOCK);
    Buffer.from(kind).copy(block);
    panelRandom.copy(block, 2, 0, 6);
    return encryptBlock(key, block);
  };
  return { encryption: derive([1, 0x82]), firstSeal: derive([1, 1]), lastSeal: derive([1, 2]) };
}

/** What a reader proves with, and the panel. */
export const cryptogramOf = {
  reader: (keys: SessionKeys, panelRandom: Buffer, readerRandom: Buffer): Buffer =>
    encryptBlock(keys.encryption, Buffer.concat([panelRandom, readerRandom])),
  panel: (keys: SessionKeys, panelRandom: Buffer, readerRandom: Buffer): Buffer =>
    encryptBlock(keys.encryption, Buffer.concat([readerRandom, panelRandom])),
};

/** The seal that the chain begins with. */
export const firstSealOf = (keys: SessionKeys, panelCryptogram: Buffer): Buffer =>
  encryptBlock(keys.lastSeal, encryptBlock(keys.firstSeal, panelCryptogram));

/** Compares what must not be guessed byte by byte. */
export const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && timingSafeEqual(one, other);

/** A session that both sides proved: seals what goes, and opens what comes. */
export class SecureSession {
  readonly #keys: SessionKeys;
  /** The whole seal of the last frame each way. */
  readonly #seals: Record<Direction, Buffer>;

  constructor(keys: SessionKeys, firstSeal: Buffer) {
    this.#keys = keys;
    this.#seals = { command: Buffer.alloc(BLOCK), reply: firstSeal };
  }

  /** The bytes of a frame, its data encrypted where it has any. Each call takes the chain one step further. */
  seal(frame: Omit<NewFrame, "security">): Buffer {
    const { direction, body } = frame;
    const types = securityTypes;
    const data = body.subarray(1);
    const sealed = direction === "command" ? types.sealedCommand : types.sealedReply;
    const encrypted = direction === "command" ? types.encryptedCommand : types.encryptedReply;
    const closed =
      data.length === 0 ? body : Buffer.concat([body.subarray(0, 1), this.#encrypt(direction, data)]);
    const security = Buffer.from([data.length === 0 ? sealed : encrypted]);
    return encodeFrame({ ...frame, security, body: closed }, (bytes) => {
      this.#seals[direction] = this.#sealOf(direction, bytes);
      return this.#seals[direction].subarray(0, SEAL_BYTES);
    });
  }

  /** What a frame says; null when it was not sealed by who holds the key, and then nothing has changed. */
  open({ direction, security, body, bytes }: Frame): Buffer | null {
    const type = security?.[0];
    const isEncrypted = type === securityTypes.encryptedCommand || type === securityTypes.encryptedReply;
    const isSealed = type === securityTypes.sealedCommand || type === securityTypes.sealedReply;
    if ((!isEncrypted && !isSealed) || body.length < SEAL_BYTES + 1) {
      return null;
    }
    const seal = this.#sealOf(direction, bytes.subarray(0, -SEAL_BYTES));
    if (!isSame(seal.subarray(0, SEAL_BYTES), bytes.subarray(-SEAL_BYTES))) {
      return null;
    }
    const closed = body.subarray(0, -SEAL_BYTES);
    const opened = isEncrypted ? this.#decrypt(direction, closed.subarray(1)) : closed.subarray(1);
    if (!opened) {
      return null;
    }
    this.#seals[direction] = seal;
    return Buffer.concat([closed.subarray(0, 1), opened]);
  }

  #sealOf(direction: Direction, bytes: Buffer): Buffer {
    const padded = bytes.length % BLOCK === 0 ? bytes : pad(bytes);
    const last = padded.length - BLOCK;
    const chain =
      last === 0
        ? this.#lastOfTheOther(direction)
        : cbc(this.#keys.firstSeal, this.#lastOfTheOther(direction), padded.subarray(0, last)).subarray(
            -BLOCK,
          );
    return cbc(this.#keys.lastSeal, chain, padded.subarray(last));
  }

  #encrypt(direction: Direction, data: Uint8Array): Buffer {
    return cbc(this.#keys.encryption, this.#vectorOf(direction), pad(data));
  }

  #decrypt(direction: Direction, data: Buffer): Buffer | null {
    if (data.length === 0 || data.length % BLOCK !== 0) {
      return null;
    }
    const cipher = createDecipheriv("aes-128-cbc", this.#keys.encryption, this.#vectorOf(direction));
    const padded = Buffer.concat([cipher.setAutoPadding(false).update(data), cipher.final()]);
    const end = padded.findLastIndex((byte) => byte !== 0);
    return padded[end] === END ? padded.subarray(0, end) : null;
  }

  #lastOfTheOther(direction: Direction): Buffer {
    return this.#seals[direction === "command" ? "reply" : "command"];
  }

  /** The other side's last seal with every bit turned. */
  #vectorOf(direction: Direction): Buffer {
    return Buffer.from(this.#lastOfTheOther(direction).map((byte) => ~byte & 0xff));
  }
}

function pad(data: Uint8Array): Buffer {
  const padded = Buffer.alloc(Math.ceil((data.length + 1) / BLOCK) * BLOCK);
  padded.set(data);
  padded[data.length] = END;
  return padded;
}

const cbc = (key: Buffer, vector: Buffer, blocks: Uint8Array): Buffer =>
  createCipheriv("aes-128-cbc", key, vector).setAutoPadding(false).update(blocks);

const encryptBlock = (key: Buffer, block: Buffer): Buffer =>
  createCipheriv("aes-128-ecb", key, null).setAutoPadding(false).update(block);
