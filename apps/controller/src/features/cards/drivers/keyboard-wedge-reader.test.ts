import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { KeyboardWedgeReader } from "./keyboard-wedge-reader.ts";

const TIME_BYTES = process.arch === "arm" || process.arch === "ia32" ? 8 : 16;
const codes: Record<string, number> = { "0": 11, "4": 5, "2": 3, A: 30, F: 33, z: 44, "\n": 28 };

/** What the kernel writes when these keys are pressed and let go. */
function typing(text: string): Buffer {
  const events = [...text].flatMap((key) => [1, 0].map((value) => event(1, codes[key] ?? 0, value)));
  // After each key the kernel says that this was all of it.
  return Buffer.concat(events.flatMap((one) => [one, event(0, 0, 0)]));
}

function event(kind: number, code: number, value: number): Buffer {
  const bytes = Buffer.alloc(TIME_BYTES + 8);
  bytes.writeUInt16LE(kind, TIME_BYTES);
  bytes.writeUInt16LE(code, TIME_BYTES + 2);
  bytes.writeInt32LE(value, TIME_BYTES + 4);
  return bytes;
}

/** A pipe where the input device would be, and a reader that listens to it. */
async function plugIn() {
  const folder = mkdtempSync(join(tmpdir(), "umbral-reader-"));
  const device = join(folder, "event0");
  execFileSync("mkfifo", [device]);
  const reader = new KeyboardWedgeReader(device);
  const tags: string[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  let lose: (why: Error) => void = () => undefined;
  const lost = new Promise<Error>((resolve) => {
    lose = resolve;
  });
  const started = reader.start((tag) => {
    tags.push(tag);
    for (const { count, resolve } of waiting) {
      if (tags.length >= count) {
        resolve();
      }
    }
  }, lose);
  const [plug] = await Promise.all([open(device, "w"), started]);
  onTestFinished(() => {
    reader.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  /** Resolves when so many were read. */
  const read = (count: number) => new Promise<void>((resolve) => waiting.push({ count, resolve }));
  return { tags, plug, lost, read };
}

describe("a reader that types", () => {
  it("gives what was typed before Enter, wherever the bytes are cut", async () => {
    const { tags, plug, read } = await plugIn();
    const bytes = typing("04A2\nzF\n");
    const both = read(2);
    for (let at = 0; at < bytes.length; at += 7) {
      await plug.write(bytes, at, Math.min(7, bytes.length - at));
    }
    await both;
    expect(tags).toEqual(["04A2", "F"]);
    await plug.close();
  });

  it("passes over an Enter alone and what is too long to be a tag", async () => {
    const { tags, plug, read } = await plugIn();
    const one = read(1);
    await plug.write(typing(`\n${"4".repeat(300)}\nAA\n`));
    await one;
    expect(tags).toEqual(["AA"]);
    await plug.close();
  });

  it("says once when it was unplugged", async () => {
    const { plug, lost } = await plugIn();
    await plug.close();
    expect(await lost).toBeInstanceOf(Error);
  });

  it("cannot begin where no device is", async () => {
    const reader = new KeyboardWedgeReader("/dev/input/event-that-is-not-there");
    await expect(
      reader.start(
        () => undefined,
        () => undefined,
      ),
    ).rejects.toThrow("ENOENT");
  });
});
