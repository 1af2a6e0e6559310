import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { mkdir, open, readdir, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { writeDurably } from "./durable-file.ts";

/** Where pictures lie. Bytes go in and come out whole; what they mean is the database's business. */
export interface FileStore {
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

/** A picture is there, and was not encrypted under this id with this key. */
export class UnreadablePicture extends Error {}

const IV_BYTES = 12;
const TAG_BYTES = 16;
const PROBE_BYTES = 64 * 1024;
/** What a file is called until all of it is there. */
const UNFINISHED = ".new";

/**
 * Pictures in a folder as they lie there, each encrypted already: who copies them from one place to another needs no key.
 */
export class SealedFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Resolves when the bytes would survive a power cut. */
  async write(id: string, pieces: readonly Uint8Array[]): Promise<void> {
    const path = this.#path(id);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeDurably(path, path + UNFINISHED, pieces);
  }

  /** Null when there is nothing under this id. */
  async read(id: string): Promise<Buffer | null> {
    try {
      return await readFile(this.#path(id));
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") {
        return null;
      }
      throw error;
    }
  }

  async remove(id: string): Promise<void> {
    await rm(this.#path(id), { force: true });
    await rm(this.#path(id) + UNFINISHED, { force: true });
  }

  async *list(): AsyncIterable<string> {
    for (const shelf of await namesIn(this.#folder)) {
      const ids = (await namesIn(join(this.#folder, shelf))).map((name) => name.replace(UNFINISHED, ""));
      yield* new Set(ids);
    }
  }

  /** The last characters of a UUID v7 are its random ones: folders fill evenly. */
  #path(id: string): string {
    return join(this.#folder, id.slice(-2), id);
  }
}

/** Pictures in a folder, each encrypted (AES-256-GCM): whoever copies the disk sees no faces. */
export class LocalFiles implements FileStore {
  readonly #folder: string;
  readonly #sealed: SealedFiles;
  readonly #key: Buffer;

  constructor(folder: string, key: Buffer) {
    this.#folder = folder;
    this.#sealed = new SealedFiles(folder);
    this.#key = key;
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
    const decipher = createDecipheriv("aes-256-gcm", this.#key, stored.subarray(0, IV_BYTES));
    decipher.setAAD(Buffer.from(id));
    decipher.setAuthTag(stored.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    try {
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

  async check(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    // Beside the shelves, where no picture is looked for; as large as one, and not to be made smaller by the disk.
    const path = join(this.#folder, `.probe-${process.pid}`);
    try {
      const file = await open(path, "w", 0o600);
      try {
        await file.writeFile(randomBytes(PROBE_BYTES));
        await file.sync();
      } finally {
        await file.close();
      }
    } finally {
      await rm(path, { force: true });
    }
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

/** Names in a folder; none when it is not there, or no longer. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR")) {
      return [];
    }
    throw error;
  }
}
