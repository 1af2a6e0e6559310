import type { BoardInUse } from "../../boards/boards.feature.ts";
import { BoardTrouble } from "../../boards/trouble.ts";
import { type DoorDriver, MayHaveMoved, MomentPassed, type MoveOrder } from "../door-driver.ts";

/** A board answers within tens of milliseconds; one that takes longer is in trouble. */
const BOARD_TIMEOUT_MS = 1000;

/**
 * A relay of a UHPPOTE board. One opening is one packet, and none is ever sent again. The board times its pulse itself, in
 * whole seconds; it is never held, because a board would go on when this controller is gone.
 */
export class UhppoteDoor implements DoorDriver {
  readonly timeoutMs = BOARD_TIMEOUT_MS;
  readonly #board: Pick<BoardInUse["board"], "open">;
  readonly #door: number;

  constructor(board: Pick<BoardInUse["board"], "open">, door: number) {
    this.#board = board;
    this.#door = door;
  }

  start(): void {
    // The board keeps its relays at rest by itself.
  }

  async open({ mayMove, signal }: MoveOrder): Promise<void> {
    let hasLeft = false;
    try {
      const isDone = await this.#board.open(this.#door, BOARD_TIMEOUT_MS, () => {
        if (signal.aborted) {
          throw new MomentPassed();
        }
        mayMove();
        hasLeft = true;
      });
      if (!isDone) {
        throw new Error("the board refused to open");
      }
    } catch (error) {
      const isUnknown = hasLeft && error instanceof BoardTrouble && error.kind !== "network";
      throw isUnknown ? new MayHaveMoved(error.message) : error;
    }
  }

  async close(): Promise<void> {
    throw new Error("a board has no motor that closes a door");
  }

  stop(): void {
    // Its pulse ends by itself.
  }
}
