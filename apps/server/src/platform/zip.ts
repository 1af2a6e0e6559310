import { promisify } from "node:util";
import { inflateRaw } from "node:zlib";

const inflate = promisify(inflateRaw);

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const END_BYTES = 22;
const COMMENT_BYTES_MOST = 0xffff;
const ENTRIES_MOST = 2000;

/** Not a ZIP archive, a damaged one, or one that would grow too large. */
export class BadArchive extends Error {}

interface Entry {
  method: number;
  packedBytes: number;
  headerAt: number;
}

/** A ZIP archive in memory, of which single files are unpacked, each up to a size that is enforced. */
export class Archive {
  readonly #bytes: Buffer;
  readonly #entries: ReadonlyMap<string, Entry>;

  /** @throws {BadArchive} */
  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    try {
      this.#entries = entriesOf(bytes);
    } catch (error) {
      // Numbers in it that lead outside of it.
      throw error instanceof RangeError ? new BadArchive("damaged") : error;
    }
  }

  /**
   * The text of a file; undefined when there is none of this name. Unpacked in another thread.
   * @param mostBytes what it may grow to, whatever the archive says of itself
   * @throws {BadArchive}
   */
  async text(name: string, mostBytes: number): Promise<string | undefined> {
    const entry = this.#entries.get(name);
    if (entry === undefined) {
      return undefined;
    }
    try {
      const { method, packedBytes, headerAt } = entry;
      const nameBytes = this.#bytes.readUInt16LE(headerAt + 26);
      const from = headerAt + 30 + nameBytes + this.#bytes.readUInt16LE(headerAt + 28);
      const packed = this.#bytes.subarray(from, from + packedBytes);
      if (method === 0 && packed.length <= mostBytes) {
        return packed.toString("utf8");
      }
      if (method !== 8) {
        throw new BadArchive("packed in a way that is not known");
      }
      return (await inflate(packed, { maxOutputLength: mostBytes })).toString("utf8");
    } catch (error) {
      throw error instanceof BadArchive ? error : new BadArchive("damaged, or too large", { cause: error });
    }
  }
}

function entriesOf(bytes: Buffer): ReadonlyMap<string, Entry> {
  const end = endOf(bytes);
  const count = bytes.readUInt16LE(end + 10);
  if (count > ENTRIES_MOST) {
    throw new BadArchive("too many files");
  }
  const entries = new Map<string, Entry>();
  let at = bytes.readUInt32LE(end + 16);
  for (let index = 0; index < count; index++) {
    if (bytes.readUInt32LE(at) !== ENTRY_SIGNATURE) {
      throw new BadArchive("damaged");
    }
    const nameBytes = bytes.readUInt16LE(at + 28);
    entries.set(bytes.toString("utf8", at + 46, at + 46 + nameBytes), {
      method: bytes.readUInt16LE(at + 10),
      packedBytes: bytes.readUInt32LE(at + 20),
      headerAt: bytes.readUInt32LE(at + 42),
    });
    at += 46 + nameBytes + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

function endOf(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - END_BYTES - COMMENT_BYTES_MOST);
  for (let at = bytes.length - END_BYTES; at >= first; at--) {
    if (bytes.readUInt32LE(at) === END_SIGNATURE) {
      return at;
    }
  }
  throw new BadArchive("no archive");
}
