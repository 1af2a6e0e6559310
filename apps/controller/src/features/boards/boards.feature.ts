import type { BoardState } from "@umbral/contract/boards/boards";
import type { ControllerConfiguration } from "@umbral/contract/controllers/controllers.contract";
import type { Clock } from "../../platform/clock.ts";
import type { FactQueue } from "../../platform/facts.ts";
import type { Log } from "../../platform/log.ts";
import type { Store } from "../../platform/store.ts";
import { Board } from "./board.ts";
import { BoardCards } from "./board-cards.ts";
import { BoardEvents } from "./board-events.ts";
import type { KnownCard } from "./board-facts.ts";
import { BoardLine } from "./board-line.ts";
import { type AlwaysSpan, boardCardOf } from "./board-list.ts";
import { numberOf } from "./card-numbers.ts";
import type { BoardCard } from "./packets.ts";
import { WallClock } from "./wall-clock.ts";

/** So many cards are reckoned at once: a card at a reader waits for none of it. */
const CARDS_AT_ONCE = 100;
/** A board's pulse, in seconds. */
const LONGEST_PULSE = 60;

type Door = Pick<ControllerConfiguration["doors"][number], "id" | "relay" | "reader" | "contact" | "pulseMs">;
type OnSwipe = (tag: string, alongside: () => void) => Promise<void> | void;
interface Place {
  host: string;
  serial: number;
}

/** A board, for the drivers of what hangs on it. */
export interface BoardInUse {
  board: Board;
  state(): BoardState;
  /** Told of each card at the reader of this door that nobody has decided on. @returns what ends it */
  onSwipe(door: number, then: OnSwipe): () => void;
}

interface Used extends BoardInUse {
  /** Doors of the building by their number on the board, and for how many seconds each opens. */
  relays: Map<number, { doorId: string; seconds: number }>;
  readers: Map<number, string>;
  contacts: Map<number, string>;
  align(): void;
  close(): void;
}

export interface BoardsParts {
  store: Store;
  facts: FactQueue;
  clock: Clock;
  /** Has this controller a list to decide by? */
  hasList: () => boolean;
  cards: () => {
    find: (tag: string) => KnownCard | undefined;
    tagsAfter: (tag: string, most: number) => string[];
    alwaysAt: (tag: string, doorId: string) => AlwaysSpan[];
  };
  time: () => { nowMs: number; isTrusted: boolean };
  explain: (doorId: string) => void;
  letOut: (doorId: string) => void;
  log: Log;
}

/** The boards of this controller: each once, however many doors, readers and contacts hang on it. */
export class BoardsFeature {
  readonly #parts: BoardsParts;
  readonly #boards = new Map<string, Used>();
  #wall = new WallClock("UTC");
  #timeZone = "UTC";

  constructor(parts: BoardsParts) {
    this.#parts = parts;
  }

  /** Before the doors are: their drivers ask for their board. */
  configure(doors: readonly Door[], timeZone: string): void {
    if (timeZone !== this.#timeZone) {
      this.#timeZone = timeZone;
      this.#wall = new WallClock(timeZone);
    }
    const devices = doors.flatMap(({ id, relay, reader, contact, pulseMs }) =>
      [relay, reader, contact].flatMap((device) =>
        device?.kind === "uhppote"
          ? [{ doorId: id, device, isRelay: device === relay, isReader: device === reader, pulseMs }]
          : [],
      ),
    );
    const named = new Set(devices.map(({ device }) => keyOf(device)));
    for (const [key, used] of this.#boards) {
      used.relays.clear();
      used.readers.clear();
      used.contacts.clear();
      if (!named.has(key)) {
        used.close();
        this.#boards.delete(key);
      }
    }
    for (const { doorId, device, isRelay, isReader, pulseMs } of devices) {
      const used = this.#use(device);
      if (isRelay) {
        const seconds = Math.min(LONGEST_PULSE, Math.ceil(pulseMs / 1000));
        used.relays.set(device.door, { doorId, seconds });
      } else {
        (isReader ? used.readers : used.contacts).set(device.door, doorId);
      }
    }
    for (const used of this.#boards.values()) {
      used.board.remind();
      used.align();
    }
  }

  /** The board at this place, there from the first time somebody asks for it. */
  board(place: Place): BoardInUse {
    return this.#use(place);
  }

