import { DOOR_OPEN } from "@umbral/contract/doors/doors.contract";
import type { Cancel, Clock } from "../../platform/clock.ts";
import type { FactQueue } from "../../platform/facts.ts";
import type { Log } from "../../platform/log.ts";
import { type DoorDriver, MayHaveMoved, MomentPassed } from "./door-driver.ts";
import type { Answer, Move, Moves, Outcome } from "./moves.ts";

/** A relay that has not answered after this long may have moved: nobody waits to know it any more. */
export const RELAY_GIVEN_UP_MS = 10_000;
/**
 * A device that lets somebody out has had its question for so long before the disk is asked: one that wants to be told anew
 * who asks (Digest) is asked a second time within it, which a disk that hangs would prevent.
 */
export const OUT_BEFORE_DISK_MS = 250;

interface MoveMakerParts {
  moves: Moves;
  facts: FactQueue;
  clock: Clock;
  relays: { relayMoves(doorId: string): void; relayAnswered(doorId: string, mayHaveMoved: boolean): void };
  takePicture: (openingId: string, cameraId: string) => void;
  log: Log;
}

interface DoorToMove {
  door: { id: string; pulseMs: number; cameraId: string | null };
  driver: DoorDriver;
}

/** A move that was asked of its device. */
interface Attempt {
  made: Promise<Answer>;
  hasLeft(): boolean;
}

/** What whoever asked is answered, and when the end is written down, which is later. */
interface Made {
  answer: Promise<Answer>;
  ended: Promise<void>;
}

/**
 * Makes one move of one relay: writes it down, makes it, and writes its end down, whenever that comes. What a relay
 * did is told as it was: an answer after the order's end as an opening, and no answer as one that may have been.
 */
export class MoveMaker {
  readonly #parts: MoveMakerParts;

  constructor(parts: MoveMakerParts) {
    this.#parts = parts;
  }

