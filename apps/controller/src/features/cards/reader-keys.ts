import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { z } from "zod";
import type { KeyStore } from "../../platform/key-store.ts";
import type { Log } from "../../platform/log.ts";
import type { Store } from "../../platform/store.ts";
import { KEY_BYTES } from "./osdp/secure-channel.ts";
import type { ReaderKey } from "./osdp/session.ts";
import { readerKeyQueries } from "./reader-keys.queries.ts";

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const Row = z.object({ sealed: z.instanceof(Uint8Array), isInstalled: z.number() });

/**
 * The keys of readers' secure channels. Each is made here, given to its reader, and never told to anybody else: not to
 * the server either. They lie in the store, encrypted with the controller's own key, whose file lies beside it.
 */
export class ReaderKeys {
  readonly #store: Store;
  readonly #key: Buffer;
  readonly #log: Log;

  constructor(store: Store, keyStore: KeyStore, log: Log) {
    this.#store = store;
    this.#key = keyStore.keyFor("reader keys");
    this.#log = log;
  }

  /** The key of the reader of this pairing: another pairing is another key. */
  of(pairing: string): ReaderKey {
    return {
      current: () => this.#read(pairing) ?? this.#make(pairing),
      installed: () => this.#installed(pairing),
    };
  }

  #read(pairing: string) {
    const row = this.#store.query(readerKeyQueries.read, Row).get(pairing);
    return row && { key: this.#open(Buffer.from(row.sealed), pairing), isInstalled: row.isInstalled === 1 };
  }

  #make(pairing: string) {
    const key = randomBytes(KEY_BYTES);
    this.#store.command(readerKeyQueries.write).run(pairing, this.#seal(key, pairing));
    return { key, isInstalled: false };
  }

  #installed(pairing: string): void {
    try {
      this.#store.command(readerKeyQueries.installed).run(pairing);
    } catch (error) {
      // Said again the next time that the reader proves it.
      this.#log.error({ err: error }, "that a reader took its key could not be written down");
    }
  }

  #seal(key: Buffer, pairing: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#key, nonce).setAAD(Buffer.from(pairing));
    const closed = Buffer.concat([cipher.update(key), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), closed]);
  }

  /** Throws for what was written with another controller key, or changed. */
  #open(sealed: Buffer, pairing: string): Buffer {
    const tagEnds = NONCE_BYTES + TAG_BYTES;
    const cipher = createDecipheriv(CIPHER, this.#key, sealed.subarray(0, NONCE_BYTES));
    cipher.setAAD(Buffer.from(pairing)).setAuthTag(sealed.subarray(NONCE_BYTES, tagEnds));
    return Buffer.concat([cipher.update(sealed.subarray(tagEnds)), cipher.final()]);
  }
}
