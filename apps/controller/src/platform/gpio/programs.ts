import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);
/** The programs answer in milliseconds; one that does not is stuck. */
const ANSWERS_WITHIN_MS = 2000;

export interface GpioLine {
  chip: string;
  line: number;
  activeLow: boolean;
}
export interface GpioInputLine extends GpioLine {
  bias: "as-is" | "pull-up" | "pull-down";
}

/** Why a pin cannot be used, as whoever wires it reads it in Spanish. */
export class GpioTrouble extends Error {}

/** A program with its arguments. */
export type Command = readonly [string, ...string[]];

/** How the programs of one version of libgpiod are asked. */
interface Dialect {
  /** Holds the line on until it is killed. */
  hold(line: GpioLine): Command;
  /** Sets the line off, and ends. */
  rest(line: GpioLine): Command;
  info(chip: string): Command;
  read(line: GpioInputLine): Command;
  /** Prints `1` when the line goes on, another digit when it goes off, until it is killed. */
  watch(line: GpioInputLine): Command;
}

const lowOf = ({ activeLow }: GpioLine): string[] => (activeLow ? ["--active-low"] : []);
const biasOf = ({ bias }: GpioInputLine): string[] => (bias === "as-is" ? [] : [`--bias=${bias}`]);

/** Debian 12: the chip stands among the lines, and `gpioset` is told what to do after it has set them. */
const first: Dialect = {
  hold: (line) => ["gpioset", "--mode=signal", ...lowOf(line), line.chip, `${line.line}=1`],
  rest: (line) => ["gpioset", "--mode=exit", ...lowOf(line), line.chip, `${line.line}=0`],
  info: (chip) => ["gpioinfo", chip],
  read: (line) => ["gpioget", ...lowOf(line), ...biasOf(line), line.chip, String(line.line)],
  watch: (line) => [
    "gpiomon",
    "--line-buffered",
    "--format=%e",
    ...lowOf(line),
    ...biasOf(line),
    line.chip,
    String(line.line),
  ],
};

/** Debian 13: the chip is an option, and `gpioset` stays unless its toggling ends. */
const second: Dialect = {
  hold: (line) => ["gpioset", `--chip=${line.chip}`, ...lowOf(line), `${line.line}=1`],
  rest: (line) => ["gpioset", "--toggle=0", `--chip=${line.chip}`, ...lowOf(line), `${line.line}=0`],
  info: (chip) => ["gpioinfo", `--chip=${chip}`],
  read: (line) => [
    "gpioget",
    "--numeric",
    `--chip=${line.chip}`,
    ...lowOf(line),
    ...biasOf(line),
    String(line.line),
  ],
  watch: (line) => [
    "gpiomon",
    "--format=%e",
    `--chip=${line.chip}`,
    ...lowOf(line),
    ...biasOf(line),
    String(line.line),
  ],
};

/** libgpiod's programs on this machine, in whichever of its two versions. */
export class GpioPrograms {
  readonly env: NodeJS.ProcessEnv;
  #dialect: Dialect | undefined;

  constructor(env: NodeJS.ProcessEnv = process.env) {
    this.env = env;
  }

  /** @throws {GpioTrouble} where they are not installed */
  get dialect(): Dialect {
    if (!this.#dialect) {
      const { stdout } = spawnSync("gpioset", ["--version"], {
        env: this.env,
        encoding: "utf8",
        timeout: ANSWERS_WITHIN_MS,
      });
      const version = /\bv(\d+)\./.exec(stdout ?? "")?.[1];
      if (version === undefined) {
        throw new GpioTrouble(
          "Faltan los programas de GPIO: instálalos en el controlador con apt install gpiod.",
        );
      }
      this.#dialect = version === "1" ? first : second;
    }
    return this.#dialect;
  }

  /** What a program prints. @throws {GpioTrouble} when it does not end well */
  async ask([program, ...given]: Command): Promise<string> {
    try {
      const { env } = this;
      const { stdout } = await run(program, given, {
        env,
        timeout: ANSWERS_WITHIN_MS,
        killSignal: "SIGKILL",
      });
      return stdout;
    } catch (error) {
      const said = error instanceof Error && "stderr" in error ? String(error.stderr) : "";
      throw gpioTrouble(said, error);
    }
  }

  /** Is this line an output that a `gpioset` holds? */
  async isHeld(line: GpioLine): Promise<boolean> {
    return isHeldOutput((await this.#told(line)) ?? "");
  }

  /**
   * Can this line be an output of ours? It is asked about and not touched.
   * @throws {GpioTrouble} why not
   */
  async checkOutput(line: GpioLine): Promise<void> {
    const told = await this.#told(line);
    if (told === undefined) {
      throw gpioTrouble("out of range");
    }
    if (/\[used\]|consumer=/.test(told) && !isHeldOutput(told)) {
      throw gpioTrouble("busy");
    }
  }

  /** What is told of a line; undefined where its chip has none of that number. */
  async #told({ chip, line }: GpioLine): Promise<string | undefined> {
    const told = await this.ask(this.dialect.info(chip));
    return told.split("\n").find((row) => new RegExp(`^\\s*line\\s+${line}:`).test(row));
  }
}

const isHeldOutput = (told: string): boolean => /\boutput\b/.test(told) && told.includes('"gpioset"');

const troubles: readonly [RegExp, string][] = [
  [/cannot find GPIO chip|No such (file|device)/i, "Ese chip GPIO no existe en el controlador."],
  [/busy/i, "Otro programa u otro dispositivo ya usa ese pin GPIO."],
  [
    /permission denied/i,
    "El controlador no puede usar el chip GPIO: agrega su usuario al grupo gpio y reinícialo.",
  ],
  [
    /out of range|cannot find line|invalid argument/i,
    "Ese pin no está en el chip GPIO, o no admite lo pedido.",
  ],
];

/** @param said what a program wrote before it ended */
export function gpioTrouble(said: string, cause?: unknown): GpioTrouble {
  const known = troubles.find(([pattern]) => pattern.test(said));
  return new GpioTrouble(known?.[1] ?? "El pin GPIO no responde.", { cause });
}