  /**
   * @param deadline the relay must have moved by then: afterwards its current is cut, and nothing leaves for a device
   * @param writeDown what is written together with the intent; never called when it is too late
   * @returns the answer stands on the intent that is on the disk
   */
  make(to: DoorToMove, move: Move, deadline: number, writeDown = (intent: () => void) => intent()): Made {
    const { clock, moves } = this.#parts;
    if (clock.now() >= lastMoment(to, deadline)) {
      return { answer: Promise.resolve("expired"), ended: Promise.resolve() };
    }
    const now = clock.now();
    let known: Answer | undefined;
    // Where it waits in memory for the disk, the move may have ended when it is written.
    this.#writeIntent(move, () =>
      writeDown(() =>
        known === undefined ? moves.begin(move, now) : moves.settle(move, outcomeOf(known), now),
      ),
    );
    const attempt = this.#attempt(to, move, deadline);
    void attempt.made.then((ending) => {
      known = ending;
    });
    return this.#madeOf(to, move, deadline, attempt);
  }

  /**
   * Lets somebody out: the relay is asked before the disk is, because a disk may hang, with the whole process, and a person
   * waits inside. Nobody ordered it from afar, so nothing of it can be repeated that an intent would have to prevent.
   * What the relay did is written when it answers, and the intent where it takes longer. A kill between the two leaves an
   * opening that nobody tells: one line of a list too few, without a name in it, and the leaf that stands open at the next
   * start is not told as forced.
   */
  letOut(to: DoorToMove, move: Move, deadline: number): Made {
    const { clock, moves } = this.#parts;
    let cancelIntent: Cancel = () => undefined;
    const attempt = this.#attempt(to, move, deadline, () => {
      cancelIntent();
      cancelIntent = clock.after(OUT_BEFORE_DISK_MS, () =>
        this.#writeIntent(move, () => moves.begin(move, clock.now())),
      );
    });
    void attempt.made.then(() => cancelIntent());
    return this.#madeOf(to, move, deadline, attempt);
  }

  #writeIntent(move: Move, write: () => void): void {
    try {
      write();
    } catch (error) {
      // A full disk must not lock people out. The order cannot be repeated while this process lives, and
      // the next one refuses every order that is older than itself.
      this.#parts.log.error(
        { err: error, openingId: move.openingId },
        "a move could not be written down beforehand",
      );
    }
  }

  #madeOf(to: DoorToMove, move: Move, deadline: number, attempt: Attempt): Made {
    const { clock } = this.#parts;
    const ended = this.#end(to, move, attempt.made);
    // Nothing recalls what a device was asked for: whoever asked is answered at the order's end, and told what came of it.
    const patience = to.driver.timeoutMs > 0 ? Math.max(0, deadline - clock.now()) : RELAY_GIVEN_UP_MS;
    // What has not left by then never does.
    const answer = this.#within(attempt.made, patience).then(
      (ending) => ending ?? (attempt.hasLeft() ? "unknown" : "failed"),
    );
    return { answer, ended };
  }

  /** @param onLeaving called each time that it leaves for its device, immediately before */
  #attempt(to: DoorToMove, move: Move, deadline: number, onLeaving: () => void = () => undefined): Attempt {
    let hasLeft = false;
    const made = this.#ask(to, move, deadline, () => {
      hasLeft = true;
      onLeaving();
    });
    return { made, hasLeft: () => hasLeft };
  }

  async #ask(
    { driver, door }: DoorToMove,
    move: Move,
    deadline: number,
    onLeaving: () => void,
  ): Promise<Answer> {
    const { clock, log, relays } = this.#parts;
    const mayMove = () => {
      if (clock.now() >= lastMoment({ driver }, deadline)) {
        throw new MomentPassed();
      }
      onLeaving();
    };
    const abort = new AbortController();
    const cancelAbort = clock.after(deadline - clock.now(), () => abort.abort());
    const isOpening = move.action === DOOR_OPEN;
    if (isOpening) {
      relays.relayMoves(door.id);
    }
    let ending: Answer = "moved";
    try {
      const order = { pulseMs: door.pulseMs, mayMove, signal: abort.signal };
      await (isOpening ? driver.open(order) : driver.close(order));
    } catch (error) {
      ending =
        error instanceof MomentPassed ? "expired" : error instanceof MayHaveMoved ? "unknown" : "failed";
      if (ending !== "expired") {
        log.warn(
          { err: error, doorId: door.id, openingId: move.openingId, ending },
          "a relay did not answer yes",
        );
      }
    }
    cancelAbort();
    if (isOpening) {
      relays.relayAnswered(door.id, ending === "moved" || ending === "unknown");
    }
    return ending;
  }

  /**
   * Writes the end down when it is known, or given up; and once more when a relay that was given up says it moved. The
   * answer leaves first: a turn of the event loop later the disk is asked.
   */
  async #end({ door }: DoorToMove, move: Move, attempt: Promise<Answer>): Promise<void> {
    const { log } = this.#parts;
    const known = await this.#within(attempt, RELAY_GIVEN_UP_MS);
    await nextTurn();
    const ending = known ?? "unknown";
    this.#settle(move, ending);
    this.#picture(door.cameraId, move, ending);
    if (known === undefined) {
      log.error({ doorId: door.id, openingId: move.openingId }, "a relay does not answer");
      attempt
        .then((late) => (late === "moved" ? this.#settle(move, late) : undefined))
        .catch((error: unknown) => log.error({ err: error }, "a late move could not be written down"));
    }
  }

  #within(ending: Promise<Answer>, ms: number): Promise<Answer | undefined> {
    return new Promise((resolve, reject) => {
      const cancel = this.#parts.clock.after(ms, () => resolve(undefined));
      ending.then(resolve, reject).finally(cancel);
    });
  }

  /** The end of a move and the fact of it are one write. Until it is on the disk, the intent alone tells of the move: as of one that may have been. */
  #settle(move: Move, ending: Answer): void {
    const { moves, facts, clock, log } = this.#parts;
    const settle = () => moves.settle(move, outcomeOf(ending), clock.now());
    if (ending === "moved" || (ending === "unknown" && move.action === DOOR_OPEN)) {
      facts.record(factOf(move, ending === "moved"), settle);
      return;
    }
    try {
      settle();
    } catch (error) {
      log.error({ err: error, openingId: move.openingId }, "the end of a move could not be written down");
    }
  }

  #picture(cameraId: string | null, { action, openingId }: Move, ending: Answer): void {
    if (cameraId && action === DOOR_OPEN && (ending === "moved" || ending === "unknown")) {
      this.#parts.takePicture(openingId, cameraId);
    }
  }
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** As the disk keeps it: never moved on a guess. */
const outcomeOf = (ending: Answer): Outcome => (ending === "unknown" ? "failed" : ending);

/** The order must have left for the device by then: it may take its own time after that. */
const lastMoment = ({ driver }: Pick<DoorToMove, "driver">, deadline: number): number =>
  deadline - driver.timeoutMs;

/** A move as the server is told of it. @param isCertain false where the relay may have moved or not */
export function factOf({ openingId, orderId, doorId, action, origin, at }: Move, isCertain: boolean) {
  return action === DOOR_OPEN
    ? ({ kind: "door-opened", at, openingId, doorId, origin, orderId, isCertain } as const)
    : ({ kind: "door-closed", at, doorId, orderId } as const);
}
