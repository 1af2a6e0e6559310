import { once } from "node:events";
import { Readable } from "node:stream";
import { ZipFile } from "yazl";

/** A ZIP file to which one entry after another is added while it is being read. */
export class ArchiveUnderway {
  readonly output: Readable;
  readonly #zip = new ZipFile();
  readonly #at: Date;
  #entry: Readable | undefined;
  #isDone = false;

  constructor(at: Date) {
    this.#at = at;
    const { outputStream } = this.#zip;
    if (!(outputStream instanceof Readable)) {
      throw new Error("the library hands out a stream that is none of Node's");
    }
    this.output = outputStream;
    // Told by the entry itself, to whoever adds it.
    this.#zip.on("error", () => undefined);
    this.output.once("close", () => {
      if (!this.#isDone) {
        this.#entry?.destroy(new Error("nobody reads the archive any more"));
      }
    });
    this.output.on("error", () => undefined);
  }

  /** Resolves when all of it has been taken. */
  async add(
    name: string,
    parts: Iterable<string | Buffer> | AsyncIterable<string | Buffer>,
    compress = true,
  ): Promise<void> {
    if (this.output.destroyed) {
      throw new Error("nobody reads the archive any more");
    }
    const entry = Readable.from(parts, { objectMode: false });
    this.#entry = entry;
    const ended = once(entry, "end");
    this.#zip.addReadStream(entry, name, { mtime: this.#at, compress });
    await ended;
  }

  end(): void {
    this.#isDone = true;
    this.#zip.end();
  }

  fail(error: unknown): void {
    this.#isDone = true;
    this.output.destroy(error instanceof Error ? error : new Error(String(error)));
  }
}
