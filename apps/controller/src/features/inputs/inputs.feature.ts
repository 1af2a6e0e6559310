import type { IntrusionKind } from "@umbral/contract/alarms/intrusions.contract";
import type { ConfiguredInput, InputKind } from "@umbral/contract/inputs/input-devices";
import { CircuitRecord } from "../../platform/circuit-record.ts";
import type { Cancel, Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import { ExitPresses } from "./exit-presses.ts";
import type { InputDriver } from "./input-driver.ts";
import { InputWatch } from "./input-watch.ts";

export interface InputsParts {
  clock: Clock;
  log: Log;
  makeDriver: (input: ConfiguredInput) => InputDriver;
  /** Somebody pressed the button of this door. */
  goOut: (doorId: string) => void;
  /** Something is the matter. @returns what to call when that is over */
  notice: (kind: IntrusionKind, input: ConfiguredInput) => () => void;
  /** It was seen at rest, and is not merely unknown or taken away. */
  rests: (input: ConfiguredInput) => void;
}

interface InputInUse {
  input: ConfiguredInput;
  driver: InputDriver;
  watch: InputWatch;
  record: CircuitRecord;
  presses: ExitPresses | undefined;
  /** Ends what was noticed and goes on. */
  end: (() => void) | undefined;
  cancelLook: Cancel | undefined;
}

/** What an input that is on is told as. A pressed button is an opening of its door, and no trouble. */
const noticed: Readonly<Record<InputKind, IntrusionKind | null>> = {
  "exit-button": null,
  "fire-panel": "fire",
  tamper: "tamper",
  "low-battery": "low-battery",
};

/** Reads a building's inputs: lets people out, and tells what the panel, the boxes and the batteries say. */
export class InputsFeature {
  readonly #parts: InputsParts;
  readonly #inputs = new Map<string, InputInUse>();

  constructor(parts: InputsParts) {
    this.#parts = parts;
  }

  /** An input that stays as it was is read on as if nothing had happened. */
  configure(inputs: readonly ConfiguredInput[]): void {
    const wanted = new Map(inputs.map((input) => [input.id, input]));
    for (const [id, inUse] of this.#inputs) {
      const input = wanted.get(id);
      if (input && isReadAlike(input, inUse.input)) {
        inUse.input = input;
      } else {
        this.#forget(inUse);
      }
    }
    for (const input of inputs) {
      if (!this.#inputs.has(input.id)) {
        this.#use(input);
      }
    }
  }

  /** The exit button of a door that is read by this kind of driver; undefined without one. */
  buttonOf(doorId: string, driver: ConfiguredInput["driver"]["kind"]): string | undefined {
    for (const { input } of this.#inputs.values()) {
      if (input.kind === "exit-button" && input.doorId === doorId && input.driver.kind === driver) {
        return input.id;
      }
    }
    return undefined;
  }

  /** How an input is, for whoever tries it. */
  trialOf(id: string): CircuitRecord["trial"] {
    return this.#inputs.get(id)?.record.trial ?? CircuitRecord.none;
  }

  stop(): void {
    for (const inUse of this.#inputs.values()) {
      this.#forget(inUse);
    }
  }

  #use(input: ConfiguredInput): void {
    const { clock, log, makeDriver } = this.#parts;
    try {
      const inUse: InputInUse = {
        input,
        driver: makeDriver(input),
        watch: new InputWatch(input.rest, input.debounceMs),
        record: new CircuitRecord(() => clock.date()),
        presses: input.kind === "exit-button" ? new ExitPresses() : undefined,
        end: undefined,
        cancelLook: undefined,
      };
      this.#inputs.set(input.id, inUse);
      inUse.driver.start((isClosed, why) => {
        if (this.#inputs.get(input.id) === inUse) {
          inUse.record.heard(isClosed === null ? null : isClosed === (input.rest === "open"), why);
          this.#heed(inUse, inUse.watch.see(isClosed, clock.now()));
        }
      });
    } catch (error) {
      // It cannot be read; all others can.
      log.error({ err: error, inputId: input.id }, "an input could not be put into use");
    }
  }

  #heed(inUse: InputInUse, news: { isOn: boolean; isDone: boolean } | undefined): void {
    const { presses, input } = inUse;
    const now = this.#parts.clock.now();
    if (news && presses) {
      if (!news.isOn) {
        presses.release();
      } else if (presses.press(now, news.isDone) && input.doorId !== null) {
        // First of all: nothing that is told about it stands between a person and the way out.
        this.#parts.goOut(input.doorId);
      }
    }
    if (news && !news.isOn) {
      this.#parts.rests(input);
    }
    const kind = presses ? "button-stuck" : noticed[input.kind];
    this.#tell(inUse, kind, presses ? presses.isStuck(now) : inUse.watch.isOn);
    this.#lookLater(inUse);
  }

  #tell(inUse: InputInUse, kind: IntrusionKind | null, isSo: boolean): void {
    if (isSo && inUse.end === undefined && kind !== null) {
      inUse.end = this.#parts.notice(kind, inUse.input);
    } else if (!isSo) {
      inUse.end?.();
      inUse.end = undefined;
    }
  }

  #lookLater(inUse: InputInUse): void {
    const { clock } = this.#parts;
    const now = clock.now();
    const times = [inUse.watch.dueAt, inUse.presses?.dueAt(now)].flatMap((time) => time ?? []);
    inUse.cancelLook?.();
    inUse.cancelLook =
      times.length === 0
        ? undefined
        : clock.after(Math.max(0, Math.min(...times) - now), () =>
            this.#heed(inUse, inUse.watch.look(clock.now())),
          );
  }

  #forget(inUse: InputInUse): void {
    this.#inputs.delete(inUse.input.id);
    inUse.cancelLook?.();
    inUse.end?.();
    inUse.driver.stop();
  }
}

/** What it is called changes nothing of how it is read. */
function isReadAlike(one: ConfiguredInput, other: ConfiguredInput): boolean {
  const read = ({ name: _, ...input }: ConfiguredInput) => JSON.stringify(input);
  return read(one) === read(other);
}
