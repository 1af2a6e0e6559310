import { z } from "zod";
import type { Clock } from "../../platform/clock.ts";
import type { FactQueue, NewFact } from "../../platform/facts.ts";
import type { Log } from "../../platform/log.ts";
import type { Store } from "../../platform/store.ts";
import { factsOf, type KnownCard, markOf } from "./board-facts.ts";
import type { BoardLine } from "./board-line.ts";
import { boardEventQueries } from "./boards.queries.ts";
import { tagsOf } from "./card-numbers.ts";
import { askEvent, type BoardEvent, eventTypes, reasons } from "./packets.ts";
import type { WallClock } from "./wall-clock.ts";

/** Somebody who held a card to a reader longer ago than this stands there no more: as an order's life. */
const LIVE_MS = 2500;
const OLDEST = 0;
/** A button that opened nothing, for one of the board's own reasons. */
const refusedButtons: readonly number[] = [
  reasons.buttonForcedLocked,
  reasons.buttonNotOnLine,
  reasons.buttonInterlocked,
];

/** How far a board's events are kept. */
const Place = z.object({
  lastIndex: z.number().int(),
  /** Facts of the next event that are kept already. */
  part: z.number().int(),
  /** What the last event was: another log has another one in its place. */
  mark: z.string(),
  lost: z.number().int(),
});
type Place = z.infer<typeof Place>;

/** A moment, by the monotonic clock, at which the board had no event after this one. */
export interface Proven {
  index: number;
  at: number;
}

/** How an event was met: just now, and by a board that was looked at all the while. */
interface Seen {
  isLive: boolean;
  isWatched: boolean;
}

export interface BoardEventsParts {
  store: Store;
  facts: Pick<FactQueue, "record" | "isOnDisk">;
  clock: Clock;
  wall: () => WallClock;
  /** The building's door whose relay hangs on this door of the board. */
  relayAt: (door: number) => string | undefined;
  /** The one whose reader does. */
  readerAt: (door: number) => string | undefined;
  /** The one whose contact does. */
  contactAt: (door: number) => string | undefined;
  /**
   * A card was held to a reader just now. @returns when it is decided; undefined where nobody reads there
   * @param alongside to be written with the fact of it
   */
  swipe: (door: number, tag: string, alongside: () => void) => Promise<void> | undefined;
  /** The leaf has a cause: the board itself opened. */
  explain: (doorId: string) => void;
  /** Somebody pressed a button, and the board did not open. */
  letOut: (doorId: string) => void;
  findCard: (tag: string) => KnownCard | undefined;
  /** The board started anew: what it was told may be gone. */
  onRestarted: () => void;
  log: Log;
}

/**
 * Fetches a board's events by their number, each once, and makes facts of them. How far it is stands on the disk in the
 * transaction of the fact. What happened while nobody asked becomes a fact of that time and opens nothing.
 */
export class BoardEvents {
  readonly #serial: number;
  readonly #parts: BoardEventsParts;
  readonly #queries;
  #place: Place | undefined;
  #isKept = true;
  /** The board's log is the one that was read before. */
  #isSame = false;