  /** Who may come in changed, or the clock is known. */
  onChanged(): void {
    for (const { align, board } of this.#boards.values()) {
      align();
      if (board.decides === "board" && this.#parts.hasList()) {
        board.remind();
      }
    }
  }

  stop(): void {
    for (const used of this.#boards.values()) {
      used.close();
    }
    this.#boards.clear();
  }

  #use(place: Place): Used {
    const known = this.#boards.get(keyOf(place));
    if (known) {
      return known;
    }
    const { clock, store, facts, hasList, explain, letOut, time } = this.#parts;
    const { serial } = place;
    const log = this.#parts.log.child({ serial });
    const relays: Used["relays"] = new Map();
    const readers: Used["readers"] = new Map();
    const contacts: Used["contacts"] = new Map();
    const swipes = new Map<number, OnSwipe>();
    const line = new BoardLine({ place: place.host, serial, clock, onNews: () => board.hurry() });
    const events = new BoardEvents(serial, {
      store,
      facts,
      clock,
      wall: () => this.#wall,
      relayAt: (door) => relays.get(door)?.doorId,
      readerAt: (door) => readers.get(door),
      contactAt: (door) => contacts.get(door),
      swipe: (door, tag, alongside) => {
        const then = swipes.get(door);
        return then && Promise.resolve(then(tag, alongside));
      },
      explain,
      letOut,
      findCard: (tag) => this.#parts.cards().find(tag),
      onRestarted: () => board.remind(),
      log,
    });
    const cards = new BoardCards({
      line,
      clock,
      expected: () => (hasList() ? this.#expected(relays, readers) : Promise.resolve(null)),
      log,
    });
    const board: Board = new Board({
      line,
      events,
      clock,
      wall: () => {
        const { nowMs, isTrusted } = time();
        return isTrusted
          ? { time: this.#wall.read(nowMs), momentOf: (written) => this.#wall.momentOf(written) }
          : null;
      },
      doors: () => new Map([...relays].map(([door, { seconds }]) => [door, seconds])),
      mayDecide: hasList,
      onPresent: () => cards.readAnew(),
      log,
    });
    const used: Used = {
      board,
      relays,
      readers,
      contacts,
      state: () => ({ decides: board.decides, ...cards.figures, eventsLost: events.lost }),
      onSwipe: (door, then) => {
        swipes.set(door, then);
        return () => {
          if (swipes.get(door) === then) {
            swipes.delete(door);
          }
        };
      },
      align: () => cards.align(),
      close: () => {
        cards.stop();
        board.close();
      },
    };
    this.#boards.set(keyOf(place), used);
    return used;
  }

  /** Who belongs on a board: whoever always comes in by a door whose reader and relay both hang on it. */
  async #expected(
    relays: Used["relays"],
    readers: Used["readers"],
  ): Promise<{ cards: Map<number, BoardCard>; leftOut: number }> {
    const { clock, time } = this.#parts;
    const cards = this.#parts.cards();
    const doors = [...relays].filter(([door, { doorId }]) => readers.get(door) === doorId);
    const found = new Map<number, BoardCard>();
    const shared = new Set<number>();
    let leftOut = 0;
    let tags = cards.tagsAfter("", CARDS_AT_ONCE);
    while (tags.length > 0) {
      const now = time().nowMs;
      for (const tag of tags) {
        const spans = new Map(doors.map(([door, { doorId }]) => [door, cards.alwaysAt(tag, doorId)]));
        const number = numberOf(tag);
        const card = number === undefined ? null : boardCardOf(number, spans, this.#wall, now);
        if (number === undefined) {
          leftOut += [...spans.values()].some(({ length }) => length > 0) ? 1 : 0;
        } else if (card && (found.has(number) || shared.has(number))) {
          shared.add(number);
        } else if (card) {
          found.set(number, card);
        }
      }
      await new Promise<void>((resolve) => clock.after(0, resolve));
      tags = cards.tagsAfter(tags.at(-1) ?? "", CARDS_AT_ONCE);
    }
    // Two cards of one number cannot be told apart there: neither is believed.
    for (const number of shared) {
      found.delete(number);
    }
    return { cards: found, leftOut: leftOut + 2 * shared.size };
  }
}

const keyOf = ({ host, serial }: Place): string => `${host} ${serial}`;
