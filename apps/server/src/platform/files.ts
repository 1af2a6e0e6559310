import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

/** Where pictures lie. Bytes go in and come out whole; what they mean is the database's business. */
export interface FileStore {
  /** `s3` is of all processes, and may be away while they are well. */
  readonly place: FilesPlace;
  /** Resolves when the bytes would survive a power cut. */
  put(id: string, bytes: Uint8Array): Promise<void>;
  /** The bytes, or null when there are none under this id. Throws UnreadablePicture for what another key encrypted. */
  get(id: string): Promise<Buffer | null>;
  remove(id: string): Promise<void>;
  /** The ids of all that lies there, also of what was begun and never finished; in no order. */
  list(): AsyncIterable<string>;
  /** Throws when the store takes nothing now: it is away, full, or only read. */
  check(): Promise<void>;
}

/** A folder under `DATA_DIR`, or an object store. */
export type FilesPlace = "disk" | "s3";

/** Pictures as they lie somewhere, each encrypted already: who copies them from one place to another needs no key. */
export interface SealedFiles {
  readonly place: FilesPlace;
  /** Resolves when the bytes would survive a power cut. */
  write(id: string, pieces: readonly Uint8Array[]): Promise<void>;
  /** Null when there is nothing under this id. */
  read(id: string): Promise<Buffer | null>;
  /** How many bytes lie under this id; null when none do. */
  lengthOf(id: string): Promise<number | null>;
  remove(id: string): Promise<void>;
  list(): AsyncIterable<string>;
  check(): Promise<void>;
}

/** A picture is there, and was not encrypted under this id with this key. */
export class UnreadablePicture extends Error {}

/** The object store does not answer, or not as it should. Its message has no address and no key in it. */
export class FilesAway extends Error {}

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Pictures, each encrypted (AES-256-GCM) before it leaves this process: whoever copies the disk or the bucket sees no faces. */
export class EncryptedFiles implements FileStore {
  readonly #sealed: SealedFiles;
  readonly #key: Buffer;

  constructor(sealed: SealedFiles, key: Buffer) {
    this.#sealed = sealed;
    this.#key = key;
  }

  get place(): FilesPlace {
    return this.#sealed.place;
  }

  async put(id: string, bytes: Uint8Array): Promise<void> {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv("aes-256-gcm", this.#key, iv);
    cipher.setAAD(Buffer.from(id));
    const sealed = Buffer.concat([cipher.update(bytes), cipher.final()]);
    await this.#sealed.write(id, [iv, cipher.getAuthTag(), sealed]);
  }

  async get(id: string): Promise<Buffer | null> {
    const stored = await this.#sealed.read(id);
    if (stored === null) {
      return null;
    }
    try {
      // What a disk cut short has neither at its length.
      const decipher = createDecipheriv("aes-256-gcm", this.#key, stored.subarray(0, IV_BYTES));
      decipher.setAAD(Buffer.from(id));
      decipher.setAuthTag(stored.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return Buffer.concat([decipher.update(stored.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
    } catch (error) {
      throw new UnreadablePicture("not encrypted with this key under this id", { cause: error });
    }
  }

  remove(id: string): Promise<void> {
    return this.#sealed.remove(id);
  }

  list(): AsyncIterable<string> {
    return this.#sealed.list();
  }

  check(): Promise<void> {
    return this.#sealed.check();
  }
}

/** What the system says of a disk that is full, only read, broken or not the one that it was, or of too many open files. */
const REFUSALS_OF_DISKS: ReadonlySet<string> = new Set([
  "EACCES",
  "EDQUOT",
  "EFBIG",
  "EIO",
  "EMFILE",
  "ENFILE",
  "ENOSPC",
  "ENOTDIR",
  "EPERM",
  "EROFS",
  "ESTALE",
]);

/** Could something not be kept although nothing is wrong with it? */
export const isDiskRefusal = (error: unknown): boolean =>
  error instanceof Error &&
  "code" in error &&
  typeof error.code === "string" &&
  REFUSALS_OF_DISKS.has(error.code);
