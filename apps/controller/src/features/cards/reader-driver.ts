import type { BoardState } from "@umbral/contract/boards/boards";

/** Why nothing is heard of a reader, as whoever wires it reads it in Spanish. */
export class ReaderTrouble extends Error {}

/**
 * A card was read. @param alongside what is to be written in the same moment as the fact of it, where one is written
 * @returns when it is decided on
 */
export type OnTag = (tag: string, alongside?: () => void) => Promise<void> | void;

/** What a reader that is there says of itself. */
export interface ReaderCondition {
  /** Nobody on its wires can read or speak for it; null where that is not known. */
  isSecure: boolean | null;
  /** Its housing is open. */
  isTampered: boolean;
  hasPower: boolean;
  /** Why its last reading was no card, as whoever wires it reads it; absent when it was one. */
  damage?: string;
}

/**
 * What any card reader must be able to do, whoever made it. A maker's driver lives in `drivers/`, beside
 * the simulated one that every test and the demonstration use.
 */
export interface ReaderDriver {
  /**
   * Tells of every card from now on, as the reader writes its tag, and once when it cannot any more. A reader with keys
   * tells of them as they are pressed, one or several in their order: digits, `#` (also Enter) and `*`.
   * One that feels its own housing tells when it is opened and when it is closed again. Rejects when the reader cannot be
   * listened to.
   */
  start(
    onTag: OnTag,
    onLost: (why: Error) => void,
    onKeys: (keys: string) => void,
    onTamper: (isTampered: boolean) => void,
  ): Promise<void>;
  /** Its light and sound, for who stands there. Absent for a reader that has none of its own. */
  show?(outcome: "granted" | "refused"): void;
  /** What it says of itself while it is there. Absent for a reader that says nothing. */
  condition?(): ReaderCondition;
  /** How the board is that it hangs on. Absent for a reader without one. */
  board?(): BoardState;
  /** Tells of nothing more, and leaves nothing open. */
  stop(): void;
}
