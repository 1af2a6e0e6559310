import { readdirSync, readFileSync } from "node:fs";
import { percentile } from "./figures.ts";

const SAMPLE_MS = 1000;
/** The database is given up after three seconds, and both share what processors there are. */
const STARVED_MS = 2500;
const STARVED_WITHIN_MS = 5000;
const STARVED_FOR_MS = 30_000;
/** Fewer in a half say nothing. */
const AT_LEAST = 5;

interface Sample {
  done: number;
  megabytes: number;
  handles: number;
}

/** What a process holds of memory and open files while work goes on, sampled from outside. */
export class Memory {
  /** By so much the second half of the time may be above the first, once caches are full. */
  static readonly mostGrown = 64;
  static readonly mostHandlesGrown = 50;
  readonly #pid: number;
  readonly #samples: Sample[] = [];
  readonly #timer: NodeJS.Timeout;
  #looks: { at: number; waitedMs: number }[] = [];
  #starvedAt = Number.NEGATIVE_INFINITY;

  /** @param done how much of the work is, from 0 to 1 */
  constructor(pid: number, done: () => number) {
    this.#pid = pid;
    this.#timer = setInterval(() => {
      this.#samples.push({ done: done(), ...this.now() });
      this.#noticeStarving();
    }, SAMPLE_MS);
  }

  /** Did it get no processor for long, as far back as an answer may have waited? */
  wasStarved(): boolean {
    this.#noticeStarving();
    return performance.now() - this.#starvedAt < STARVED_FOR_MS;
  }

  /** Linux says how long a process waited for a processor; one that was held is noticed by this one, which was too. */
  #noticeStarving(): void {
    const now = { at: performance.now(), waitedMs: this.#waited() };
    const last = this.#looks.at(-1) ?? now;
    this.#looks.push(now);
    const first = this.#looks[0] ?? now;
    if (now.at - last.at > STARVED_MS || now.waitedMs - first.waitedMs > STARVED_MS) {
      this.#starvedAt = now.at;
    }
    this.#looks = this.#looks.filter(({ at }) => now.at - at < STARVED_WITHIN_MS);
  }

  #waited(): number {
    try {
      return Number(readFileSync(`/proc/${this.#pid}/schedstat`, "utf8").split(" ")[1]) / 1e6;
    } catch {
      return 0;
    }
  }

  now(): { megabytes: number; handles: number } {
    try {
      const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${this.#pid}/status`, "utf8"))?.[1];
      return { megabytes: Number(kilobytes) / 1024, handles: readdirSync(`/proc/${this.#pid}/fd`).length };
    } catch {
      // It has ended, which is told elsewhere.
      return { megabytes: Number.NaN, handles: Number.NaN };
    }
  }

  /**
   * The first half beside the second, from when a tenth is done: what is rarely exceeded in each, since garbage comes and goes. Undefined
   * where it was too short to say. Nothing is sampled any more.
   */
  grown() {
    clearInterval(this.#timer);
    const first = this.#samples.filter(({ done }) => done >= 0.1 && done < 0.55);
    const second = this.#samples.filter(({ done }) => done >= 0.55);
    if (first.length < AT_LEAST || second.length < AT_LEAST) {
      return undefined;
    }
    const of = (samples: readonly Sample[], what: "megabytes" | "handles") =>
      Math.round(
        percentile(
          samples.map((sample) => sample[what]),
          0.95,
        ),
      );
    const grown = {
      first: of(first, "megabytes"),
      second: of(second, "megabytes"),
      handlesFirst: of(first, "handles"),
      handlesSecond: of(second, "handles"),
    };
    const handlesGrown = grown.handlesSecond - grown.handlesFirst;
    const isTooMuch = grown.second - grown.first > Memory.mostGrown || handlesGrown > Memory.mostHandlesGrown;
    return { ...grown, handlesGrown, isTooMuch };
  }
}
