import { ORDER_LIFETIME_MS } from "@umbral/contract/doors/doors.contract";

/** One reading of the server's steady clock, between two moments of the controller's own. */
export interface ClockReading {
  sentAt: number;
  receivedAt: number;
  /** What the server's clock showed at some moment between the two. */
  steadyMs: number;
}

/** Quartz clocks differ by up to about 100 parts in a million each. */
const DRIFT_PER_MS = 0.0002;
/** A reading older than this is no longer believed. */
const READING_KEPT_MS = 60_000;
const READINGS_KEPT = 12;
/** An order from the future is a broken clock or a forgery; this much is rounding. */
const FUTURE_TOLERANCE_MS = 50;

/**
 * Estimates the server's steady clock from readings, as NTP does: each says where the server's clock
 * stood to within half of its round trip, and the tightest of the recent ones is believed. It is begun
 * afresh with every connection, because another server process may answer with another clock.
 */
export class ClockSync {
  readonly #bornAt: number;
  #readings: ClockReading[] = [];
  #connectedAt = Number.POSITIVE_INFINITY;
  #connection = 0;

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
    this.#readings = [];
    this.#connectedAt = Number.POSITIVE_INFINITY;
    this.#connection += 1;
  }

  /** Names the present connection: what was issued on one is never judged by the clock of another. */
  get connection(): number {
    return this.#connection;
  }

  add(reading: ClockReading): void {
    if (!(reading.receivedAt >= reading.sentAt) || !Number.isFinite(reading.steadyMs)) {
      return;
    }
    // A server whose clock leapt: what it says now is what its orders will be stamped with.
    const agreeing = this.#readings.filter((earlier) => agree(earlier, reading));
    this.#readings = [...agreeing, reading].slice(-READINGS_KEPT);
  }

  /** Is there a reading that can be believed at `now`? */
  isSynchronised(now: number): boolean {
    return this.#best(now) !== undefined;
  }

  /**
   * For how long an order that was issued at `issuedAt` of the server's clock may still be obeyed; 0 when it
   * may not. Every doubt counts against it: it must be young even if the estimate is wrong by all that it
   * can be wrong.
   */
  timeLeft(issuedAt: number, now: number): number {
    const estimate = this.#best(now);
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

  /** The server's clock at `now` of the controller's own; undefined while it is not known. */
  serverTime(now: number): number | undefined {
    const estimate = this.#best(now);
    return estimate && now + estimate.offset;
  }

  #best(now: number): { offset: number; uncertainty: number } | undefined {
    let best: { offset: number; uncertainty: number } | undefined;
    for (const reading of this.#readings) {
      const age = now - reading.receivedAt;
      const uncertainty = halfTrip(reading) + Math.max(0, age) * DRIFT_PER_MS;
      if (age <= READING_KEPT_MS && (!best || uncertainty < best.uncertainty)) {
        best = { offset: offsetOf(reading), uncertainty };
      }
    }
    return best;
  }
}

const halfTrip = ({ sentAt, receivedAt }: ClockReading): number => (receivedAt - sentAt) / 2;
const offsetOf = ({ sentAt, receivedAt, steadyMs }: ClockReading): number =>
  steadyMs - (sentAt + receivedAt) / 2;

function agree(one: ClockReading, other: ClockReading): boolean {
  const drift = Math.abs(one.receivedAt - other.receivedAt) * DRIFT_PER_MS;
  return Math.abs(offsetOf(one) - offsetOf(other)) <= halfTrip(one) + halfTrip(other) + drift + 1;
}
