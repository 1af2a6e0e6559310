import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { CHUNK_BYTES, DamagedBackup, OtherBackupKey, seal, unseal } from "./sealed-stream.ts";

const key = randomBytes(32);
const HEADER = 56;
const BLOCK = CHUNK_BYTES + 16;

/** In pieces that fall on no border of the layout. */
function inPieces(bytes: Buffer, size = 10_007): AsyncIterable<Buffer> {
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    pieces.push(bytes.subarray(at, at + size));
  }
  return Readable.from(pieces);
}

async function whole(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const piece of pieces) {
    all.push(piece);
  }
  return Buffer.concat(all);
}

const sealed = (plain: Buffer) => whole(seal(key, inPieces(plain)));
const unsealed = (bytes: Buffer, by = key) => whole(unseal(by, inPieces(bytes)));

describe("a sealed stream", () => {
  it("comes back as it was, whatever its length", async () => {
    for (const length of [0, 1, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 3 * CHUNK_BYTES, 200_000]) {
      const plain = randomBytes(length);
      const bytes = await sealed(plain);
      expect((await unsealed(bytes)).equals(plain)).toBe(true);
      expect(bytes.length).toBe(HEADER + length + 16 * Math.max(1, Math.ceil(length / CHUNK_BYTES)));
    }
  });

  it("is never the same twice, and tells another key from a fault", async () => {
    const plain = randomBytes(1000);
    const [one, other] = [await sealed(plain), await sealed(plain)];
    expect(one.subarray(8).equals(other.subarray(8))).toBe(false);
    await expect(unsealed(one, randomBytes(32))).rejects.toThrow(OtherBackupKey);
  });

  it("notices a wrong byte wherever it is", async () => {
    const bytes = await sealed(randomBytes(2 * CHUNK_BYTES + 100));
    const places = [0, 7, HEADER, HEADER + BLOCK - 1, HEADER + BLOCK, HEADER + 2 * BLOCK, bytes.length - 1];
    for (const place of places) {
      const wrong = Buffer.from(bytes);
      wrong[place] = (wrong[place] ?? 0) ^ 1;
      await expect(unsealed(wrong), `byte ${place}`).rejects.toThrow(DamagedBackup);
    }
    // In what names the key, it looks like another key.
    const named = Buffer.from(bytes);
    named[20] = (named[20] ?? 0) ^ 1;
    await expect(unsealed(named)).rejects.toThrow(OtherBackupKey);
  });

  it("notices an end that was cut off, also between two chunks, and one that was added", async () => {
    const bytes = await sealed(randomBytes(3 * CHUNK_BYTES));
    for (const length of [0, 10, HEADER, HEADER + BLOCK, HEADER + 2 * BLOCK, bytes.length - 1]) {
      await expect(unsealed(bytes.subarray(0, length)), `${length} bytes`).rejects.toThrow(DamagedBackup);
    }
    await expect(unsealed(Buffer.concat([bytes, Buffer.from([0])]))).rejects.toThrow(DamagedBackup);
    await expect(unsealed(Buffer.concat([bytes, bytes.subarray(-BLOCK)]))).rejects.toThrow(DamagedBackup);
  });

  it("notices chunks that changed their places or come from another archive", async () => {
    const plain = randomBytes(3 * CHUNK_BYTES);
    const [bytes, other] = [await sealed(plain), await sealed(plain)];
    const chunk = (of: Buffer, at: number) => of.subarray(HEADER + at * BLOCK, HEADER + (at + 1) * BLOCK);
    const built = (...chunks: Buffer[]) => Buffer.concat([bytes.subarray(0, HEADER), ...chunks]);
    expect((await unsealed(built(chunk(bytes, 0), chunk(bytes, 1), chunk(bytes, 2)))).equals(plain)).toBe(
      true,
    );
    for (const wrong of [
      built(chunk(bytes, 1), chunk(bytes, 0), chunk(bytes, 2)),
      built(chunk(bytes, 0), chunk(bytes, 2)),
      built(chunk(bytes, 0), chunk(other, 1), chunk(bytes, 2)),
    ]) {
      await expect(unsealed(wrong)).rejects.toThrow(DamagedBackup);
    }
  });
});
