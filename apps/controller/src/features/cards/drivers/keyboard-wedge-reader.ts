import { type ChildProcess, spawn } from "node:child_process";
import { access, constants } from "node:fs/promises";
import type { ReaderDriver } from "../reader-driver.ts";

/** `struct input_event` of Linux begins with two machine words of time; type, code and value follow. */
const TIME_BYTES = process.arch === "arm" || process.arch === "ia32" ? 8 : 16;
const EVENT_BYTES = TIME_BYTES + 8;
const EV_KEY = 1;
const PRESSED = 1;
/** Longer than any tag: what comes then is not one. */
const LONGEST_TAG = 200;

/** The keys that readers type, by the kernel's codes: both rows of digits and the letters of hexadecimal. */
const characters = new Map<number, string>([
  ...Array.from("1234567890", (digit, index): [number, string] => [2 + index, digit]),
  ...Array.from("789", (digit, index): [number, string] => [71 + index, digit]),
  ...Array.from("456", (digit, index): [number, string] => [75 + index, digit]),
  ...Array.from("123", (digit, index): [number, string] => [79 + index, digit]),
  [82, "0"],
  [30, "A"],
  [48, "B"],
  [46, "C"],
  [32, "D"],
  [18, "E"],
  [33, "F"],
]);
/** Both Enter keys end a tag. */
const ENTER = new Set([28, 96]);

/**
 * A reader that behaves as a keyboard: it types the tag and presses Enter. Its Linux input device is read by
 * `cat`: a read that waits for a key would keep one of this process's few threads for as long as nobody comes.
 */
export class KeyboardWedgeReader implements ReaderDriver {
  readonly #device: string;
  #listener: ChildProcess | undefined;

  constructor(device: string) {
    this.#device = device;
  }

  async start(onTag: (tag: string) => void, onLost: (why: Error) => void): Promise<void> {
    this.stop();
    await access(this.#device, constants.R_OK);
    const listener = spawn("cat", ["--", this.#device], { stdio: ["ignore", "pipe", "ignore"] });
    this.#listener = listener;
    const read = tagsFrom(onTag);
    listener.stdout.on("data", (chunk: Buffer) => {
      if (this.#listener === listener) {
        read(chunk);
      }
    });
    listener.once("close", () => {
      if (this.#listener === listener) {
        this.#listener = undefined;
        onLost(new Error("the reader was unplugged"));
      }
    });
    await new Promise<void>((resolve, reject) => {
      listener.once("spawn", resolve);
      // Also one that comes later, when there is nothing to reject any more: the reader's end tells of it.
      listener.on("error", reject);
    });
  }

  stop(): void {
    const listener = this.#listener;
    this.#listener = undefined;
    listener?.kill();
  }
}

/** Makes tags of the bytes that come, wherever they are cut. */
function tagsFrom(onTag: (tag: string) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  let typed = "";
  const press = (code: number) => {
    if (ENTER.has(code)) {
      const tag = typed;
      typed = "";
      if (tag !== "" && tag.length <= LONGEST_TAG) {
        onTag(tag);
      }
    } else if (typed.length <= LONGEST_TAG) {
      typed += characters.get(code) ?? "";
    }
  };
  return (chunk) => {
    const bytes = Buffer.concat([rest, chunk]);
    const whole = bytes.length - (bytes.length % EVENT_BYTES);
    for (let at = 0; at < whole; at += EVENT_BYTES) {
      const kind = bytes.readUInt16LE(at + TIME_BYTES);
      const value = bytes.readInt32LE(at + TIME_BYTES + 4);
      if (kind === EV_KEY && value === PRESSED) {
        press(bytes.readUInt16LE(at + TIME_BYTES + 2));
      }
    }
    rest = bytes.subarray(whole);
  };
}
