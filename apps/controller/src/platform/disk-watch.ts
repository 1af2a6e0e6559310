import type { Cancel, Clock } from "./clock.ts";
import type { Log } from "./log.ts";
import type { Store } from "./store.ts";

const AGAIN_MS = 5000;

/**
 * Knows since when the disk does not take what it is given, says it once loudly and its end too. The building goes
 * on from memory meanwhile, and what memory holds is written when the disk takes it again.
 */
export class DiskWatch {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #waiting: (() => boolean)[] = [];
  #failingSince: Date | null = null;
  #cancelNext: Cancel | undefined;

  constructor({ store, clock, log }: { store: Store; clock: Clock; log: Log }) {
    this.#store = store;
    this.#clock = clock;
    this.#log = log;
  }

  start(): void {
    this.#store.whenTroubled((code) => this.#noticed(code));
    if (!this.#store.isKept) {
      this.#noticed("SQLITE_CANTOPEN");
    } else {
      // What is full is noticed now and not by the first who needs it.
      this.#store.takesWrites();
    }
  }

  stop(): void {
    this.#store.whenTroubled(() => undefined);
    this.#cancelNext?.();
  }

  /** Since when something could not be written; null while the disk takes everything. */
  get failingSince(): Date | null {
    return this.#failingSince;
  }

  /** @param write tried again and again while the disk fails; returns whether nothing of it is left to write */
  alsoWrite(write: () => boolean): void {
    this.#waiting.push(write);
  }

  #noticed(code: string): void {
    if (this.#failingSince) {
      return;
    }
    this.#failingSince = this.#clock.date();
    this.#log.error(
      { code },
      "El disco de este controlador está lleno o falla. Las puertas siguen funcionando desde la memoria; lo que pase se " +
        "escribe cuando el disco vuelva a recibirlo, y se pierde si el controlador se apaga antes.",
    );
    this.#lookLater();
  }

  #lookLater(): void {
    this.#cancelNext = this.#clock.after(AGAIN_MS, () => {
      // Each of them, whatever became of the one before.
      const isWritten = this.#waiting.map((write) => write()).every(Boolean);
      if (isWritten && this.#store.isKept && this.#store.takesWrites()) {
        this.#failingSince = null;
        this.#log.warn("the disk takes everything again");
      } else {
        this.#lookLater();
      }
    });
  }
}
