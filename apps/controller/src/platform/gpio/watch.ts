import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Cancel, Clock } from "../clock.ts";
import type { Log } from "../log.ts";
import { type GpioInputLine, type GpioPrograms, GpioTrouble, gpioTrouble } from "./programs.ts";

/** A watch that ended is begun again after the first of these, then ever later, up to the second. */
const FIRST_AGAIN_MS = 1000;
const LAST_AGAIN_MS = 30_000;
/**
 * Between reading a line and watching it, a change is seen by neither: it is read again after the first of these, then
 * ever more seldom, down to the second.
 */
const FIRST_LOOK_MS = 1000;
const LAST_LOOK_MS = 60_000;
/** No contact bounces so often: a wire that hangs in the air. */
const MOST_EDGES_A_SECOND = 500;
const NOISE = "El pin GPIO cambia sin parar: revisa el cable, su tierra y la resistencia elegida.";
const MOST_SAID = 2000;

interface WatchParts {
  line: GpioInputLine;
  programs: GpioPrograms;
  clock: Clock;
  log: Log;
}

/** Tells whether a pin is on: read once, and then every edge as it comes. */
export class GpioWatch {
  readonly #parts: WatchParts;
  /** Aborted when it is stopped. */
  #life = new AbortController();
  #cancelNext: Cancel | undefined;
  #failures = 0;
  #looks = 0;
  /** Why it was said to be away; undefined while it is not. */
  #told: string | undefined;

  constructor(parts: WatchParts) {
    this.#parts = parts;
  }

  /** @param tell told null while it cannot be known, once for each reason */
  start(tell: (isOn: boolean | null, why?: string) => void): void {
    this.#life = new AbortController();
    void this.#go(tell, this.#life.signal);
  }

  stop(): void {
    this.#life.abort();
    this.#cancelNext?.();
  }

  async #go(tell: (isOn: boolean | null, why?: string) => void, life: AbortSignal): Promise<void> {
    const { line, programs, clock, log } = this.#parts;
    try {
      const read = (await programs.ask(programs.dialect.read(line))).trim();
      if (read !== "0" && read !== "1") {
        throw new GpioTrouble("El pin GPIO no dice su estado.");
      }
      if (life.aborted) {
        return;
      }
      if (this.#failures > 0) {
        log.warn("a GPIO line is read again");
      }
      this.#failures = 0;
      this.#told = undefined;
      tell(read === "1");
      await this.#watch(tell, life);
    } catch (error) {
      if (life.aborted) {
        return;
      }
      this.#looks = 0;
      this.#failures += 1;
      if (this.#failures === 1) {
        log.error({ err: error }, "a GPIO line cannot be read");
      }
      const why = error instanceof GpioTrouble ? error.message : gpioTrouble("").message;
      if (why !== this.#told) {
        this.#told = why;
        tell(null, why);
      }
    }
    if (!life.aborted) {
      const again = Math.min(LAST_AGAIN_MS, FIRST_AGAIN_MS * 2 ** (this.#failures - 1));
      this.#cancelNext = clock.after(this.#failures === 0 ? 0 : again, () => this.#go(tell, life));
    }
  }

  /** Resolves when it is time to read the line again; rejects when it cannot be watched any more. */
  #watch(tell: (isOn: boolean) => void, life: AbortSignal): Promise<void> {
    const { line, programs, clock } = this.#parts;
    const [program, ...given] = programs.dialect.watch(line);
    // It ends with us: one that is left behind would keep the line from the next.
    const watcher = spawn("setpriv", ["--pdeathsig", "KILL", "--", program, ...given], {
      env: programs.env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let isTime = false;
    let said = "";
    let trouble: GpioTrouble | undefined;
    const end = () => void watcher.kill("SIGKILL");
    const look = clock.after(Math.min(LAST_LOOK_MS, FIRST_LOOK_MS * 2 ** this.#looks), () => {
      isTime = true;
      end();
    });
    this.#looks += 1;
    life.addEventListener("abort", end, { once: true });
    watcher.stderr.on("data", (bytes: Buffer) => {
      said = (said + bytes.toString()).slice(-MOST_SAID);
    });
    const isFlood = edgesOf(clock);
    const lines = createInterface(watcher.stdout);
    lines.on("line", (edge) => {
      if (life.aborted || trouble) {
        return;
      }
      if (isFlood()) {
        trouble = new GpioTrouble(NOISE);
        end();
        return;
      }
      tell(edge.trim() === "1");
    });
    return ended(watcher).then(() => {
      look();
      life.removeEventListener("abort", end);
      if (!isTime || trouble) {
        throw trouble ?? gpioTrouble(said);
      }
    });
  }
}

/** Resolves when it is gone and all that it said was heard. */
const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    child.once("close", () => resolve());
    child.once("error", () => resolve());
  });

/** @returns what counts one more edge, and says whether they are too many */
function edgesOf(clock: Clock): () => boolean {
  let second = { begunAt: Number.NEGATIVE_INFINITY, edges: 0 };
  return () => {
    const now = clock.now();
    if (now - second.begunAt >= 1000) {
      second = { begunAt: now, edges: 0 };
    }
    second.edges += 1;
    return second.edges > MOST_EDGES_A_SECOND;
  };
}