  constructor(serial: number, parts: BoardEventsParts) {
    this.#serial = serial;
    this.#parts = parts;
    const { store } = parts;
    this.#queries = {
      read: store.query(boardEventQueries.read, Place),
      write: store.command(boardEventQueries.write),
    };
  }

  /** Events that the board wrote over before they were fetched. */
  get lost(): number {
    return this.#place?.lost ?? 0;
  }

  /** The board was away: its log may be another one. */
  doubt(): void {
    this.#isSame = false;
  }

  /** Takes what the board has up to this event. Rejects when the board does not answer; goes on from there the next time. */
  async follow(line: Pick<BoardLine, "ask">, lastIndex: number, proven: Proven | undefined): Promise<void> {
    this.#place ??= this.#read();
    if (this.#place === undefined) {
      // What happened before this building had the board is none of its events.
      const last = lastIndex === 0 ? undefined : await line.ask(askEvent(lastIndex));
      this.#place = { lastIndex, part: 0, mark: last ? markOf(last) : "", lost: 0 };
      this.#isKept = false;
    } else if (!this.#isSame || lastIndex < this.#place.lastIndex) {
      await this.#checkLog(line, this.#place);
    }
    this.#isSame = true;
    try {
      while (this.#place.lastIndex !== lastIndex) {
        const event = await this.#next(line, lastIndex);
        if (!event) {
          break;
        }
        const isLive =
          proven !== undefined &&
          proven.index < event.index &&
          this.#parts.clock.now() - proven.at <= LIVE_MS;
        await this.#take(event, { isLive, isWatched: proven !== undefined });
      }
    } finally {
      this.#keep();
    }
  }

  /** A disk that cannot be read keeps nobody at a door waiting: it begins with what comes now. */
  #read(): Place | undefined {
    try {
      return this.#queries.read.get(this.#serial);
    } catch (error) {
      this.#parts.log.error({ err: error }, "how far a board's events were taken cannot be read");
      return undefined;
    }
  }

  /** Is it the log that was read before? Its last event says so. */
  async #checkLog(line: Pick<BoardLine, "ask">, place: Place): Promise<void> {
    if (place.lastIndex === 0) {
      return;
    }
    const last = await line.ask(askEvent(place.lastIndex));
    if (last.type === eventTypes.overwritten || markOf(last) === place.mark) {
      return;
    }
    this.#parts.log.error(
      { serial: this.#serial, lastIndex: place.lastIndex },
      "a board's events begin anew: how many were not fetched is not known",
    );
    const oldest = await line.ask(askEvent(OLDEST));
    this.#move({ lastIndex: Math.max(0, oldest.index - 1), part: 0, mark: "" });
  }

  /** The next event that there is; undefined where there is none yet. */
  async #next(line: Pick<BoardLine, "ask">, lastIndex: number): Promise<BoardEvent | undefined> {
    const place = this.#placeNow();
    const event = await line.ask(askEvent(place.lastIndex + 1));
    if (event.type === eventTypes.overwritten) {
      const oldest = await line.ask(askEvent(OLDEST));
      const missed = oldest.index - place.lastIndex - 1;
      if (missed <= 0) {
        return undefined;
      }
      this.#parts.log.error(
        { serial: this.#serial, missed },
        "a board wrote over events that were not fetched",
      );
      this.#move({ lastIndex: oldest.index - 1, part: 0, mark: "", lost: place.lost + missed });
      return oldest;
    }
    if (event.index !== 0 && event.type !== eventTypes.none) {
      return event;
    }
    if (lastIndex >= place.lastIndex) {
      return undefined;
    }
    // The board's numbers are used up and begin anew.
    this.#move({ lastIndex: 0, part: 0, mark: "" });
    return line.ask(askEvent(1));
  }

  async #take(event: BoardEvent, { isLive, isWatched }: Seen): Promise<void> {
    const { relayAt, explain, letOut, onRestarted, log } = this.#parts;
    const after = { lastIndex: event.index, part: 0, mark: markOf(event) };
    const relayDoor = relayAt(event.door);
    if (isLive && event.type === eventTypes.swipe && !event.isGranted && (await this.#decide(event, after))) {
      return;
    }
    const facts = this.#factsOf(event, isWatched);
    if (facts.some(({ kind }) => kind === "door-opened") && relayDoor !== undefined && isLive) {
      explain(relayDoor);
    }
    const done = this.#placeNow().part;
    facts.forEach((fact, at) => {
      if (at >= done) {
        const isLast = at === facts.length - 1;
        this.#write(fact, isLast ? after : { part: at + 1 });
      }
    });
    if (refusedButtons.includes(event.reason) && event.type !== eventTypes.swipe && relayDoor !== undefined) {
      if (isLive) {
        letOut(relayDoor);
      } else {
        log.warn({ doorId: relayDoor }, "a board let nobody out by a button while it was alone");
      }
    }
    if (
      event.type !== eventTypes.swipe &&
      (event.reason === reasons.poweredOn || event.reason === reasons.reset)
    ) {
      onRestarted();
    }
    if (facts.length === 0) {
      this.#move(after);
    }
  }

  /** Somebody stands at the reader, and the board asks. @returns whether anybody here heard it */
  async #decide({ door, card, reason }: BoardEvent, after: Omit<Place, "lost">): Promise<boolean> {
    const tag = this.#tagOf(card);
    if (reason !== reasons.remoteControl || tag === undefined) {
      return false;
    }
    let isWritten = false;
    let noted: () => void = () => undefined;
    const writing = new Promise<void>((resolve) => {
      noted = resolve;
    });
    const decided = this.#parts.swipe(door, tag, () => {
      this.#store({ ...this.#placeNow(), ...after });
      isWritten = true;
      noted();
    });
    if (!decided) {
      return false;
    }
    await Promise.race([writing, decided]);
    this.#move(after);
    this.#isKept = isWritten;
    return true;
  }

  #factsOf(event: BoardEvent, isWatched: boolean): NewFact[] {
    const { clock, wall, relayAt, readerAt, contactAt, findCard } = this.#parts;
    const tag = this.#tagOf(event.card);
    return factsOf(event, {
      serial: this.#serial,
      at: event.time === null ? clock.date() : new Date(wall().momentOf(event.time)),
      relayDoor: relayAt(event.door),
      readerDoor: readerAt(event.door),
      contactDoor: contactAt(event.door),
      isWatched,
      tag,
      card: tag === undefined ? undefined : findCard(tag),
    });
  }

  /** The tag of a number: the one that is known, else the first that it may be. None where two are known. */
  #tagOf(number: number): string | undefined {
    const tags = tagsOf(number);
    const known = tags.filter((tag) => this.#parts.findCard(tag) !== undefined);
    return known.length > 1 ? undefined : (known[0] ?? tags[0]);
  }

  #write(fact: NewFact, place: Partial<Place>): void {
    const then = { ...this.#placeNow(), ...place };
    this.#parts.facts.record(fact, () => this.#store(then));
    this.#place = then;
  }

  #placeNow(): Place {
    return this.#place ?? { lastIndex: 0, part: 0, mark: "", lost: 0 };
  }

  #move(place: Partial<Place>): void {
    this.#place = { ...this.#placeNow(), ...place };
    this.#isKept = false;
  }

  #keep(): void {
    // Never before a fact that waits in memory for the disk.
    if (this.#isKept || !this.#parts.facts.isOnDisk) {
      return;
    }
    try {
      this.#store(this.#placeNow());
      this.#isKept = true;
    } catch (error) {
      this.#parts.log.error({ err: error }, "how far a board's events were taken could not be kept");
    }
  }

  #store({ lastIndex, part, mark, lost }: Place): void {
    this.#queries.write.run(this.#serial, lastIndex, part, mark, lost);
  }
}
