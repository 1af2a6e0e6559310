import { createServer, type Socket } from "node:net";
import { parseArgs } from "node:util";
import { parentPort, workerData } from "node:worker_threads";
import { z } from "zod";
import { CHIP, type ChipMessage, fieldsOf, holders, LINES } from "./gpio-chip-words.ts";

interface Line {
  /** What hangs on it drives it; undefined for nothing. */
  outside: boolean | undefined;
  /** What a program drives it to. */
  driven: boolean | undefined;
  holder: { program: string; socket: Socket; tell?: () => void } | undefined;
  bias: string;
}

/** The options of the real programs, of version 1 (Debian 12) and 2 (Debian 13), that matter here. */
const flags = { type: "boolean" } as const;
const text = { type: "string" } as const;
const options = {
  1: {
    gpioset: {
      "active-low": flags,
      bias: text,
      drive: text,
      mode: text,
      sec: text,
      usec: text,
      background: flags,
    },
    gpioget: { "active-low": flags, bias: text },
    gpiomon: { "active-low": flags, bias: text, "line-buffered": flags, format: text, "num-events": text },
    gpioinfo: {},
  },
  2: {
    gpioset: {
      "active-low": flags,
      bias: text,
      chip: text,
      drive: text,
      toggle: text,
      "hold-period": text,
      banner: flags,
    },
    gpioget: { "active-low": flags, bias: text, chip: text, numeric: flags },
    gpiomon: { "active-low": flags, bias: text, chip: text, format: text, banner: flags },
    gpioinfo: { chip: text },
  },
} as const;
const biases = { 1: ["as-is", "disable", "pull-up", "pull-down"], 2: ["disabled", "pull-up", "pull-down"] };

class Refusal extends Error {}

/** What runs in the thread: a chip, and the programs that want its lines. */
class Chip {
  readonly #version: 1 | 2;
  readonly #fields: Int32Array;
  readonly #tell: (message: { call: string } | "changed") => void;
  readonly #lines = new Map<number, Line>();
  #isThere = true;
  #isStuck = false;

  constructor(
    version: 1 | 2,
    shared: SharedArrayBuffer,
    tell: (message: { call: string } | "changed") => void,
  ) {
    this.#version = version;
    this.#fields = new Int32Array(shared);
    this.#tell = tell;
  }

  heed(message: ChipMessage): void {
    switch (message.kind) {
      case "drive": {
        const state = this.#line(message.line);
        const before = this.#level(message.line);
        state.outside = message.level ?? undefined;
        if (this.#level(message.line) !== before) {
          state.holder?.tell?.();
        }
        break;
      }
      case "kill":
        this.#line(message.line).holder?.socket.destroy();
        break;
      case "chip":
        this.#isThere = message.isThere;
        this.#isStuck = message.isStuck;
    }
    this.#changed();
  }

