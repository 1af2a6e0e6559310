import { randomBytes } from "node:crypto";
import { mkdir, open, readdir, readFile, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { writeDurably } from "./durable-file.ts";
import type { SealedFiles } from "./files.ts";

const PROBE_BYTES = 64 * 1024;
/** What a file is called until all of it is there. */
const UNFINISHED = ".new";

/** Pictures in a folder of this machine. */
export class DiskFiles implements SealedFiles {
  readonly place = "disk";
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

  async lengthOf(id: string): Promise<number | null> {
    try {
      return (await stat(this.#path(id))).size;
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

  async check(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    // Beside the shelves, where no picture is looked for; as large as one, and not to be made smaller by the disk.
    // In a folder that several machines share each has its own: in containers all have the same process number, and one that takes
    // away what another writes just then would make its disk a broken one (ESTALE).
    const path = join(this.#folder, `.probe-${hostname()}-${process.pid}`);
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

  /** The last characters of a UUID v7 are its random ones: folders fill evenly. */
  #path(id: string): string {
    return join(this.#folder, id.slice(-2), id);
  }
}

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
