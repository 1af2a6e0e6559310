import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import { pauseOf } from "../../platform/pause.ts";
import type { BoardLine } from "./board-line.ts";
import { isSameCard } from "./board-list.ts";
import { askCardAt, askCountOfCards, type BoardCard, deleteCard, putCard } from "./packets.ts";

/** The whole list is compared with the board's own so often: somebody else may have written to it. */
const ROUND_EVERY_MS = 30 * 60_000;
/** Between two cards of a round: whoever stands at a door waits for none of it. */
const CARD_EVERY_MS = 10;
/** One that went wrong is tried again. */
const AGAIN_MS = 5000;
/** Holes and cards of a list, more than any such board holds. */
const MOST_PLACES = 200_000;
/** Before every day: what is not known to be on the board as it should is put there again. */
const UNKNOWN_DAY = "";

export interface BoardCardsParts {
  line: Pick<BoardLine, "ask">;
  clock: Clock;
  /**
   * Reckons who belongs on the board now, in parts, with pauses of its own; null while nobody can know, and then the
   * board's list stays as it is.
   */
  expected: () => Promise<{ cards: ReadonlyMap<number, BoardCard>; leftOut: number } | null>;
  log: Log;
}

/** Fills the board's own list, compares it and corrects it: who comes in by it while the controller is away. */
export class BoardCards {
  readonly #parts: BoardCardsParts;
  readonly #life = new AbortController();
  #nudge = new AbortController();
  /** What is on the board, as far as it is known; undefined before the first round. */
  #onBoard: Map<number, BoardCard> | undefined;
  #expected: number | null = null;
  #leftOut = 0;
  #roundAt = 0;
  #isPresent = false;

  constructor(parts: BoardCardsParts) {
    this.#parts = parts;
    void this.#run();
  }

  get figures(): { cards: number | null; cardsExpected: number | null; cardsLeftOut: number } {
    return {
      cards: this.#onBoard?.size ?? null,
      cardsExpected: this.#expected,
      cardsLeftOut: this.#leftOut,
    };
  }

  /** Somebody's access changed: whoever lost it is taken from the board at once. */
  align(): void {
    this.#nudge.abort();
  }

  /** The board was away: its list may be another one. */
  readAnew(): void {
    this.#isPresent = true;
    this.#roundAt = 0;
    this.align();
  }

  stop(): void {
    this.#life.abort();
  }

  async #run(): Promise<void> {
    let wait = ROUND_EVERY_MS;
    while (!this.#life.signal.aborted) {
      await this.#pause(wait, this.#nudge.signal);
      this.#nudge = new AbortController();
      wait = ROUND_EVERY_MS;
      try {
        if (this.#isPresent && !this.#life.signal.aborted) {
          await this.#alignNow();
        }
      } catch (error) {
        wait = AGAIN_MS;
        this.#parts.log.warn({ err: error }, "a board's list could not be aligned; it is tried again");
      }
    }
  }

  async #alignNow(): Promise<void> {
    const { clock, expected } = this.#parts;
    const should = await expected();
    if (should === null) {
      return;
    }
    this.#expected = should.cards.size;
    this.#leftOut = should.leftOut;
    if (this.#onBoard !== undefined) {
      await this.#takeAway(this.#onBoard, should.cards);
    }
    if (this.#onBoard === undefined || clock.now() >= this.#roundAt) {
      this.#onBoard = await this.#read(should.cards);
      this.#roundAt = clock.now() + ROUND_EVERY_MS;
    }
    await this.#takeAway(this.#onBoard, should.cards);
    for (const card of should.cards.values()) {
      if (this.#nudge.signal.aborted) {
        // Somebody changed again: who lost their access goes first.
        return;
      }
      const there = this.#onBoard.get(card.number);
      if (!there || !isSameCard(there, card)) {
        await this.#put(this.#onBoard, card);
      }
    }
  }

  async #put(onBoard: Map<number, BoardCard>, card: BoardCard): Promise<void> {
    const { line, log } = this.#parts;
    const before = onBoard.get(card.number);
    // It may be there though the answer is lost: whoever loses their access then is deleted all the same.
    onBoard.set(card.number, { ...card, from: UNKNOWN_DAY });
    const isTaken = await line.ask(putCard(card));
    if (isTaken) {
      onBoard.set(card.number, card);
    } else {
      log.warn("a board did not take a card: it may be full");
      if (before) {
        onBoard.set(card.number, before);
      } else {
        onBoard.delete(card.number);
      }
    }
    await this.#pause(CARD_EVERY_MS);
  }

  /** What must not be there any more, and what opens more than it should: before anything is added. */
  async #takeAway(onBoard: Map<number, BoardCard>, should: ReadonlyMap<number, BoardCard>): Promise<void> {
    for (const number of [...onBoard.keys()]) {
      if (!should.has(number)) {
        // One that is not there any more is as good as deleted.
        await this.#parts.line.ask(deleteCard(number));
        onBoard.delete(number);
      }
    }
    for (const [number, there] of [...onBoard]) {
      const card = should.get(number);
      if (card && opensMore(there, card)) {
        await this.#put(onBoard, card);
      }
    }
  }

  /** Reads the board's list, place by place. Who does not belong there goes as soon as it is seen. */
  async #read(should: ReadonlyMap<number, BoardCard>): Promise<Map<number, BoardCard>> {
    const { line } = this.#parts;
    const found = new Map<number, BoardCard>();
    const count = await line.ask(askCountOfCards);
    let seen = 0;
    for (let place = 1; seen < count && place <= MOST_PLACES; place += 1) {
      const card = await line.ask(askCardAt(place));
      if (card === "end") {
        break;
      }
      if (card !== "deleted") {
        seen += 1;
        found.set(card.number, card);
        if (!should.has(card.number)) {
          await line.ask(deleteCard(card.number));
          found.delete(card.number);
        }
      }
      await this.#pause(CARD_EVERY_MS);
    }
    return found;
  }

  #pause(ms: number, nudge?: AbortSignal): Promise<void> {
    return pauseOf(this.#parts.clock, ms, this.#life.signal, ...(nudge ? [nudge] : []));
  }
}

const opensMore = (there: BoardCard, card: BoardCard): boolean =>
  there.from < card.from ||
  there.to > card.to ||
  there.doors.some((opens, at) => opens !== 0 && card.doors[at] === 0);
