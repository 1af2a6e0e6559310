import { DoorAction, OpenDoorOrigin } from "@umbral/contract/doors/doors.contract";
import { z } from "zod";
import type { Store, Value } from "../../platform/store.ts";
import { moveQueries } from "./moves.queries.ts";

/** One time that a relay is to move, for whatever reason. */
export const Move = z.object({
  openingId: z.uuid(),
  /** Null when nobody ordered it from afar: the exit button. */
  orderId: z.uuid().nullable(),
  doorId: z.uuid(),
  action: DoorAction,
  origin: OpenDoorOrigin,
  /** Wall time when it began, ISO 8601. */
  at: z.iso.datetime(),
});
export type Move = z.infer<typeof Move>;

/** What came of a move, as the disk keeps it: one of which nobody knows counts as failed there, and is never repeated. */
export type Outcome = "moved" | "failed" | "expired";

/** The same as whoever asked is answered. `unknown`: the order left for its device, and what that did with it cannot be known. */
export type Answer = Outcome | "unknown";

const State = z.object({ state: z.enum(["intent", "moved", "failed", "expired"]) });

/**
 * An order lives for seconds; its answer is kept this long for whoever asks again. Counted on the
 * process's own monotonic clock: a wall clock set a year forward would forget what was just obeyed.
 */
export const MOVES_KEPT_MS = 10 * 60_000;

/** The moves on disk: each is there before its relay moves, but for those that let somebody out. */
export class Moves {
  readonly #store: Store;
  readonly #run: string;
  readonly #queries;

  /** @param run names this process, as no other */
  constructor(store: Store, run: string) {
    this.#store = store;
    this.#run = run;
    this.#queries = {
      byOrder: store.query(moveQueries.byOrder, State),
      begin: store.command(moveQueries.begin),
      settle: store.command(moveQueries.settle),
      interrupted: store.query(moveQueries.interrupted, Move),
      giveUp: store.command(moveQueries.giveUp),
      pruneThisRun: store.command(moveQueries.pruneThisRun),
      pruneOtherRuns: store.command(moveQueries.pruneOtherRuns),
    };
  }

  /** What came of an order, when it is known. One that was interrupted has failed. */
  outcomeOf(orderId: string): Outcome | undefined {
    const found = this.#queries.byOrder.get(orderId);
    return found?.state === "intent" ? "failed" : found?.state;
  }

  begin(move: Move, nowMs: number): void {
    this.#queries.begin.run(...this.#columns(move), this.#run, nowMs);
  }

  settle(move: Move, outcome: Outcome, nowMs: number): void {
    this.#queries.settle.run(...this.#columns(move), outcome, this.#run, nowMs);
  }

  /** The moves that a power cut or a crash interrupted: nobody knows whether the relay moved. */
  interrupted(): Move[] {
    return this.#queries.interrupted.all();
  }

  /** It counts as failed from now on, and is never repeated. */
  giveUp(openingId: string): void {
    this.#queries.giveUp.run(openingId);
  }

  /** Forgets what is too old to be asked for. @param upMs how long this process has been running */
  prune(nowMs: number, upMs: number): void {
    this.#store.transaction(() => {
      this.#queries.pruneThisRun.run(this.#run, nowMs - MOVES_KEPT_MS);
      if (upMs > MOVES_KEPT_MS) {
        this.#queries.pruneOtherRuns.run(this.#run);
      }
    });
  }

  #columns(move: Move): Value[] {
    return [move.openingId, move.orderId, move.doorId, move.action, move.origin, move.at];
  }
}
