import type { BoardInUse } from "../../boards/boards.feature.ts";
import type { ContactDriver, LeafPosition } from "../contact-driver.ts";

/** A contact that hangs on a UHPPOTE board. While the board is away, the door is where it was last seen. */
export class UhppoteContact implements ContactDriver {
  readonly #board: Pick<BoardInUse["board"], "watch">;
  readonly #door: number;
  #unwatch: () => void = () => undefined;

  constructor(board: Pick<BoardInUse["board"], "watch">, door: number) {
    this.#board = board;
    this.#door = door;
  }

  start(tell: (position: LeafPosition | null, why?: string) => void): void {
    this.#unwatch = this.#board.watch({
      status: ({ isOpen }) => tell(isOpen[this.#door - 1] === true ? "open" : "closed"),
      away: ({ message }) => tell(null, message),
    });
  }

  stop(): void {
    this.#unwatch();
  }
}
