import {
  type AccessOutcome,
  alwaysSpans,
  type Circumstances,
  type DoorState,
  decide,
  type Span,
  stateAt,
} from "@umbral/contract/access-control/decision";
import { couldBePin } from "@umbral/contract/access-control/pins";
import { normalTag } from "@umbral/contract/cards/tags";
import type { ControllerConfiguration } from "@umbral/contract/controllers/controllers.contract";
import { LocalClock } from "@umbral/contract/lib/weekly-hours";
import type { Cancel, Clock } from "../../platform/clock.ts";
import type { FactQueue, NewFact } from "../../platform/facts.ts";
import type { Log } from "../../platform/log.ts";
import type { Answer } from "../doors/moves.ts";
import type { TakenUse } from "../passes/pass-uses.ts";
import type { KnownPass, Passes } from "../passes/passes.ts";
import type { AccessList } from "./access-list.ts";
import type { AccessTime } from "./access-time.ts";
import { type Held, readAttempt, readMode } from "./attempts.ts";
import { ReadingLimits } from "./reading-limits.ts";

/** What was left out is told in one line for so long. */
const TELL_LEFT_OUT_MS = 60_000;
/** Longer than any tag with whatever a reader puts between its digits: it is not looked at. */
const LONGEST_READING = 200;
const DAY_MS = 24 * 3_600_000;
/** Before the list says so. */
const OFFLINE_DAYS = 30;

type Door = Pick<ControllerConfiguration["doors"][number], "id" | "cameraId" | "reader">;
type Decided = Extract<NewFact, { kind: "access-decided" }>;
/** What is written in the same step as a decision: a reader's own row, or the use of a pass that it took. */
interface Beside {
  alongside?: (() => void) | undefined;
  taken?: TakenUse | undefined;
}

export interface AccessControlParts {
  list: Pick<AccessList, "find">;
  time: Pick<AccessTime, "look">;
  passes: Passes;
  facts: FactQueue;
  clock: Clock;
  /** Is there no line to the server now? */
  isOffline: () => boolean;
  /**
   * Opens a door for who may come in. `writeDown` is called with what has to be written in the same moment, before the
   * relay moves, or never when it is too late for it.
   */
  open: (opening: {
    doorId: string;
    openingId: string;
    origin: "CARD" | "PIN" | "PASS";
    writeDown: (intent: () => void) => void;
  }) => Promise<Answer>;
  /** The reader's own light and sound, for who stands there. */
  show: (doorId: string, outcome: "granted" | "refused") => void;
  /** Takes the picture of a refusal, in its own time. */
  takePicture: (accessId: string, cameraId: string) => void;
  newId: () => string;
  log: Log;
}

const origins = { card: "CARD", pin: "PIN", pass: "PASS" } as const;

/** Decides who comes in by what they hold to a reader or type there, without the server: by the list that it has and its own clock. */
export class AccessControlFeature {
  readonly #parts: AccessControlParts;
  #doors = new Map<string, { door: Door; limits: ReadingLimits; leftOut: number }>();
  #localClock = new LocalClock("UTC");
  #timeZone = "UTC";
  #cancelTelling: Cancel | undefined;

  constructor(parts: AccessControlParts) {
    this.#parts = parts;
  }

