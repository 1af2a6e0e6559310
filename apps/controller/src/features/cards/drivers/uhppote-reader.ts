import type { BoardState } from "@umbral/contract/boards/boards";
import type { BoardInUse } from "../../boards/boards.feature.ts";
import { boardSentences } from "../../boards/trouble.ts";
import { type OnTag, type ReaderDriver, ReaderTrouble } from "../reader-driver.ts";

const NOTHING = () => undefined;

/** A Wiegand reader that hangs on a UHPPOTE board: the board asks who comes in, for as long as it hears of us. */
export class UhppoteReader implements ReaderDriver {
  readonly #used: BoardInUse;
  readonly #door: number;
  #unhear: () => void = NOTHING;
  #unwatch: () => void = NOTHING;

  constructor(used: BoardInUse, door: number) {
    this.#used = used;
    this.#door = door;
  }

  async start(onTag: OnTag, onLost: (why: Error) => void): Promise<void> {
    const { board } = this.#used;
    this.stop();
    // Also while it is away: the first card after that is heard.
    const unhear = this.#used.onSwipe(this.#door, onTag);
    this.#unhear = unhear;
    await board.whenKnown();
    if (this.#unhear !== unhear) {
      return;
    }
    if (!board.isPresent) {
      throw troubleOf(board.trouble);
    }
    this.#unwatch = board.watch({ away: (why) => onLost(troubleOf(why)) });
  }

  board(): BoardState {
    return this.#used.state();
  }

  stop(): void {
    this.#unhear();
    this.#unwatch();
    [this.#unhear, this.#unwatch] = [NOTHING, NOTHING];
  }
}

const troubleOf = (why: Error | undefined): ReaderTrouble =>
  new ReaderTrouble(why?.message ?? boardSentences.silent);
