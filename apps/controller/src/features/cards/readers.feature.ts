import { normalTag } from "@umbral/contract/cards/tags";
import type { ReaderSetup, ReaderSetupAnswer } from "@umbral/contract/controllers/controller-orders.contract";
import type { ControllerConfiguration } from "@umbral/contract/controllers/controllers.contract";
import { CARD_ENDING, type LastRead } from "@umbral/contract/doors/device-trial";
import { type CardReader, hasKeypad, type ReaderState } from "@umbral/contract/doors/door-devices";
import type { Cancel, Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import { type ReaderDriver, ReaderTrouble } from "./reader-driver.ts";

/** A reader that cannot be listened to is tried again after this. */
const AGAIN_MS = 5000;
const UNKNOWN_TROUBLE =
  "El lector no responde. Revisa que esté conectado, y que su dispositivo sea el que dice aquí.";

type Door = Pick<ControllerConfiguration["doors"][number], "id" | "reader">;

interface Reader {
  wanted: string;
  driver: ReaderDriver;
  hasKeypad: boolean;
  isListening: boolean;
  /** Its driver is being started: whoever asks meanwhile waits for the same. */
  starting: Promise<boolean> | undefined;
  /** Why nothing is heard of it, for a person; null while nothing is known. */
  trouble: string | null;
  /** Since when nothing is heard of it, whatever the reason was then; undefined while it is heard or looked for. */
  awaySince: string | undefined;
  setup: { id: string; cancel: Cancel } | undefined;
  cancelAgain: Cancel | undefined;
  /** How often it read something, and what it was. */
  count: number;
  last: LastRead | null;
  /** Says that its housing is closed again; undefined while nobody opened it. */
  endTamper: (() => void) | undefined;
}

export interface ReadersParts {
  clock: Clock;
  log: Log;
  makeDriver: (doorId: string, reader: CardReader) => ReaderDriver;
  /** A card was read at a reader that waited for it. */
  tellTag: (read: { setupId: string; doorId: string; tag: string }) => void;
  /** A card was held to the reader of a door, as it was read. */
  read: (doorId: string, reading: string, alongside?: () => void) => Promise<void> | void;
  /** The housing of a door's reader was opened. @returns what says that it is closed again */
  tampered: (doorId: string) => () => void;
  /** Keys were pressed at the reader of a door. */
  type: (doorId: string, keys: string) => void;
}

/**
 * The building's card readers. One that was set up gives its next card to whoever asked, instead of to its
 * door. A setup is not kept: whoever stands beside the reader asks again.
 */
export class ReadersFeature {
  readonly #parts: ReadersParts;
  readonly #readers = new Map<string, Reader>();

  constructor(parts: ReadersParts) {
    this.#parts = parts;
  }

  configure(doors: readonly Door[]): void {
    const wanted = new Map(doors.flatMap(({ id, reader }) => (reader === null ? [] : [[id, reader]])));
    for (const [doorId, reader] of this.#readers) {
      const next = wanted.get(doorId);
      if (next === undefined || JSON.stringify(next) !== reader.wanted) {
        this.#close(reader);
        this.#readers.delete(doorId);
      }
    }
    for (const [doorId, configuration] of wanted) {
      if (!this.#readers.has(doorId)) {
        const reader: Reader = {
          wanted: JSON.stringify(configuration),
          driver: this.#parts.makeDriver(doorId, configuration),
          hasKeypad: hasKeypad(configuration),
          isListening: false,
          starting: undefined,
          trouble: null,
          awaySince: undefined,
          setup: undefined,
          cancelAgain: undefined,
          count: 0,
          last: null,
          endTamper: undefined,
        };
        this.#readers.set(doorId, reader);
        void this.#listen(doorId, reader);
      }
    }
  }

  /** The next card at this door's reader is for this setup; a later one takes its place. */
  async setUp({ setupId, doorId, forMs }: ReaderSetup): Promise<ReaderSetupAnswer> {
    const reader = this.#readers.get(doorId);
    if (!reader) {
      return { outcome: "none" };
    }
    if (!reader.isListening && !(await this.#listen(doorId, reader))) {
      return { outcome: "failed" };
    }
    reader.setup?.cancel();
    const cancel = this.#parts.clock.after(forMs, () => {
      reader.setup = undefined;
    });
    reader.setup = { id: setupId, cancel };
    return { outcome: "waiting" };
  }

  /** How a door's reader is now. */
  stateOf(doorId: string): ReaderState {
    const reader = this.#readers.get(doorId);
    if (!reader) {
      return { outcome: "none" };
    }
    if (reader.isListening) {
      const unknown = { isSecure: null, isTampered: false, hasPower: true };
      const board = reader.driver.board?.();
      return {
        outcome: "listening",
        ...(reader.driver.condition?.() ?? unknown),
        ...(board ? { board } : {}),
      };
    }
    const { trouble, awaySince: since } = reader;
    return trouble === null ? { outcome: "starting" } : { outcome: "away", why: trouble, since };
  }

  /** How a door's reader is, and what it read last, for whoever tries it. */
  trialOf(doorId: string): { state: ReaderState; count: number; last: LastRead | null } {
    const { count = 0, last = null } = this.#readers.get(doorId) ?? {};
    return { state: this.stateOf(doorId), count, last };
  }

  /** Says by light and sound what came of a card, where the reader can. */
  show(doorId: string, outcome: "granted" | "refused"): void {
    try {
      this.#readers.get(doorId)?.driver.show?.(outcome);
    } catch (error) {
      this.#parts.log.warn({ err: error, doorId }, "the card reader did not show its light");
    }
  }

  stop(): void {
    for (const reader of this.#readers.values()) {
      this.#close(reader);
    }
    this.#readers.clear();
  }

  /** @returns whether the reader tells of its cards now */
  #listen(doorId: string, reader: Reader): Promise<boolean> {
    reader.starting ??= this.#start(doorId, reader).finally(() => {
      reader.starting = undefined;
    });
    return reader.starting;
  }

  async #start(doorId: string, reader: Reader): Promise<boolean> {
    reader.cancelAgain?.();
    reader.cancelAgain = undefined;
    try {
      await reader.driver.start(
        (tag, alongside) => this.#read(doorId, reader, tag, alongside),
        (why) => this.#tryLater(doorId, reader, why),
        (keys) => this.#type(doorId, reader, keys),
        (isTampered) => this.#tamper(doorId, reader, isTampered),
      );
      reader.isListening = true;
      reader.trouble = null;
      reader.awaySince = undefined;
    } catch (error) {
      this.#tryLater(doorId, reader, error);
    }
    // Taken away while it was starting: it must not stay open.
    if (this.#readers.get(doorId) !== reader) {
      this.#close(reader);
    }
    return reader.isListening;
  }

  #tryLater(doorId: string, reader: Reader, why: unknown): void {
    const trouble = why instanceof ReaderTrouble ? why.message : UNKNOWN_TROUBLE;
    if (trouble !== reader.trouble) {
      this.#parts.log.error({ err: why, doorId }, "the card reader cannot be listened to");
    }
    reader.trouble = trouble;
    reader.awaySince ??= this.#parts.clock.date().toISOString();
    reader.isListening = false;
    if (this.#readers.get(doorId) === reader) {
      reader.cancelAgain?.();
      reader.cancelAgain = this.#parts.clock.after(AGAIN_MS, () => this.#listen(doorId, reader));
    }
  }

  #read(doorId: string, reader: Reader, tag: string, alongside?: () => void): Promise<void> | void {
    reader.count += 1;
    reader.last = { kind: "card", ending: (normalTag(tag) ?? tag).slice(-CARD_ENDING) };
    const { setup } = reader;
    if (setup) {
      setup.cancel();
      reader.setup = undefined;
      this.#parts.tellTag({ setupId: setup.id, doorId, tag });
      return;
    }
    return this.#parts.read(doorId, tag, alongside);
  }

  /** Only where the door says that there are keys: what else sends them is noise, or a reader of another kind. */
  #type(doorId: string, reader: Reader, keys: string): void {
    reader.count += 1;
    reader.last = { kind: "keys" };
    if (reader.hasKeypad) {
      this.#parts.type(doorId, keys);
    }
  }

  /** One that is torn off says nothing more: it stays opened until the reader there says that it is closed. */
  #tamper(doorId: string, reader: Reader, isTampered: boolean): void {
    if (isTampered) {
      reader.endTamper ??= this.#parts.tampered(doorId);
    } else {
      reader.endTamper?.();
      reader.endTamper = undefined;
    }
  }

  #close(reader: Reader): void {
    reader.endTamper?.();
    reader.endTamper = undefined;
    reader.setup?.cancel();
    reader.setup = undefined;
    reader.cancelAgain?.();
    reader.isListening = false;
    reader.driver.stop();
  }
}
