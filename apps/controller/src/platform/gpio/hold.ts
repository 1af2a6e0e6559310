import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from "node:child_process";
import type { Cancel, Clock } from "../clock.ts";
import type { Log } from "../log.ts";
import { type Command, type GpioLine, type GpioPrograms, gpioTrouble } from "./programs.ts";

/** The keeper hears from us this often, and puts its line to rest by itself when it has not for the second time. */
const RENEW_MS = 1000;
const LEASE_SECONDS = 3;
/** A keeper that ended by itself while its line is wanted is started again after this. */
const AGAIN_MS = 1000;
/** A line is put to rest in milliseconds: longer than this no crash waits for it, nor the shell for its program. */
const REST_WITHIN_MS = 1500;
const MOST_SAID = 2000;

/**
 * Sets a line off. One that was killed a moment ago may hold it still: only then is it tried again.
 */
const REST = `
for _ in 1 2 3 4 5 6 7 8 9 10; do
  said=$(timeout --signal=KILL 1 "$@" </dev/null 2>&1 >/dev/null) && exit 0
  case $said in *[Bb]usy*) sleep 0.05 ;; *) break ;; esac
done
printf '%s\\n' "$said" >&2
exit 1
`;

/**
 * Holds a line on by a `gpioset` of its own, as long as this process says so, and then sets it off. It outlives this
 * process: a crash closes its standard input, and a standstill lets the lease run out. A `gpioset` that is merely killed
 * would leave the line to the kernel, and Raspberry Pi's keeps it as it was. Its standard output is open as long as the
 * line is held.
 */
const KEEPER = `
trap : HUP INT TERM
lease=$1 count=$2
shift 2
setpriv --pdeathsig KILL -- "\${@:1:count}" </dev/null &
held=$!
exec >&-
while read -r -t "$lease" _; do :; done
kill -KILL "$held" 2>/dev/null
wait "$held" 2>/dev/null
set -- "\${@:count+1}"
${REST}`;

interface Keeper {
  child: ChildProcessWithoutNullStreams;
  /** Its line is not held any more, or never was. */
  ended: Promise<void>;
  /** With what it ended; null when it was killed. */
  exited: Promise<number | null>;
  hasEnded: boolean;
  said: string;
}

/** A pin that is on while somebody wants it, and off at rest, whatever becomes of this process. */
export class GpioHold {
  readonly #line: GpioLine;
  readonly #programs: GpioPrograms;
  readonly #clock: Clock;
  readonly #log: Log;
  #keeper: Keeper | undefined;
  #isWanted = false;
  /** Nobody has set it off since it was on, or since a process before this one may have left it so. */
  #mayBeOn = true;
  #cancelRenewal: Cancel | undefined;
  #cancelAgain: Cancel | undefined;

  constructor(parts: { line: GpioLine; programs: GpioPrograms; clock: Clock; log: Log }) {
    this.#line = parts.line;
    this.#programs = parts.programs;
    this.#clock = parts.clock;
    this.#log = parts.log;
  }

  /** Resolves when the line is held on, or was set off. */
  async set(isOn: boolean): Promise<void> {
    this.#isWanted = isOn;
    if (isOn) {
      await this.#raise();
    } else {
      await this.#rest();
    }
  }

  /** Sets the line off before it returns: a crash has no time. */
  cut(): void {
    this.#isWanted = false;
    this.#forgetTimers();
    const keeper = this.#keeper;
    this.#keeper = undefined;
    if (keeper?.child.pid !== undefined) {
      killGroup(keeper.child.pid);
    }
    if (!this.#mayBeOn) {
      return;
    }
    try {
      const { dialect, env } = this.#programs;
      const { status, stderr } = spawnSync("bash", ["-c", REST, "gpio", ...dialect.rest(this.#line)], {
        env,
        encoding: "utf8",
        timeout: REST_WITHIN_MS,
        killSignal: "SIGKILL",
      });
      if (status !== 0) {
        throw gpioTrouble(stderr ?? "");
      }
      this.#mayBeOn = false;
    } catch (error) {
      this.#log.error({ err: error }, "a GPIO line could not be set off");
    }
  }

  async #raise(): Promise<void> {
    const keeper = this.#keeper ?? this.#startKeeper();
    this.#renew(keeper);
    // The programs say nothing when they succeed: the kernel knows who holds its lines.
    while (!keeper.hasEnded && !(await this.#programs.isHeld(this.#line))) {
      // Asked again at once: the question takes longer than the answer needs.
    }
    if (keeper.hasEnded) {
      throw gpioTrouble(keeper.said);
    }
  }

  async #rest(): Promise<void> {
    this.#forgetTimers();
    const keeper = this.#keeper;
    this.#keeper = undefined;
    if (keeper) {
      keeper.child.stdin.end();
      this.#mayBeOn = (await keeper.exited) !== 0;
    }
    if (this.#mayBeOn && !this.#isWanted) {
      const { dialect } = this.#programs;
      await this.#programs.ask(["bash", "-c", REST, "gpio", ...dialect.rest(this.#line)]);
      this.#mayBeOn = this.#isWanted;
    }
  }

  #startKeeper(): Keeper {
    const { dialect, env } = this.#programs;
    const held: Command = dialect.hold(this.#line);
    const given = [String(LEASE_SECONDS), String(held.length), ...held, ...dialect.rest(this.#line)];
    this.#mayBeOn = true;
    const child = spawn("bash", ["-c", KEEPER, "gpio", ...given], {
      env,
      // Its own group: what ends us from a terminal does not end it, and it is killed with what it started.
      detached: true,
    });
    const exited = new Promise<number | null>((resolve) => {
      child.once("exit", resolve);
      child.once("error", () => resolve(null));
    });
    const ended = new Promise<void>((resolve) => {
      child.stdout.once("end", resolve);
      void exited.then(() => resolve());
    });
    const keeper: Keeper = { child, exited, ended, hasEnded: false, said: "" };
    child.stdout.resume();
    child.stdin.on("error", () => undefined);
    child.stderr.on("data", (bytes: Buffer) => {
      keeper.said = (keeper.said + bytes.toString()).slice(-MOST_SAID);
    });
    this.#keeper = keeper;
    void ended.then(() => {
      keeper.hasEnded = true;
      this.#lost(keeper);
    });
    return keeper;
  }

  /** Its line was let go of, and nobody here said so. */
  #lost(keeper: Keeper): void {
    if (this.#keeper !== keeper) {
      return;
    }
    this.#keeper = undefined;
    this.#cancelRenewal?.();
    keeper.child.stdin.end();
    this.#log.error({ err: gpioTrouble(keeper.said) }, "a GPIO line is not held");
    this.#cancelAgain = this.#clock.after(AGAIN_MS, () => {
      if (this.#isWanted && !this.#keeper) {
        // What fails is told by the keeper's end, which comes here again.
        this.#raise().catch(() => undefined);
      }
    });
  }

  #renew(keeper: Keeper): void {
    this.#cancelRenewal?.();
    this.#cancelRenewal = this.#clock.after(RENEW_MS, () => {
      if (this.#keeper === keeper) {
        keeper.child.stdin.write("\n");
        this.#renew(keeper);
      }
    });
  }

  #forgetTimers(): void {
    this.#cancelRenewal?.();
    this.#cancelAgain?.();
  }
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It is gone already.
  }
}
