import { createHmac, hkdfSync } from "node:crypto";

/**
 * Digests of short secrets, such as codes of six digits. Their key is made of that of the pictures, which
 * is never in the database: whoever reads the tables alone cannot try out all codes.
 */
export class KeyedDigest {
  readonly #key: Buffer;
  /** Tells whether two processes have the same key; the key cannot be found from it. */
  readonly fingerprint: string;

  /** @param key the key of the pictures (`FILES_KEY_FILE`); every process has the same */
  constructor(key: Buffer) {
    this.#key = Buffer.from(hkdfSync("sha256", key, Buffer.alloc(0), "umbral keyed digests", 32));
    const mark = hkdfSync("sha256", key, Buffer.alloc(0), "umbral fingerprint of the files key", 16);
    this.fingerprint = Buffer.from(mark).toString("hex");
  }

  /** @param words what it is for, then what it is of: the same code elsewhere has another digest */
  of(...words: readonly string[]): Buffer {
    return createHmac("sha256", this.#key).update(JSON.stringify(words)).digest();
  }
}
