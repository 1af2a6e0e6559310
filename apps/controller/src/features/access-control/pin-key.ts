import { createHmac } from "node:crypto";
import { join } from "node:path";
import { pinText } from "@umbral/contract/access-control/pins";
import { readIfThere, writeWhole } from "../../platform/kept-file.ts";
import type { Log } from "../../platform/log.ts";

const KEY_FILE = "pins.key";

/** Where the key is kept: a file of its own, so that a copy of the store alone gives no PIN away. */
export interface PinKeyFile {
  /** Undefined before there is one. */
  read: () => string | undefined;
  write: (key: string) => void;
}

/** The one of this data folder. */
export const pinKeyFileIn = (dataDir: string): PinKeyFile => {
  const file = join(dataDir, KEY_FILE);
  return { read: () => readIfThere(file), write: (key) => writeWhole(file, key) };
};

/** The building's key for PINs: what is typed is known by its digest alone. */
export class PinKey {
  readonly #file: PinKeyFile;
  readonly #log: Log;
  /** As it came. */
  #kept: string | undefined;
  #bytes: Buffer | undefined;

  constructor(file: PinKeyFile, log: Log) {
    this.#file = file;
    this.#log = log;
  }

  start(): void {
    try {
      this.#use(this.#file.read());
    } catch (error) {
      this.#log.error(
        { err: error },
        "the key for PINs cannot be read: no PIN opens until the server is heard",
      );
    }
  }

  /**
   * The server named its key. A wrong one opens nothing: digests come in the signed list. One that the disk does not take
   * is used all the same, and comes again with the next sign-in.
   */
  hear(key: string): void {
    if (key === this.#kept) {
      return;
    }
    this.#use(key);
    try {
      this.#file.write(key);
    } catch (error) {
      this.#log.error({ err: error }, "the key for PINs could not be kept");
    }
  }

  /** Null while the key is not known. */
  digestOf(digits: string): string | null {
    return this.#bytes ? createHmac("sha256", this.#bytes).update(pinText(digits)).digest("hex") : null;
  }

  #use(key: string | undefined): void {
    this.#kept = key;
    this.#bytes = key === undefined ? undefined : Buffer.from(key, "base64url");
  }
}
