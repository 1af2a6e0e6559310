import { createHash } from "node:crypto";
import { createReadStream, mkdirSync, readdirSync, statSync } from "node:fs";
import { type FileHandle, open, readdir, rm, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { u32 } from "./boxes.ts";
import { durationPlace, endOfFragment, msOfTicks } from "./mp4.ts";

const SUFFIX = ".mp4";
const Uuid = z.uuid();
/** What describes one fragment is never so large. */
const LARGEST_HEAD_BYTES = 1024 * 1024;
/** What stands before the first fragment. */
const LARGEST_INITIAL_BYTES = 64 * 1024;
const HEADER_BYTES = 8;

/** A clip's file as it lies on the disk, synced. */
export interface SealedFile {
  bytes: number;
  sha256: string;
  /** From its first picture to the end of its last. */
  durationMs: number;
}

/** The folder of the clips' files, each named by its clip. Nothing else may lie in it. */
export class ClipFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** @throws where the disk does not take it */
  prepare(): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
  }

  /** A new file, whose name is on the disk when this resolves. */
  async create(clipId: string): Promise<FileHandle> {
    const handle = await open(this.#path(clipId), "wx+", 0o600);
    const folder = await open(this.#folder, "r");
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
    return handle;
  }

  /** Writes down how long it is, syncs it and reads what it has become. */
  async seal(clipId: string, handle: FileHandle, end: { bytes: number; ticks: number }): Promise<SealedFile> {
    const initial = Buffer.alloc(Math.min(end.bytes, LARGEST_INITIAL_BYTES));
    await handle.read(initial, 0, initial.length, 0);
    const place = durationPlace(initial);
    if (place !== undefined) {
      await writeAll(handle, u32(end.ticks), place);
    }
    await handle.truncate(end.bytes);
    await handle.sync();
    return { bytes: end.bytes, sha256: await this.#digest(clipId), durationMs: msOfTicks(end.ticks) };
  }

  /** What is whole of a file whose end was cut off; undefined where nothing of it is. */
  async salvage(clipId: string): Promise<SealedFile | undefined> {
    let handle: FileHandle;
    try {
      handle = await open(this.#path(clipId), "r+");
    } catch (error) {
      if (isMissing(error)) {
        return undefined;
      }
      throw error;
    }
    try {
      const end = await wholePart(handle);
      return end && (await this.seal(clipId, handle, end));
    } finally {
      await handle.close();
    }
  }

  /** Some bytes of a file; none at its end. Undefined where there is no such file. */
  async read(clipId: string, from: number, most: number): Promise<Uint8Array | undefined> {
    let handle: FileHandle;
    try {
      handle = await open(this.#path(clipId), "r");
    } catch (error) {
      if (isMissing(error)) {
        return undefined;
      }
      throw error;
    }
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(most), 0, most, from);
      return buffer.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  }

  async remove(clipId: string): Promise<void> {
    await rm(this.#path(clipId), { force: true });
  }

  async has(clipId: string): Promise<boolean> {
    return stat(this.#path(clipId)).then(
      () => true,
      (error: unknown) => !isMissing(error),
    );
  }

  /** The clips of which there are files. What else lies there is removed. */
  async list(): Promise<Set<string>> {
    const found = new Set<string>();
    for (const name of await readdir(this.#folder)) {
      const clipId = clipOf(name);
      if (clipId === undefined) {
        await rm(join(this.#folder, name), { force: true, recursive: true });
      } else {
        found.add(clipId);
      }
    }
    return found;
  }

  /** The clips of which there are files, how large those are and when they were last written. */
  found(): { clipId: string; bytes: number; writtenAt: Date }[] {
    return readdirSync(this.#folder).flatMap((name) => {
      const clipId = clipOf(name);
      if (clipId === undefined) {
        return [];
      }
      const { size: bytes, mtime: writtenAt } = statSync(this.#path(clipId));
      return [{ clipId, bytes, writtenAt }];
    });
  }

  async freeBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(this.#folder);
    return bavail * bsize;
  }

  /** @throws for a name that is no clip's */
  #path(clipId: string): string {
    return join(this.#folder, `${Uuid.parse(clipId)}${SUFFIX}`);
  }

  async #digest(clipId: string): Promise<string> {
    const hash = createHash("sha256");
    for await (const part of createReadStream(this.#path(clipId))) {
      hash.update(part);
    }
    return hash.digest("hex");
  }
}

const clipOf = (name: string): string | undefined =>
  name.endsWith(SUFFIX) ? Uuid.safeParse(name.slice(0, -SUFFIX.length)).data : undefined;

/** All of it, where a disk that is nearly full takes it in pieces. */
export async function writeAll(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  let written = 0;
  while (written < bytes.byteLength) {
    const { bytesWritten } = await handle.write(
      bytes,
      written,
      bytes.byteLength - written,
      position + written,
    );
    if (bytesWritten === 0) {
      throw new Error("nothing more was written");
    }
    written += bytesWritten;
  }
}

/** Up to where a file holds whole fragments, and how long those are. */
async function wholePart(handle: FileHandle): Promise<{ bytes: number; ticks: number } | undefined> {
  const { size } = await handle.stat();
  let at = 0;
  let end: { bytes: number; ticks: number } | undefined;
  let ticks: number | undefined;
  for (;;) {
    const header = await read(handle, at, HEADER_BYTES);
    const length = header.length === HEADER_BYTES ? header.readUInt32BE(0) : 0;
    const name = header.toString("latin1", 4);
    if (length < HEADER_BYTES || at + length > size) {
      return end;
    }
    if (name === "moof") {
      ticks = length > LARGEST_HEAD_BYTES ? undefined : endOfFragment(await read(handle, at, length));
    } else if (name === "mdat") {
      if (ticks === undefined) {
        return end;
      }
      end = { bytes: at + length, ticks };
    } else if (end || (name !== "ftyp" && name !== "moov")) {
      return end;
    }
    at += length;
  }
}

async function read(handle: FileHandle, at: number, bytes: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, at);
  return buffer.subarray(0, bytesRead);
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ENOENT";
