import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";

/*
 * A stream of any length, encrypted so that nothing of it can be changed, left out, put elsewhere or cut off unnoticed,
 * and never more of it in memory than a chunk (docs/decisions/backup.md has the layout to the byte).
 */

/** The first bytes of every archive; the last one is the layout's version. */
const MAGIC = Buffer.from("UMBRALB1");
const SALT_BYTES = 32;
const KEY_NAME_BYTES = 16;
const HEADER_BYTES = MAGIC.length + SALT_BYTES + KEY_NAME_BYTES;
const TAG_BYTES = 16;
/** Bytes of a chunk before it is encrypted; the last one may be shorter. */
export const CHUNK_BYTES = 64 * 1024;
const COUNTER_BYTES = 11;

/** The archive is whole or not, but it was made with another key. */
export class OtherBackupKey extends Error {}

/** Something of the archive is not as it was written. */
export class DamagedBackup extends Error {}

/** Encrypts what comes, under a key that is made for this stream alone. */
export async function* seal(key: Buffer, plain: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  const header = Buffer.concat([MAGIC, salt, keyName(key, salt)]);
  yield header;
  const own = chunkKey(key, salt);
  let counter = 0;
  for await (const { block, isLast } of blocks(plain, CHUNK_BYTES)) {
    const cipher = createCipheriv("aes-256-gcm", own, nonceOf(counter, isLast));
    cipher.setAAD(header);
    yield Buffer.concat([cipher.update(block), cipher.final(), cipher.getAuthTag()]);
    counter += 1;
  }
}

/**
 * The other way. What it gives is as it was written; that nothing is missing at the end is known only at the end.
 * @throws {OtherBackupKey}
 * @throws {DamagedBackup}
 */
export async function* unseal(key: Buffer, sealed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const source = sealed[Symbol.asyncIterator]();
  try {
    const { header, rest } = await takeHeader(source);
    yield* opened(key, header, rest);
  } finally {
    await source.return?.();
  }
}

async function* opened(key: Buffer, header: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const salt = header.subarray(MAGIC.length, MAGIC.length + SALT_BYTES);
  if (!header.subarray(0, MAGIC.length).equals(MAGIC)) {
    throw new DamagedBackup("it does not begin as an archive of this layout");
  }
  if (!timingSafeEqual(header.subarray(-KEY_NAME_BYTES), keyName(key, salt))) {
    throw new OtherBackupKey("made with another key");
  }
  const own = chunkKey(key, salt);
  let counter = 0;
  for await (const { block, isLast } of blocks(rest, CHUNK_BYTES + TAG_BYTES)) {
    if (block.length < TAG_BYTES) {
      throw new DamagedBackup("it is cut off");
    }
    const decipher = createDecipheriv("aes-256-gcm", own, nonceOf(counter, isLast));
    decipher.setAAD(header);
    decipher.setAuthTag(block.subarray(-TAG_BYTES));
    let plain: Buffer;
    try {
      plain = Buffer.concat([decipher.update(block.subarray(0, -TAG_BYTES)), decipher.final()]);
    } catch (error) {
      throw new DamagedBackup("a chunk is not as it was written", { cause: error });
    }
    yield plain;
    counter += 1;
  }
}

/** Tells one key from another without telling anything of it. */
const keyName = (key: Buffer, salt: Buffer): Buffer =>
  Buffer.from(hkdfSync("sha256", key, salt, "umbral backup: which key", KEY_NAME_BYTES));

const chunkKey = (key: Buffer, salt: Buffer): Buffer =>
  Buffer.from(hkdfSync("sha256", key, salt, "umbral backup: chunks", 32));

/** Its place and whether it is the last: a chunk at another place, or an earlier one at the end, cannot be read. */
function nonceOf(counter: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(COUNTER_BYTES + 1);
  nonce.writeUIntBE(counter, COUNTER_BYTES - 6, 6);
  nonce[COUNTER_BYTES] = isLast ? 1 : 0;
  return nonce;
}

async function takeHeader(
  source: AsyncIterator<Buffer>,
): Promise<{ header: Buffer; rest: AsyncIterable<Buffer> }> {
  let held: Buffer = Buffer.alloc(0);
  while (held.length < HEADER_BYTES) {
    const next = await source.next();
    if (next.done) {
      throw new DamagedBackup("it is cut off");
    }
    held = Buffer.concat([held, next.value]);
  }
  async function* rest(): AsyncGenerator<Buffer> {
    yield held.subarray(HEADER_BYTES);
    yield* { [Symbol.asyncIterator]: () => source };
  }
  return { header: held.subarray(0, HEADER_BYTES), rest: rest() };
}

/** The same bytes in blocks of one size; the last, which may be shorter or empty, is known as such when it comes. */
async function* blocks(
  source: AsyncIterable<Buffer>,
  size: number,
): AsyncGenerator<{ block: Buffer; isLast: boolean }> {
  let held: Buffer[] = [];
  let length = 0;
  for await (const piece of source) {
    held.push(piece);
    length += piece.length;
    // One more byte than a block is held back: what is full may still be the last.
    if (length > size) {
      const all = Buffer.concat(held);
      let at = 0;
      for (; all.length - at > size; at += size) {
        yield { block: all.subarray(at, at + size), isLast: false };
      }
      held = [all.subarray(at)];
      length = all.length - at;
    }
  }
  yield { block: Buffer.concat(held), isLast: true };
}
