/**
 * Awake time within which no machine falls asleep and wakes up again: it freezes its processes and devices first, for longer. What
 * asks several times in one moment reads `elapsedMs` once: on Linux that is a file.
 */
const SAME_MOMENT_MS = 1;

/**
 * A steady clock that also counts sleep. A process's monotonic clock stands still while its machine sleeps:
 * whatever runs ahead of it has gone on, and the difference is added.
 * @param awakeMs monotonic, may stand still during sleep
 * @param elapsedMs goes on during sleep, by steps that may be coarse
 * @param noticedMs a shorter sleep cannot be told from the coarseness of `elapsedMs`
 */
export function countingSleep(
  awakeMs: () => number,
  elapsedMs: () => number,
  noticedMs: number,
): () => number {
  let readAt = awakeMs();
  const aheadAtStart = elapsedMs() - readAt;
  let sleptMs = 0;
  return () => {
    const awake = awakeMs();
    if (awake - readAt >= SAME_MOMENT_MS) {
      readAt = awake;
      const gap = elapsedMs() - awake - aheadAtStart;
      if (gap - sleptMs > noticedMs) {
        sleptMs = gap;
      }
    }
    return awake + sleptMs;
  };
}

/** One reading of the server's steady clock, between two moments of one's own. */
export interface ClockReading {
  sentAt: number;
  receivedAt: number;
  /** What the server's clock showed at some moment between the two. */
  steadyMs: number;
}

/** How far the server's clock is ahead of one's own, and by how much that may be wrong. */
export interface Offset {
  offset: number;
  uncertainty: number;
}

/** Quartz clocks differ by up to about 100 parts in a million each. */
const DRIFT_PER_MS = 0.0002;
const READINGS_KEPT = 12;

/**
 * Estimates the server's steady clock from readings, as NTP does: each says where the server's clock stood
 * to within half of its round trip, and the tightest of the recent ones is believed.
 */
export class ClockEstimate {
  readonly #keptMs: number;
  #readings: ClockReading[] = [];

  /** @param keptMs a reading older than this is no longer believed */
  constructor(keptMs: number) {
    this.#keptMs = keptMs;
  }

  /** Another server process may answer now, with another clock. */
  forget(): void {
    this.#readings = [];
  }

  add(reading: ClockReading): void {
    if (!(reading.receivedAt >= reading.sentAt) || !Number.isFinite(reading.steadyMs)) {
      return;
    }
    // A server whose clock leapt: what it says now is what it will go by.
    const agreeing = this.#readings.filter((earlier) => agree(earlier, reading));
    this.#readings = [...agreeing, reading].slice(-READINGS_KEPT);
  }

  /** What is believed at `now` of one's own clock; undefined without a reading that can be. */
  best(now: number): Offset | undefined {
    let best: Offset | undefined;
    for (const reading of this.#readings) {
      const age = now - reading.receivedAt;
      const uncertainty = halfTrip(reading) + Math.max(0, age) * DRIFT_PER_MS;
      if (age <= this.#keptMs && (!best || uncertainty < best.uncertainty)) {
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
