import type { AccessOutcome } from "@umbral/contract/access-control/decision";
import { keypadWaitMs, WRONG_CODE_FORGIVEN_MS } from "@umbral/contract/access-control/pins";
import { z } from "zod";
import type { Cancel, Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import type { Store } from "../../platform/store.ts";
import { keypadQueries } from "./access-list.queries.ts";
import { canBePin, Keypad } from "./keypad.ts";

/** So many wrong codes are no slip of the hand any more: the lobby is told. */
const TOLD_FROM_WRONG_CODES = 3;
/** Nobody has typed a wrong code for so long after a keypad takes codes again: it is over. */
const OVER_AFTER_MS = 10 * 60_000;
/** A QR that is held to a reader is read again and again: it was meant once. */
const ONE_SCAN_MS = 2000;
/** Red is shown this often at most while a keypad waits, however fast somebody types. */
const RED_EVERY_MS = 1000;

interface Door {
  id: string;
  cameraId: string | null;
}

export interface KeypadsParts {
  store: Store;
  clock: Clock;
  log: Log;
  /** Digits of the longest code that there is; 0 while none is known. */
  longest: () => number;
  /** Decides on a code. */
  enter: (doorId: string, digits: string) => AccessOutcome;
  show: (doorId: string, outcome: "refused") => void;
  /** Somebody tries codes at this door. @returns what to call when that is over */
  intrude: (door: Door) => () => void;
}

interface KeypadInUse {
  keypad: Keypad;
  /** What was held to the reader last, as a whole. */
  scanned: { code: string; at: number };
  shownAt: number;
  cancelEnd: Cancel | undefined;
  cancelForgiving: Cancel | undefined;
  trouble: { end: () => void; cancel: Cancel } | undefined;
}

/**
 * The keypads of a building: a code is decided on as soon as it is typed, and after a wrong one its keypad takes none for
 * a while. What is typed is in memory for as long as somebody types, and nowhere else.
 */
export class Keypads {
  readonly #parts: KeypadsParts;
  readonly #write;
  readonly #startedAt: number;
  readonly #keypads = new Map<string, KeypadInUse>();
  /** Wrong codes of the process before this one, by door. */
  #before = new Map<string, number>();
  #doors = new Map<string, Door>();

  constructor(parts: KeypadsParts) {
    this.#parts = parts;
    this.#write = parts.store.command(keypadQueries.write);
    this.#startedAt = parts.clock.now();
  }

  start(): void {
    const { store, log } = this.#parts;
    try {
      const Row = z.object({ doorId: z.string(), wrongCodes: z.number().int() });
      const rows = store.query(keypadQueries.all, Row).all();
      this.#before = new Map(rows.map(({ doorId, wrongCodes }) => [doorId, wrongCodes]));
    } catch (error) {
      log.error({ err: error }, "earlier wrong codes could not be read");
    }
  }

  configure(doors: readonly Door[]): void {
    this.#doors = new Map(doors.map(({ id, cameraId }) => [id, { id, cameraId }]));
    for (const [doorId, inUse] of this.#keypads) {
      if (!this.#doors.has(doorId)) {
        this.#forget(inUse);
        this.#keypads.delete(doorId);
      }
    }
    for (const doorId of this.#doors.keys()) {
      // Also where nobody types any more: what the process before this one kept is forgiven too.
      if ((this.#before.get(doorId) ?? 0) > 0) {
        this.#inUse(doorId);
      }
    }
  }

  stop(): void {
    for (const inUse of this.#keypads.values()) {
      this.#forget(inUse);
    }
    this.#keypads.clear();
  }

  /** Keys were pressed at a door, one or several. */
  type(doorId: string, keys: string): void {
    const door = this.#doors.get(doorId);
    if (!door) {
      return;
    }
    const inUse = this.#inUse(doorId);
    for (const key of keys) {
      const now = this.#parts.clock.now();
      const code = inUse.keypad.press(key, now, this.#parts.longest());
      if (code === "waits") {
        this.#showRed(doorId, inUse, now);
        return;
      }
      if (code !== undefined) {
        this.#enter(door, inUse, code);
      }
    }
    this.#endLater(door, inUse);
  }

  /** A whole code was held to the reader of a door, as a QR says it: the same as typed, and slowed as that. */
  scan(doorId: string, code: string): void {
    const door = this.#doors.get(doorId);
    if (!door) {
      return;
    }
    const inUse = this.#inUse(doorId);
    const now = this.#parts.clock.now();
    const isStill = inUse.scanned.code === code && now - inUse.scanned.at < ONE_SCAN_MS;
    inUse.scanned = { code, at: now };
    if (now < inUse.keypad.waitsUntil) {
      this.#showRed(doorId, inUse, now);
    } else if (!isStill) {
      this.#enter(door, inUse, code);
    }
  }

  #inUse(doorId: string): KeypadInUse {
    const known = this.#keypads.get(doorId);
    if (known) {
      return known;
    }
    const keypad = new Keypad(this.#before.get(doorId) ?? 0, this.#startedAt);
    const never = Number.NEGATIVE_INFINITY;
    const scanned = { code: "", at: never };
    const made: KeypadInUse = {
      ...{ keypad, scanned, shownAt: never },
      ...{ cancelEnd: undefined, cancelForgiving: undefined, trouble: undefined },
    };
    this.#keypads.set(doorId, made);
    this.#forgiveLater(doorId, made);
    return made;
  }

  /** What is forgiven leaves the disk too: else the next process would let its keypad wait for what was long ago. */
  #forgiveLater(doorId: string, inUse: KeypadInUse): void {
    const { clock } = this.#parts;
    inUse.cancelForgiving?.();
    inUse.cancelForgiving = undefined;
    if (inUse.keypad.wrongCodesAt(clock.now()) === 0) {
      return;
    }
    inUse.cancelForgiving = clock.after(WRONG_CODE_FORGIVEN_MS, () => {
      this.#keep(doorId, inUse.keypad.wrongCodesAt(clock.now()));
      this.#forgiveLater(doorId, inUse);
    });
  }

  /** One timer a keypad, however fast somebody types. */
  #endLater(door: Door, inUse: KeypadInUse): void {
    const { clock } = this.#parts;
    const { endsAt } = inUse.keypad;
    if (endsAt === undefined || inUse.cancelEnd) {
      return;
    }
    inUse.cancelEnd = clock.after(Math.max(0, endsAt - clock.now()), () => {
      inUse.cancelEnd = undefined;
      const due = inUse.keypad.endsAt;
      if (due !== undefined && due > clock.now()) {
        this.#endLater(door, inUse);
        return;
      }
      const code = inUse.keypad.take();
      // A few digits that somebody left behind are no code, and tell them nothing.
      if (code !== undefined && canBePin(code)) {
        this.#enter(door, inUse, code);
      }
    });
  }

  #enter(door: Door, inUse: KeypadInUse, code: string): void {
    const { enter, show, clock, log } = this.#parts;
    if (!canBePin(code)) {
      show(door.id, "refused");
      return;
    }
    try {
      if (enter(door.id, code) !== "unknown") {
        return;
      }
    } catch (error) {
      log.error({ err: error, doorId: door.id }, "a code could not be decided on");
      show(door.id, "refused");
    }
    inUse.keypad.isWrong(clock.now());
    this.#keep(door.id, inUse.keypad.wrongCodesAt(clock.now()));
    this.#forgiveLater(door.id, inUse);
    this.#tell(door, inUse);
  }

  #keep(doorId: string, wrongCodes: number): void {
    try {
      this.#write.run(doorId, wrongCodes);
    } catch (error) {
      this.#parts.log.error(
        { err: error, doorId },
        "how many wrong codes there were could not be kept; their keypad waits all the same",
      );
    }
  }

  #tell(door: Door, inUse: KeypadInUse): void {
    const { clock, intrude } = this.#parts;
    const wrongCodes = inUse.keypad.wrongCodesAt(clock.now());
    if (wrongCodes < TOLD_FROM_WRONG_CODES) {
      return;
    }
    inUse.trouble?.cancel();
    const end = inUse.trouble?.end ?? intrude(door);
    const cancel = clock.after(keypadWaitMs(wrongCodes) + OVER_AFTER_MS, () => {
      inUse.trouble = undefined;
      end();
    });
    inUse.trouble = { end, cancel };
  }

  #showRed(doorId: string, inUse: KeypadInUse, now: number): void {
    if (now - inUse.shownAt >= RED_EVERY_MS) {
      inUse.shownAt = now;
      this.#parts.show(doorId, "refused");
    }
  }

  #forget(inUse: KeypadInUse): void {
    inUse.cancelEnd?.();
    inUse.cancelEnd = undefined;
    inUse.cancelForgiving?.();
    inUse.trouble?.cancel();
    inUse.trouble?.end();
    inUse.trouble = undefined;
  }
}
