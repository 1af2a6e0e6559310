import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import { pauseOf } from "../../platform/pause.ts";
import type { BoardEvents, Proven } from "./board-events.ts";
import type { BoardLine } from "./board-line.ts";
import {
  askControl,
  askStatus,
  type BoardStatus,
  CONTROLLED,
  openDoor,
  recordSpecialEvents,
  setControl,
  setListener,
  setRemoteControl,
  setTime,
} from "./packets.ts";
import { BoardTrouble } from "./trouble.ts";

/** A board tells of its events unasked; asked so often, none waits long whose telling was lost. */
const LOOK_EVERY_MS = 500;
/** One that is away is looked for so often. */
const AGAIN_MS = 2000;
/** What a board may have forgotten by a short power cut is told again. */
const REMIND_EVERY_MS = 60_000;
/** Between the board's clock and ours; it counts whole seconds. */
const CLOCK_TOLERANCE_MS = 3000;

/** Whoever hangs on a board. */
export interface BoardWatcher {
  status?(status: BoardStatus): void;
  away?(why: Error): void;
}

export interface BoardParts {
  line: BoardLine;
  events: Pick<BoardEvents, "follow" | "doubt">;
  clock: Clock;
  /** What a clock on the building's wall shows, and when that is; null while nobody can know. */
  wall: () => { time: string; momentOf: (time: string) => number } | null;
  /** For how many seconds each door opens that hangs on it. */
  doors: () => ReadonlyMap<number, number>;
  /** Can it be decided here who comes in? Else the board does. */
  mayDecide: () => boolean;
  /** It was away, and is there again with whatever it has. */
  onPresent: () => void;
  log: Log;
}

/** One board: looked at again and again, told who decides, and known to be there or not. */
export class Board {
  readonly #parts: BoardParts;
  readonly #watchers = new Set<BoardWatcher>();
  readonly #life = new AbortController();
  #nudge = new AbortController();
  #isPresent = false;
  #trouble: Error | undefined;
  #status: BoardStatus | undefined;
  #proven: Proven | undefined;
  #remindAt = 0;
  #firstLook: Promise<void>;
  #decides: "controller" | "board" = "board";

  constructor(parts: BoardParts) {
    this.#parts = parts;
    this.#firstLook = this.#look();
    void this.#run();
  }

  /** Resolves when it is known whether the board is there. */
  whenKnown(): Promise<void> {
    return this.#firstLook;
  }

  get isPresent(): boolean {
    return this.#isPresent;
  }

  /** Why nothing is had of it; undefined while it is there. */
  get trouble(): Error | undefined {
    return this.#isPresent ? undefined : this.#trouble;
  }

  get decides(): "controller" | "board" {
    return this.#decides;
  }

  /** Told of how it is from now on, beginning with what is known. @returns what ends it */
  watch(watcher: BoardWatcher): () => void {
    this.#watchers.add(watcher);
    if (this.#isPresent && this.#status) {
      watcher.status?.(this.#status);
    } else if (this.#trouble) {
      watcher.away?.(this.#trouble);
    }
    return () => this.#watchers.delete(watcher);
  }

  /** It said that there is something, or should be told something: it is looked at without waiting. */
  hurry(): void {
    this.#nudge.abort();
  }

  /** What it was told may be gone, or is other now: it is told again. */
  remind(): void {
    this.#remindAt = 0;
    this.hurry();
  }

  /** Orders one opening, once. The board times its pulse itself. @throws {BoardTrouble} */
  async open(door: number, withinMs: number, onLeaving: () => void): Promise<boolean> {
    return this.#parts.line.ask(openDoor(door), { isUrgent: true, once: { withinMs, onLeaving } });
  }

  close(): void {
    this.#life.abort();
    this.#nudge.abort();
    this.#parts.line.close();
  }

  async #run(): Promise<void> {
    await this.#firstLook;
    while (!this.#life.signal.aborted) {
      const wait = this.#isPresent ? LOOK_EVERY_MS : AGAIN_MS;
      await pauseOf(this.#parts.clock, wait, this.#life.signal, this.#nudge.signal);
      this.#nudge = new AbortController();
      if (!this.#life.signal.aborted) {
        await this.#look();
      }
    }
  }

  async #look(): Promise<void> {
    const { line, events, clock, onPresent } = this.#parts;
    try {
      const askedAt = clock.now();
      const status = await line.ask(askStatus);
      if (!this.#isPresent || askedAt >= this.#remindAt) {
        // Before it is told: what changes meanwhile is told with the next look.
        this.#remindAt = askedAt + REMIND_EVERY_MS;
        await this.#instruct(status);
      }
      // Before what its contacts say: a leaf that it opened by itself has its cause.
      await events.follow(line, status.lastIndex, this.#proven);
      this.#proven = { index: status.lastIndex, at: askedAt };
      this.#status = status;
      if (!this.#isPresent) {
        this.#isPresent = true;
        onPresent();
      }
      for (const watcher of [...this.#watchers]) {
        watcher.status?.(status);
      }
    } catch (error) {
      this.#lose(error);
    }
  }

  /** Tells it all that it has to know. What it has already is not written again. */
  async #instruct({ time }: BoardStatus): Promise<void> {
    const { line, wall, doors, mayDecide } = this.#parts;
    const yes = async (asking: Promise<boolean>) => {
      if (!(await asking)) {
        throw new BoardTrouble("refused");
      }
    };
    await yes(line.ask(setListener(await line.ownAddress())));
    await yes(line.ask(recordSpecialEvents));
    const now = wall();
    const isRight =
      now !== null &&
      time !== null &&
      Math.abs(now.momentOf(time) - now.momentOf(now.time)) <= CLOCK_TOLERANCE_MS;
    if (now !== null && !isRight) {
      await yes(line.ask(setTime(now.time)));
    }
    for (const [door, seconds] of doors()) {
      const control = await line.ask(askControl(door));
      if (control.state !== CONTROLLED || control.seconds !== seconds) {
        await line.ask(setControl(door, { state: CONTROLLED, seconds }));
      }
    }
    const isOurs = mayDecide();
    await yes(line.ask(setRemoteControl(isOurs)));
    this.#decides = isOurs ? "controller" : "board";
  }

  #lose(error: unknown): void {
    if (this.#life.signal.aborted) {
      return;
    }
    const isNew = this.#isPresent || this.#trouble === undefined;
    this.#isPresent = false;
    this.#proven = undefined;
    this.#trouble = error instanceof BoardTrouble ? error : new BoardTrouble("failed");
    this.#parts.events.doubt();
    if (isNew) {
      this.#parts.log.error({ err: error }, "a board cannot be spoken to");
    }
    for (const watcher of isNew ? [...this.#watchers] : []) {
      watcher.away?.(this.#trouble);
    }
  }
}