  #line(offset: number): Line {
    const known = this.#lines.get(offset);
    const line = known ?? { outside: undefined, driven: undefined, holder: undefined, bias: "as-is" };
    this.#lines.set(offset, line);
    return line;
  }

  serve(socket: Socket): void {
    let heard = "";
    let wasCalled = false;
    socket.on("error", () => undefined);
    socket.on("data", (bytes) => {
      heard += bytes.toString();
      const [program, count, ...given] = heard.split("\n");
      if (!wasCalled && program !== undefined && count !== undefined && given.length > Number(count)) {
        wasCalled = true;
        const called = given.slice(0, Number(count));
        if (!this.#isStuck) {
          this.#call(program, called, socket);
        }
        this.#changed();
        this.#tell({ call: [program, ...called].join(" ") });
      }
    });
    socket.on("close", () => {
      for (const line of this.#lines.values()) {
        if (line.holder?.socket === socket) {
          this.#release(line);
        }
      }
      this.#changed();
    });
  }

  #changed(): void {
    for (const offset of this.#lines.keys()) {
      const { level, holder } = fieldsOf(offset);
      const program = this.#line(offset).holder?.program;
      Atomics.store(this.#fields, level, this.#level(offset) ? 1 : 0);
      Atomics.store(this.#fields, holder, program === undefined ? 0 : holders.indexOf(program));
    }
    this.#tell("changed");
  }

  /** Is the voltage of this line high? */
  #level(offset: number): boolean {
    const { driven, outside, bias } = this.#line(offset);
    return driven ?? outside ?? bias === "pull-up";
  }

  /** As Raspberry Pi's kernels do it: a line that is let go of stays as it was driven. */
  #release(line: Line): void {
    line.holder = undefined;
  }

  #call(program: string, given: string[], socket: Socket): void {
    const say = (kind: "out" | "err" | "exit", what: string | number) => socket.write(`${kind} ${what}\n`);
    try {
      if (given.includes("--version")) {
        say("out", `${program} (libgpiod) v${this.#version === 1 ? "1.6.3" : "2.2.1"}`);
      } else {
        const isOver = this.#run(program, given, socket, (line) => say("out", line));
        if (!isOver) {
          return;
        }
      }
      // Before its caller hears of the end: it looks at once.
      this.#changed();
      say("exit", 0);
    } catch (error) {
      say("err", `${program}: ${error instanceof Error ? error.message : error}`);
      say("exit", 1);
    }
  }

  /** @returns whether the program ends now */
  #run(program: string, given: string[], socket: Socket, print: (line: string) => void): boolean {
    const known = new Map(Object.entries(options[this.#version])).get(program);
    const { values, positionals } = parseArgs({ args: given, options: known ?? {}, allowPositionals: true });
    const said = new Map(Object.entries(values));
    const chip = this.#version === 2 ? said.get("chip") : positionals.shift();
    if (chip !== CHIP || !this.#isThere) {
      throw new Refusal(
        this.#version === 2
          ? `cannot find GPIO chip character device '${chip}'`
          : "error accessing the GPIO: No such file or directory",
      );
    }
    const bias = String(said.get("bias") ?? "as-is");
    if (said.has("bias") && !biases[this.#version].includes(bias)) {
      throw new Refusal(`invalid bias: ${bias}`);
    }
    if (program === "gpioinfo") {
      for (let offset = 0; offset < LINES; offset += 1) {
        print(this.#infoOf(offset));
      }
      return true;
    }
    const [offset = "", value] = (positionals[0] ?? "").split("=");
    const line = this.#take(Number(offset), { program, socket });
    const isLow = said.get("active-low") === true;
    if (program === "gpioset") {
      line.driven = (value === "1") !== isLow;
      const isOver =
        this.#version === 2 ? said.get("toggle") === "0" : (said.get("mode") ?? "exit") === "exit";
      if (isOver) {
        this.#release(line);
      }
      return isOver;
    }
    line.driven = undefined;
    line.bias = bias;
    const read = () => this.#level(Number(offset)) !== isLow;
    if (program === "gpioget") {
      this.#release(line);
      print(
        this.#version === 2 && said.get("numeric") !== true ? `"${offset}"=${read()}` : read() ? "1" : "0",
      );
      return true;
    }
    const falling = this.#version === 2 ? "2" : "0";
    line.holder = { program, socket, tell: () => print(read() ? "1" : falling) };
    return false;
  }

  #take(offset: number, holder: { program: string; socket: Socket }): Line {
    if (!(offset >= 0 && offset < LINES)) {
      throw new Refusal("offset is out of range on chip");
    }
    const line = this.#line(offset);
    if (line.holder) {
      throw new Refusal("unable to request lines: Device or resource busy");
    }
    line.holder = holder;
    return line;
  }

  #infoOf(offset: number): string {
    const { holder, driven } = this.#line(offset);
    const direction = driven === undefined ? "input" : "output";
    const at = String(offset).padStart(3);
    if (this.#version === 2) {
      return `\tline ${at}:\tunnamed         \t${direction}${holder ? ` consumer="${holder.program}"` : ""}`;
    }
    const user = (holder ? `"${holder.program}"` : "unused").padStart(12);
    return `\tline ${at}:      unnamed ${user}  ${direction}  active-high ${holder ? "[used]" : ""}`;
  }
}

const port = parentPort;
const { version, shared } = z
  .object({ version: z.union([z.literal(1), z.literal(2)]), shared: z.instanceof(SharedArrayBuffer) })
  .parse(workerData);
const chip = new Chip(version, shared, (message) => port?.postMessage(message));
const server = createServer((socket) => chip.serve(socket));
port?.on("message", (message: ChipMessage) => chip.heed(message));
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  port?.postMessage({ port: typeof address === "object" && address ? address.port : 0 });
});