  configure(doors: readonly Door[], timeZone: string): void {
    this.#doors = new Map(
      doors.map((door) => {
        const known = this.#doors.get(door.id);
        return [door.id, { ...(known ?? { limits: new ReadingLimits(), leftOut: 0 }), door }];
      }),
    );
    if (timeZone !== this.#timeZone) {
      this.#timeZone = timeZone;
      this.#localClock = new LocalClock(timeZone);
    }
  }

  stop(): void {
    this.#cancelTelling?.();
    this.#cancelTelling = undefined;
  }

  /** What a door is now, by the list and its hours. */
  stateOf(doorId: string): DoorState {
    return stateAt(readMode(this.#parts.list, doorId), this.#here());
  }

  /** From when until when a card comes in by a door at any hour, as the door and the line to the server are now. */
  alwaysAt(tag: string, doorId: string): Span[] {
    const { attempt } = readAttempt(this.#parts.list, doorId, { kind: "card", key: tag });
    return alwaysSpans(attempt, this.#here());
  }

  /**
   * A card was held to the reader of this door. Resolves when the door has opened, or will not; never rejects.
   * @param alongside what is written in the same moment as the fact of it, where one is written
   */
  async read(doorId: string, reading: string, alongside?: () => void): Promise<void> {
    try {
      await this.#read(doorId, reading, alongside);
    } catch (error) {
      this.#failed(doorId, error);
    }
  }

  /**
   * A code was typed at the keypad of this door. It opens, or does not, in its own time.
   * @param digest what the list knows it by; null where no list can have it
   */
  enter(doorId: string, digest: string | null): AccessOutcome {
    const at = this.#doors.get(doorId);
    if (!at) {
      return "unknown";
    }
    const { outcome, ended } = this.#decideTyped(at.door, digest);
    ended.catch((error: unknown) => this.#failed(doorId, error));
    return outcome;
  }

  #failed(doorId: string, error: unknown): void {
    this.#parts.log.error({ err: error, doorId }, "what was held to a reader could not be decided on");
    this.#parts.show(doorId, "refused");
  }

  async #read(doorId: string, reading: string, alongside?: () => void): Promise<void> {
    const { clock, show } = this.#parts;
    const at = this.#doors.get(doorId);
    const now = clock.now();
    if (!at) {
      return;
    }
    if (at.limits.isFlood(now)) {
      this.#leaveOut(doorId);
      return;
    }
    const tag = reading.length > LONGEST_READING ? null : normalTag(reading);
    if (tag === null) {
      this.#leaveOut(doorId);
      show(doorId, "refused");
    } else if (at.limits.isNew(tag, now)) {
      await this.#decide(at.door, { kind: "card", key: tag }, alongside).ended;
    }
  }

  /** One pool of codes: what is nobody's PIN may be a guest's pass. */
  #decideTyped(door: Door, digest: string | null): { outcome: AccessOutcome; ended: Promise<void> } {
    const { list, passes } = this.#parts;
    const pass = digest === null || list.find("pin", digest) ? undefined : passes.find(digest);
    return pass ? this.#decidePass(door, pass) : this.#decide(door, { kind: "pin", key: digest });
  }

  #decidePass(door: Door, pass: KnownPass): { outcome: AccessOutcome; ended: Promise<void> } {
    const { list, passes } = this.#parts;
    const at = { doorId: door.id, mode: readMode(list, door.id) };
    const { decision, taken } = passes.decide(pass, at, this.#here());
    const outcome = decision.outcome === "granted" ? "granted" : decision.reason;
    const held = { credential: "pass", passId: pass.id, isEntry: taken !== undefined } as const;
    return this.#carryOut(door, outcome, { ...held, cardId: null, holderId: null, tag: null }, { taken });
  }

  #decide(door: Door, held: Held, alongside?: () => void): { outcome: AccessOutcome; ended: Promise<void> } {
    const { outcome, found } = this.#outcomeOf(door.id, held);
    const shown = {
      credential: held.kind,
      cardId: found?.kind === "card" ? found.id : null,
      holderId: found?.holderId ?? null,
      // What is typed is never told, not even its digest.
      tag: found || mayBeTyped(door, held) ? null : held.key,
    };
    return this.#carryOut(door, outcome, shown, { alongside });
  }

  /** Lets in, or shows and writes down that nobody was. */
  #carryOut(
    door: Door,
    outcome: AccessOutcome,
    held: Omit<Decided, "kind" | "at" | "accessId" | "doorId" | "outcome" | "isOffline">,
    { alongside, taken }: Beside,
  ): { outcome: AccessOutcome; ended: Promise<void> } {
    const { clock, newId, isOffline, show } = this.#parts;
    const decided: Decided = {
      kind: "access-decided",
      at: clock.date().toISOString(),
      accessId: newId(),
      doorId: door.id,
      outcome,
      ...held,
      isOffline: isOffline(),
    };
    if (outcome === "granted") {
      return { outcome, ended: this.#letIn(decided, { alongside, taken }) };
    }
    show(door.id, "refused");
    this.#noteRefusal(door, decided, alongside);
    return { outcome, ended: Promise.resolve() };
  }

  #outcomeOf(doorId: string, held: Held) {
    const { found, attempt } = readAttempt(this.#parts.list, doorId, held);
    const decision = decide(attempt, this.#here());
    const outcome: AccessOutcome = decision.outcome === "granted" ? "granted" : decision.reason;
    return { outcome, found };
  }

  #here(): Circumstances {
    const { list, time } = this.#parts;
    const { nowMs, isTrusted, notBeforeMs, absentMs } = time.look();
    const offlineDays = list.find("building")?.offlineDays ?? OFFLINE_DAYS;
    return {
      now: nowMs,
      local: this.#localClock.read(new Date(nowMs)),
      isHoliday: (day) => list.find("holiday", day) !== undefined,
      isClockTrusted: isTrusted,
      notBefore: notBeforeMs,
      isOfflineTooLong: absentMs > offlineDays * DAY_MS,
    };
  }

  async #letIn(decided: Decided, { alongside, taken }: Beside): Promise<void> {
    const { facts, open, show } = this.#parts;
    const { doorId, accessId, credential } = decided;
    let isWritten = false;
    const outcome = await open({
      doorId,
      openingId: accessId,
      origin: origins[credential],
      writeDown: (intent) => {
        isWritten = true;
        facts.record(decided, () => {
          intent();
          taken?.write();
          alongside?.();
        });
      },
    });
    if (!isWritten) {
      taken?.giveBack();
      facts.record(taken ? { ...decided, isEntry: false } : decided, alongside);
    }
    show(doorId, outcome === "moved" ? "granted" : "refused");
  }

  #noteRefusal({ id: doorId, cameraId }: Door, decided: Decided, alongside?: () => void): void {
    const { facts, clock, takePicture } = this.#parts;
    const limits = this.#doors.get(doorId)?.limits;
    const now = clock.now();
    if (decided.outcome === "unknown" && !limits?.mayNoteUnknown(now)) {
      this.#leaveOut(doorId);
      return;
    }
    facts.record(decided, alongside);
    if (cameraId && limits?.mayTakePicture(now)) {
      takePicture(decided.accessId, cameraId);
    }
  }

  #leaveOut(doorId: string): void {
    const at = this.#doors.get(doorId);
    if (at) {
      at.leftOut += 1;
    }
    this.#cancelTelling ??= this.#parts.clock.after(TELL_LEFT_OUT_MS, () => {
      this.#cancelTelling = undefined;
      for (const [id, reader] of this.#doors) {
        if (reader.leftOut > 0) {
          this.#parts.log.warn(
            { doorId: id, readings: reader.leftOut },
            "readings that were not written down",
          );
          reader.leftOut = 0;
        }
      }
    });
  }
}

/** Also at a reader that types its cards: somebody may have taken its keys for a keypad. */
const mayBeTyped = ({ reader }: Door, { kind, key }: Held): boolean =>
  kind === "pin" || (reader?.kind === "keyboard-wedge" && couldBePin(key));
