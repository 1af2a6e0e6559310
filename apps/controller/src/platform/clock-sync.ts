import { ORDER_LIFETIME_MS } from "@umbral/contract/doors/doors.contract";
import { ClockEstimate, type ClockReading } from "@umbral/contract/lib/steady-clock";

/** A reading older than this is no longer believed. */
const READING_KEPT_MS = 60_000;
/** An order from the future is a broken clock or a forgery; this much is rounding. */
const FUTURE_TOLERANCE_MS = 50;

/**
 * The server's steady clock as this controller estimates it, and the age of orders by it. It is begun afresh
 * with every connection, because another server process may answer with another clock.
 */
export class ClockSync {
  readonly #bornAt: number;
  readonly #estimate = new ClockEstimate(READING_KEPT_MS);
  #connectedAt = Number.POSITIVE_INFINITY;
  #connection = 0;
  /** By how much the server's date is ahead of its steady clock. */
  #dateAheadMs = 0;

  /** @param bornAt when this process began, on the controller's own clock */
  constructor(bornAt: number) {
    this.#bornAt = bornAt;
  }

  /**
   * A new connection: nothing that was read before counts.
   * @param at when the controller asked to be signed in; no order for this connection can be older
   */
  begin(at: number): void {
    this.end();
    this.#connectedAt = at;
  }

  /** There is no connection any more. */
  end(): void {
    this.#estimate.forget();
    this.#dateAheadMs = 0;
    this.#connectedAt = Number.POSITIVE_INFINITY;
    this.#connection += 1;
  }

  /** Names the present connection: what was issued on one is never judged by the clock of another. */
  get connection(): number {
    return this.#connection;
  }

  /** @param dateMs the server's date at the same moment; undefined from a server that does not say it: its steady clock began with it */
  add({ dateMs, ...reading }: ClockReading & { dateMs?: number | undefined }): void {
    this.#estimate.add(reading);
    this.#dateAheadMs = dateMs === undefined ? 0 : dateMs - reading.steadyMs;
  }

  /** Is there a reading that can be believed at `now`? */
  isSynchronised(now: number): boolean {
    return this.#estimate.best(now) !== undefined;
  }

  /**
   * For how long an order that was issued at `issuedAt` of the server's clock may still be obeyed; 0 when it
   * may not. Every doubt counts against it: it must be young even if the estimate is wrong by all that it
   * can be wrong.
   */
  timeLeft(issuedAt: number, now: number): number {
    const estimate = this.#estimate.best(now);
    if (!estimate) {
      return 0;
    }
    const { offset, uncertainty } = estimate;
    const age = now + offset - issuedAt;
    const isFromTheFuture = age < -(uncertainty + FUTURE_TOLERANCE_MS);
    const issuedHere = issuedAt - offset;
    // An order older than this process was given to the one before it, which may have obeyed it: in doubt it
    // is refused. One older than this connection was given to another connection; in doubt it is not, because
    // the first order of a connection may be issued at the very moment in which it begins.
    const isForUs = issuedHere > this.#bornAt + uncertainty && issuedHere + uncertainty >= this.#connectedAt;
    return isFromTheFuture || !isForUs ? 0 : Math.max(0, ORDER_LIFETIME_MS - (age + uncertainty));
  }

  /** The server's steady clock at `now` of the controller's own; undefined while it is not known. */
  serverTime(now: number): number | undefined {
    const estimate = this.#estimate.best(now);
    return estimate && now + estimate.offset;
  }

  /**
   * The server's date at `now`; undefined while it is not known. Its steady clock is set once, at its start: a server whose
   * date was wrong then, and was set right later, says the right one here alone.
   */
  serverDate(now: number): number | undefined {
    const steadyMs = this.serverTime(now);
    return steadyMs === undefined ? undefined : steadyMs + this.#dateAheadMs;
  }
}
