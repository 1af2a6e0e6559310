import { EMERGENCY_FREES_MS } from "@umbral/contract/doors/door-modes.contract";
import { z } from "zod";
import type { Cancel, Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import type { Store } from "../../platform/store.ts";
import { emergencyQueries, firePanelQueries } from "./emergency.queries.ts";

/** Who says that there is an emergency: the lobby, by its server; or an input of the building. */
export const EmergencyCause = z.enum(["lobby", "fire-panel"]);
export type EmergencyCause = z.infer<typeof EmergencyCause>;

/** The date as far as it is known: what was kept before a restart is believed by a trusted clock alone. */
type Look = () => { nowMs: number; isTrusted: boolean };

/** SQLite knows no booleans. */
const yesOrNo = z.number().transform(Boolean);

/**
 * Emergencies that free doors as a way out, until each is silenced or its time is over. Time goes by the process's own clock,
 * which nobody can set; a restart goes on with one when the date says that it is not over.
 *
 * A fire panel is a state that may last for days: it begins an emergency once, until it was at rest, however often the
 * controller starts or is set up anew meanwhile.
 */
export class Emergency {
  readonly #parts: { store: Store; clock: Clock; look: Look; onChanged: () => void; log: Log };
  readonly #queries;
  readonly #active = new Map<
    EmergencyCause,
    { until: number; cancelEnd: Cancel; written: { untilMs: number; isCertain: boolean } }
  >();
  /** Panels that are on, as the disk knows them. */
  readonly #panels = new Map<string, { isOver: boolean }>();

  constructor(parts: { store: Store; clock: Clock; look: Look; onChanged: () => void; log: Log }) {
    this.#parts = parts;
    const { store } = parts;
    const written = z.object({ cause: EmergencyCause, untilMs: z.number(), isCertain: yesOrNo });
    const panel = z.object({ inputId: z.string(), isOver: yesOrNo });
    this.#queries = {
      read: store.query(emergencyQueries.read, written),
      write: store.command(emergencyQueries.write),
      remove: store.command(emergencyQueries.remove),
      readPanels: store.query(firePanelQueries.read, panel),
      writePanel: store.command(firePanelQueries.write),
      allPanelsOver: store.command(firePanelQueries.allOver),
      removePanel: store.command(firePanelQueries.remove),
    };
  }

  /** Goes on with what the process before this one was told; what it does not go on with is over for good. */
  start(): void {
    const { nowMs, isTrusted } = this.#parts.look();
    this.#onDisk("read", () => {
      for (const { inputId, isOver } of this.#queries.readPanels.all()) {
        this.#panels.set(inputId, { isOver });
      }
      for (const { cause, untilMs, isCertain } of this.#queries.read.all()) {
        if (isTrusted && nowMs < untilMs) {
          // It was written by a date that may have been ahead of the true one.
          const leftMs = Math.min(untilMs - nowMs, EMERGENCY_FREES_MS);
          this.#activate(cause, leftMs, { untilMs, isCertain });
        } else {
          // Where nobody knows how much of its time is left, a panel that is still on has all of it: there may be a fire.
          this.#forget(cause, { isOver: isTrusted && isCertain });
        }
      }
    });
  }

  /**
   * Frees the doors that an emergency frees, for so long unless it is silenced before. Said again by the same cause, its time is
   * counted anew.
   */
  begin(cause: EmergencyCause, forMs: number): void {
    this.#activate(cause, forMs, this.#byDate(forMs));
    this.#onDisk("written", () => this.#write(cause));
    this.#parts.onChanged();
  }

  /**
   * A fire panel is on: frees the doors, unless it has been on since that was so.
   * @returns false where it frees nothing anew: what it said goes on, or was silenced, or its time was over
   */
  panelIsOn(inputId: string): boolean {
    const known = this.#panels.get(inputId);
    if (known?.isOver || (known && this.#active.has("fire-panel"))) {
      return false;
    }
    this.#panels.set(inputId, { isOver: false });
    // Doors first, as in all that lets people out; the panel's row with the emergency's.
    this.#activate("fire-panel", EMERGENCY_FREES_MS, this.#byDate(EMERGENCY_FREES_MS));
    this.#parts.onChanged();
    this.#onDisk("written", () => {
      this.#queries.writePanel.run(inputId);
      this.#write("fire-panel");
    });
    return true;
  }

  /** A fire panel is at rest: its next word is news. What it said before goes on. */
  panelRests(inputId: string): void {
    if (this.#panels.delete(inputId)) {
      this.#onDisk("removed", () => this.#queries.removePanel.run(inputId));
    }
  }

  /** It is over, until it is said again. @param cause this one's alone; of all without one */
  end(cause?: EmergencyCause): void {
    for (const over of cause === undefined ? EmergencyCause.options : [cause]) {
      const active = this.#active.get(over);
      active?.cancelEnd();
      this.#active.delete(over);
      if (active || over === "fire-panel") {
        this.#forget(over, { isOver: true });
      }
    }
    this.#parts.onChanged();
  }

  /** The date may be another than it was: the process after this one reckons by what is written. */
  onDateKnown(): void {
    for (const [cause, active] of this.#active) {
      const { untilMs, isCertain } = this.#byDate(active.until - this.#parts.clock.now());
      const { written } = active;
      if (isCertain !== written.isCertain || untilMs !== written.untilMs) {
        active.written = { untilMs, isCertain };
        this.#onDisk("written", () => this.#write(cause));
      }
    }
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

  #byDate(forMs: number): { untilMs: number; isCertain: boolean } {
    const { nowMs, isTrusted } = this.#parts.look();
    return { untilMs: nowMs + forMs, isCertain: isTrusted };
  }

  #activate(cause: EmergencyCause, forMs: number, written: { untilMs: number; isCertain: boolean }): void {
    const { clock, onChanged } = this.#parts;
    this.#active.get(cause)?.cancelEnd();
    const cancelEnd = clock.after(forMs, () => {
      this.#active.delete(cause);
      // A date that is corrected backwards afterwards frees nothing again.
      this.#forget(cause, { isOver: true });
      onChanged();
    });
    this.#active.set(cause, { until: clock.now() + forMs, cancelEnd, written });
  }

  #write(cause: EmergencyCause): void {
    const written = this.#active.get(cause)?.written;
    if (written) {
      this.#queries.write.run(cause, written.untilMs, written.isCertain ? 1 : 0);
    }
  }

  /** @param isOver of a fire panel's: what those that are on said is over, and not only lost */
  #forget(cause: EmergencyCause, { isOver }: { isOver: boolean }): void {
    const panelsAreOver = isOver && cause === "fire-panel" && this.#panels.size > 0;
    if (panelsAreOver) {
      for (const panel of this.#panels.values()) {
        panel.isOver = true;
      }
    }
    this.#onDisk("removed", () => {
      if (panelsAreOver) {
        this.#queries.allPanelsOver.run();
      }
      this.#queries.remove.run(cause);
    });
  }

  /** All of it or nothing. A disk that fails keeps nobody in: what it holds only matters to the next process. */
  #onDisk(what: string, work: () => void): void {
    const { store, log } = this.#parts;
    try {
      store.transaction(work);
    } catch (error) {
      log.error({ err: error }, `an emergency could not be ${what}`);
    }
  }
}
