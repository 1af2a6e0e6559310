import { createHash, type Hash } from "node:crypto";
import { z } from "zod";
import { DamagedBackup } from "./sealed-stream.ts";

/*
 * What stands in an archive once it is decrypted: records, each a letter, a length and so many bytes. A head, then parts
 * (a table's rows, or a picture), each closed by its length and hash, then the end, which closes all of them.
 */

/** What an archive says of itself before anything else. */
const ArchiveHead = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  /** What had been applied to its database, in order. */
  migrations: z.array(z.string()).min(1),
  /** Of the key that the pictures are encrypted with, which is not in here; null where there is none yet. */
  filesKey: z.string().nullable(),
});
export type ArchiveHead = z.infer<typeof ArchiveHead>;

const PartHead = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("table"), name: z.string(), columns: z.array(z.string()) }),
  z.object({ kind: z.literal("sequences"), values: z.record(z.string(), z.number().int().nullable()) }),
  z.object({ kind: z.literal("picture"), id: z.uuid() }),
  /** A picture that its row outlived: it was taken away while the backup was made, or was lost before. */
  z.object({ kind: z.literal("gone"), id: z.uuid() }),
]);
export type PartHead = z.infer<typeof PartHead>;

const PartEnd = z.object({ bytes: z.number().int().nonnegative(), sha256: z.string() });
const ArchiveEnd = z.object({ parts: z.number().int().nonnegative(), sha256: z.string() });

/** A part on its way into an archive. */
export interface OutgoingPart {
  head: PartHead;
  body: AsyncIterable<Buffer>;
}

/** An archive that is being read. */
interface OpenArchive {
  head: ArchiveHead;
  parts: AsyncGenerator<IncomingPart>;
  close(): Promise<void>;
}

/** A part on its way out; its body is read to its end before the next part comes. */
export interface IncomingPart {
  head: PartHead;
  body: AsyncIterable<Buffer>;
}

type Kind = "H" | "P" | "D" | "E" | "Z";
const LABEL_BYTES = 5;
/** No record is longer, so that a reader never takes more memory than this for what it was only told. */
const RECORD_BYTES_AT_MOST = 8 * 1024 * 1024;
const DATA_BYTES = 256 * 1024;

/** All of an archive, from the head to its end. */
export async function* writeArchive(
  head: ArchiveHead,
  parts: AsyncIterable<OutgoingPart>,
): AsyncGenerator<Buffer> {
  const all = new Closing();
  yield record("H", all.told(text(head)));
  for await (const part of parts) {
    yield record("P", all.told(text(part.head)));
    const hash = createHash("sha256");
    let bytes = 0;
    for await (const piece of part.body) {
      for (let at = 0; at < piece.length; at += DATA_BYTES) {
        const data = piece.subarray(at, at + DATA_BYTES);
        hash.update(data);
        bytes += data.length;
        yield record("D", data);
      }
    }
    yield record("E", all.told(text({ bytes, sha256: hash.digest("hex") })));
    all.parts += 1;
  }
  yield record("Z", text(all.end()));
}

/**
 * Reads one. Every part is as it was written once its body has been read to its end without a complaint; that none is
 * missing is known once there are no more.
 * @returns `close` lets go of what it is read from, however far that was
 * @throws {DamagedBackup}
 */
export async function readArchive(plain: AsyncIterable<Buffer>): Promise<OpenArchive> {
  const source = plain[Symbol.asyncIterator]();
  const close = async () => {
    await source.return?.();
  };
  const records = new Records(source);
  const all = new Closing();
  try {
    const first = await records.next("H");
    const head = parsed(ArchiveHead, all.told(first.bytes));
    return { head, parts: partsOf(records, all), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function* partsOf(records: Records, all: Closing): AsyncGenerator<IncomingPart> {
  for (;;) {
    const { kind, bytes } = await records.next("P", "Z");
    if (kind === "Z") {
      const { parts, sha256 } = parsed(ArchiveEnd, bytes);
      const found = all.end();
      if (parts !== found.parts || sha256 !== found.sha256) {
        throw new DamagedBackup("its end does not close what came before");
      }
      await records.mustBeOver();
      return;
    }
    const body = new Body(records, all);
    yield { head: parsed(PartHead, all.told(bytes)), body };
    await body.mustBeOver();
    all.parts += 1;
  }
}

/** The bytes of one part, compared at their end with what was written of them. */
class Body implements AsyncIterable<Buffer> {
  readonly #records: Records;
  readonly #all: Closing;
  #isOver = false;

  constructor(records: Records, all: Closing) {
    this.#records = records;
    this.#all = all;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    const hash = createHash("sha256");
    let length = 0;
    for (;;) {
      const { kind, bytes } = await this.#records.next("D", "E");
      if (kind === "E") {
        const end = parsed(PartEnd, this.#all.told(bytes));
        if (end.bytes !== length || end.sha256 !== hash.digest("hex")) {
          throw new DamagedBackup("a part is not as it was written");
        }
        this.#isOver = true;
        return;
      }
      hash.update(bytes);
      length += bytes.length;
      yield bytes;
    }
  }

  async mustBeOver(): Promise<void> {
    if (!this.#isOver) {
      throw new Error("a part was left before its end");
    }
  }
}

/** What the end of an archive closes: how many parts there were, and all that was said of each. */
class Closing {
  parts = 0;
  readonly #hash: Hash = createHash("sha256");

  told(bytes: Buffer): Buffer {
    this.#hash.update(record("H", bytes));
    return bytes;
  }

  end(): z.infer<typeof ArchiveEnd> {
    return { parts: this.parts, sha256: this.#hash.copy().digest("hex") };
  }
}

/** Cuts what comes into records. */
class Records {
  readonly #source: AsyncIterator<Buffer>;
  #held: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterator<Buffer>) {
    this.#source = source;
  }

  async next(...kinds: Kind[]): Promise<{ kind: Kind; bytes: Buffer }> {
    const label = await this.#take(LABEL_BYTES);
    const kind = kinds.find((one) => one.charCodeAt(0) === label[0]);
    const length = label.readUInt32BE(1);
    if (kind === undefined || length > RECORD_BYTES_AT_MOST) {
      throw new DamagedBackup("a record is not where it should be");
    }
    return { kind, bytes: await this.#take(length) };
  }

  async mustBeOver(): Promise<void> {
    while (this.#held.length === 0) {
      const next = await this.#source.next();
      if (next.done) {
        return;
      }
      this.#held = next.value;
    }
    throw new DamagedBackup("it goes on after its end");
  }

  async #take(length: number): Promise<Buffer> {
    if (this.#held.length < length) {
      const pieces = [this.#held];
      let held = this.#held.length;
      while (held < length) {
        const next = await this.#source.next();
        if (next.done) {
          throw new DamagedBackup("it is cut off");
        }
        pieces.push(next.value);
        held += next.value.length;
      }
      this.#held = Buffer.concat(pieces);
    }
    const taken = this.#held.subarray(0, length);
    this.#held = this.#held.subarray(length);
    return taken;
  }
}

function record(kind: Kind, bytes: Buffer): Buffer {
  const label = Buffer.alloc(LABEL_BYTES);
  label.write(kind, "latin1");
  label.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([label, bytes]);
}

const text = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

function parsed<Schema extends z.ZodType>(schema: Schema, bytes: Buffer): z.infer<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString("utf8"));
  } catch (error) {
    throw new DamagedBackup("a record is not what it says", { cause: error });
  }
  const read = schema.safeParse(value);
  if (!read.success) {
    throw new DamagedBackup("a record is of another layout", { cause: read.error });
  }
  return read.data;
}
