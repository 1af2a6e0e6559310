import type { JobName } from "@umbral/contract/system-state/job-words";
import type { Logger } from "pino";
import type { DatabaseNews, Topic } from "./database-news.ts";
import type { Jobs } from "./jobs.ts";

/** Where the database says when there is work, this is only the net below: what was missed all the same is found after it. */
export const SWEEP_MS = 5 * 60_000;

/** A part of the server that works by itself from `start` to `stop`; after `stop` nothing of it is under way. */
export interface Working {
  start(): void;
  stop(): Promise<void> | void;
}

interface RoundsOptions {
  /** Milliseconds from the end of a round to the next one, unless the round itself says when. */
  everyMs: number;
  /** Milliseconds from `start` to the first round; it is gone at once where nobody says otherwise. */
  firstAfterMs?: number;
  /** Milliseconds to the next round after one that failed; `everyMs` where nobody says otherwise. */
  afterFailureMs?: number;
  log: Logger;
  /** What is logged of a round that failed. */
  failure: string;
  /** Under which name it is told how its rounds go, and whom. */
  job?: { name: JobName; jobs: Jobs };
  /**
   * The database says when there is work: a round begins so many milliseconds after its word, and as long as words come the
   * next one that nobody asked for after {@link SWEEP_MS} instead of `everyMs`.
   */
  told?: { news: Pick<DatabaseNews, "isHeard" | "on">; topic: Topic; afterMs?: number };
}

/**
 * Work that is done in rounds, one at a time: again and again, sooner when it is woken, and after a failure too. It
 * keeps no time of its own over a restart: what is due stands in the database.
 */
export class Rounds implements Working {
  readonly #round: () => Promise<number> | Promise<void>;
  readonly #options: RoundsOptions;
  #timer: NodeJS.Timeout | undefined;
  #underway: Promise<void> | undefined;
  /** When the next one begins, on `performance.now()`. */
  #nextAt = Number.POSITIVE_INFINITY;
  #state: "new" | "running" | "stopped" = "new";
  #ignoreNews: (() => void) | undefined;

  /** @param round one round; it may return the milliseconds until the next */
  constructor(round: () => Promise<number> | Promise<void>, options: RoundsOptions) {
    this.#round = round;
    this.#options = options;
  }

  /** False from `stop` on, also while the last round is still under way. */
  get isRunning(): boolean {
    return this.#state === "running";
  }

  /** True from `stop` on: what a long round has not begun yet is for the process that comes next. */
  get isStopped(): boolean {
    return this.#state === "stopped";
  }

  /** Milliseconds to the next round where nothing is due before. */
  get restMs(): number {
    const { told, everyMs } = this.#options;
    return told?.news.isHeard ? SWEEP_MS : everyMs;
  }

  /** Milliseconds to a round at this moment, when something is due; null where nothing is. */
  untilDue(due: Date | null, now: Date, atLeastMs: number): number {
    const wait = due === null ? this.restMs : due.getTime() - now.getTime();
    return Math.min(this.restMs, Math.max(atLeastMs, wait));
  }

  start(): void {
    this.#state = "running";
    const { told } = this.#options;
    this.#ignoreNews = told?.news.on(told.topic, () => this.wake(told.afterMs));
    this.wake(this.#options.firstAfterMs);
  }

  /** Waits for the round that is under way. */
  async stop(): Promise<void> {
    this.#state = "stopped";
    this.#ignoreNews?.();
    clearTimeout(this.#timer);
    await this.#underway;
  }

  /** Lets a round begin in so many milliseconds at the latest; one that is under way is followed by another. */
  wake(afterMs = 0): void {
    const at = performance.now() + afterMs;
    if (!this.isRunning || at >= this.#nextAt) {
      return;
    }
    if (this.#underway === undefined) {
      this.#beginAt(at);
    } else {
      this.#nextAt = at;
    }
  }

  #beginAt(at: number): void {
    clearTimeout(this.#timer);
    this.#nextAt = at;
    const wait = at - performance.now();
    if (wait > 0) {
      this.#timer = setTimeout(() => this.#begin(), wait);
    } else {
      this.#begin();
    }
  }

  #begin(): void {
    this.#nextAt = Number.POSITIVE_INFINITY;
    this.#underway = this.#go().then((wait) => {
      this.#underway = undefined;
      if (this.isRunning) {
        this.#beginAt(Math.min(this.#nextAt, performance.now() + wait));
      }
    });
  }

  /** @returns milliseconds until the next round */
  async #go(): Promise<number> {
    const { everyMs, afterFailureMs, log, failure, job } = this.#options;
    job?.jobs.begin(job.name);
    try {
      const wait = await this.#round();
      job?.jobs.note(job.name, true);
      return typeof wait === "number" ? wait : this.restMs;
    } catch (error) {
      log.error({ err: error }, failure);
      job?.jobs.note(job.name, false);
      return afterFailureMs ?? everyMs;
    }
  }
}

/** A part of the server whose work is rounds: it begins and ends as they do. */
export abstract class InRounds implements Working {
  protected readonly rounds: Rounds;

  /** @param options with the name under which it is told how the rounds go */
  constructor(
    { log, jobs }: { log: Logger; jobs: Jobs },
    { job, ...options }: Omit<RoundsOptions, "log" | "job"> & { job: JobName },
  ) {
    this.rounds = new Rounds(() => this.round(), { ...options, log, job: { name: job, jobs } });
  }

  /** One round; it may return the milliseconds until the next. */
  protected abstract round(): Promise<number> | Promise<void>;

  start(): void {
    this.rounds.start();
  }

  async stop(): Promise<void> {
    await this.rounds.stop();
  }
}
