import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";
import type { LineForm } from "@umbral/contract/cards/wiegand-lines";
import { onTestFinished } from "vitest";

/** A card of 26 bits (facility 57, number 32768), as a reader sends it and as it is registered. */
export const CARD = { bits: "10011100110000000000000001", tag: "398000" };

/** A board that prints what its Wiegand reader sends, as its maker chose: the twin of the real ones. */
export class SimulatedWiegandBoard {
  readonly #form: LineForm;
  readonly #end: string;
  readonly #outputs = new Set<(bytes: Buffer) => void>();

  constructor(form: LineForm, end = "\r\n") {
    this.#form = form;
    this.#end = end;
  }

  /** Whoever listens to its port hears what it prints. @returns what unplugs them */
  plug(output: (bytes: Buffer) => void): () => void {
    this.#outputs.add(output);
    return () => this.#outputs.delete(output);
  }

  /** A card is held to its reader. */
  swipe(bits: string): void {
    const { digits, hasParity } = this.#form;
    const enclosed = hasParity || digits === "binary" ? bits : bits.slice(1, -1);
    this.#print(digits === "facility-number" ? facilityAndNumber(enclosed) : this.#written(enclosed), bits);
  }

  /** A key is pressed: its number in four bits (10 is `*`, 11 is `#`), or in eight whose upper half is turned. */
  press(key: string, bits: 4 | 8): void {
    const low = "0123456789*#".indexOf(key);
    const value = bits === 4 ? low : ((~low & 15) << 4) | low;
    const burst = value.toString(2).padStart(bits, "0");
    const { digits } = this.#form;
    const written = { binary: burst, hexadecimal: value.toString(16), decimal: String(value) };
    this.#print(digits === "facility-number" ? String(value) : written[digits], burst);
  }

  /** Anything at all leaves its port. */
  say(bytes: string | Buffer): void {
    for (const output of this.#outputs) {
      output(Buffer.from(bytes));
    }
  }

  #print(written: string, frame: string): void {
    const { prefix, bits, digits } = this.#form;
    const isCounted = digits !== "binary";
    const before = isCounted && bits === "before" ? `${frame.length}:` : "";
    const after = isCounted && bits === "after" ? `,${frame.length}` : "";
    this.say(`${prefix}${before}${written}${after}${this.#end}`);
  }

  #written(bits: string): string {
    const { digits, order } = this.#form;
    if (digits === "binary") {
      return bits;
    }
    const whole = Math.ceil(bits.length / 8) * 8;
    const filled = order === "bytes" ? bits.padEnd(whole, "0") : bits.padStart(whole, "0");
    const bytes = filled.match(/.{8}/g) ?? [];
    const inOrder = order === "bytes-reversed" ? bytes.reverse() : bytes;
    return digits === "decimal"
      ? BigInt(`0b${inOrder.join("")}`).toString()
      : inOrder.map((byte) => Number.parseInt(byte, 2).toString(16).padStart(2, "0")).join("");
  }
}

function facilityAndNumber(bits: string): string {
  const facility = bits.length === 24 ? 8 : 16;
  return `${Number.parseInt(bits.slice(0, facility), 2)},${Number.parseInt(bits.slice(facility), 2)}`;
}

/** The board behind a bridge that puts its port on the network. */
export async function newWiegandBridge(board: SimulatedWiegandBoard, port = 0) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    const unplug = board.plug((bytes) => socket.write(bytes));
    socket.on("error", () => undefined);
    socket.once("close", () => {
      unplug();
      sockets.delete(socket);
    });
    server.emit("plugged");
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const bound = typeof address === "object" && address ? address.port : 0;
  const close = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) {
      socket.destroy();
    }
    await closed;
  };
  onTestFinished(async () => {
    await close();
  });
  return {
    line: `tcp://127.0.0.1:${bound}`,
    port: bound,
    sockets,
    plugged: () => once(server, "plugged"),
    close,
  };
}

/** The board at a terminal of the kernel's own: `script` holds its one end, and names the other. */
export async function newWiegandPort(
  board: SimulatedWiegandBoard,
): Promise<{ line: string; pullOut(): void }> {
  const terminal: ChildProcess = spawn(
    "script",
    ["-qec", "stty raw -echo && tty && exec sleep 3600", "/dev/null"],
    { stdio: ["pipe", "pipe", "ignore"] },
  );
  const { stdin, stdout } = terminal;
  if (!(stdin && stdout)) {
    throw new Error("a terminal without its pipes");
  }
  const pullOut = () => void terminal.kill("SIGKILL");
  onTestFinished(pullOut);
  const [path] = await once(createInterface(stdout), "line");
  board.plug((bytes) => void stdin.write(bytes));
  return { line: String(path).trim(), pullOut };
}
