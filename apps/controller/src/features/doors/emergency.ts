import { EMERGENCY_FREES_MS } from "@umbral/contract/doors/door-modes.contract";
import { z } from "zod";
import type { Cancel, Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import type { Store } from "../../platform/store.ts";
import { emergencyQueries } from "./emergency.queries.ts";

/** Who says that there is an emergency: the lobby, by its server; or an input of the building. */
export const EmergencyCause = z.enum(["lobby", "fire-panel"]);
export type EmergencyCause = z.infer<typeof EmergencyCause>;

/** The date as far as it is known: what was kept before a restart is believed by a trusted clock alone. */
type Look = () => { nowMs: number; isTrusted: boolean };

/**
 * Emergencies that free doors as a way out, until each is silenced or its time is over. Time goes by the process's own clock,
 * which nobody can set; a restart goes on with one when the date says that it is not over.
 */
export class Emergency {
  readonly #parts: { clock: Clock; look: Look; onChanged: () => void; log: Log };
  readonly #queries;
  readonly #active = new Map<EmergencyCause, { until: number; cancelEnd: Cancel }>();

  constructor(parts: { store: Store; clock: Clock; look: Look; onChanged: () => void; log: Log }) {
    this.#parts = parts;
    const { store } = parts;
    this.#queries = {
      read: store.query(emergencyQueries.read, z.object({ cause: EmergencyCause, untilMs: z.number() })),
      write: store.command(emergencyQueries.write),
      remove: store.command(emergencyQueries.remove),
    };
  }

  /** Goes on with what the process before this one was told; what it does not go on with is over for good. */
  start(): void {
    const { nowMs, isTrusted } = this.#parts.look();
    this.#onDisk("read", () => {
      for (const { cause, untilMs } of this.#queries.read.all()) {
        if (isTrusted && nowMs < untilMs) {
          // It was written by a date that may have been ahead of the true one.
          this.#activate(cause, Math.min(untilMs - nowMs, EMERGENCY_FREES_MS));
        } else {
          this.#forget(cause);
        }
      }
    });
  }

  /**
   * Frees the doors that an emergency frees, for so long unless it is silenced before. Said again by the same cause, its time is
   * counted anew.
   */
  begin(cause: EmergencyCause, forMs: number): void {
    this.#activate(cause, forMs);
    const { nowMs } = this.#parts.look();
    this.#onDisk("written", () => this.#queries.write.run(cause, nowMs + forMs));
    this.#parts.onChanged();
  }

  /** It is over, until it is said again. @param cause this one's alone; of all without one */
  end(cause?: EmergencyCause): void {
    for (const over of cause === undefined ? [...this.#active.keys()] : [cause]) {
      this.#active.get(over)?.cancelEnd();
      this.#active.delete(over);
      this.#forget(over);
    }
    this.#parts.onChanged();
  }

  /** For how long it still frees doors; 0 when there is none. */
  get leftMs(): number {
    const now = this.#parts.clock.now();
    return Math.max(0, ...[...this.#active.values()].map(({ until }) => until - now));
  }

  stop(): void {
    for (const { cancelEnd } of this.#active.values()) {
      cancelEnd();
    }
    this.#active.clear();
  }

  #activate(cause: EmergencyCause, forMs: number): void {
    const { clock, onChanged } = this.#parts;
    this.#active.get(cause)?.cancelEnd();
    const cancelEnd = clock.after(forMs, () => {
      this.#active.delete(cause);
      // A date that is corrected backwards afterwards frees nothing again.
      this.#forget(cause);
      onChanged();
    });
    this.#active.set(cause, { until: clock.now() + forMs, cancelEnd });
  }

  #forget(cause: EmergencyCause): void {
    this.#onDisk("removed", () => this.#queries.remove.run(cause));
  }

  /** A disk that fails keeps nobody in: what it holds only matters to the next process. */
  #onDisk(what: string, work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#parts.log.error({ err: error }, `an emergency could not be ${what}`);
    }
  }
}
