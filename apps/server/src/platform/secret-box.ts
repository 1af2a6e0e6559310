import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Small secrets that must be read again, as they lie in the database: AES-256-GCM under a key made of that of the
 * pictures, which is never there.
 */
export class SecretBox {
  readonly #key: Buffer;

  /** @param key the key of the pictures (`FILES_KEY_FILE`); every process has the same */
  constructor(key: Buffer) {
    this.#key = Buffer.from(hkdfSync("sha256", key, Buffer.alloc(0), "umbral secret box", 32));
  }

  /** @param owner whose it is: in another's row it does not open */
  close(owner: string, secret: Buffer): Buffer {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv("aes-256-gcm", this.#key, iv).setAAD(Buffer.from(owner));
    const closed = Buffer.concat([cipher.update(secret), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), closed]);
  }

  /** Throws for what was not closed under this key for this owner. */
  open(owner: string, closed: Buffer): Buffer {
    const decipher = createDecipheriv("aes-256-gcm", this.#key, closed.subarray(0, IV_BYTES));
    decipher.setAAD(Buffer.from(owner)).setAuthTag(closed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(closed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
  }

  /** The same, and null for what this key does not open: it may have been closed under one that was lost. */
  tryOpen(owner: string, closed: Buffer): Buffer | null {
    try {
      return this.open(owner, closed);
    } catch {
      return null;
    }
  }
}
