import {
  type LineDamage,
  type LineForm,
  LONGEST_LINE,
  readingOf,
} from "@umbral/contract/cards/wiegand-lines";
import type { Clock } from "../../../platform/clock.ts";
import type { Log } from "../../../platform/log.ts";
import { type ReaderCondition, type ReaderDriver, ReaderTrouble } from "../reader-driver.ts";
import { type ByteStream, LINE_TROUBLE, type OpenStream } from "../serial/byte-stream.ts";

/** More than the fastest serial port carries in a second: no board speaks there. */
const MOST_BYTES_A_SECOND = 64 * 1024;
/** Some boards put these around a line, STX and ETX, beside what ends it or instead. */
const AROUND = ["\u0002", "\u0003"];

const damageSentences: Readonly<Record<LineDamage | "other", string>> = {
  form: "La línea no tiene la forma elegida: revisa la plantilla y la velocidad.",
  bits: "La tarjeta no tiene los bits elegidos, o se marcó una tecla y el lector no dice que tenga teclado.",
  parity: "La paridad no coincide: revisa los hilos D0 y D1, y la plantilla.",
  other: "Llegan líneas, pero ninguna con el prefijo elegido.",
};
const FLOOD =
  "Llega mucho más de lo que un lector puede decir: revisa que en esa dirección esté la placa del lector.";

export interface WiegandSerialParts {
  /** A serial port, or the address of a bridge. */
  line: string;
  baud: number;
  form: LineForm;
  hasKeypad: boolean;
  open: OpenStream;
  clock: Clock;
  log: Log;
}

/** A reader behind a board that prints each of its frames as a line of text. Nothing is ever written to the board. */
export class WiegandSerialReader implements ReaderDriver {
  readonly #parts: WiegandSerialParts;
  /** Ends what listens now; a later one is another. */
  #end: () => void = () => undefined;
  #damage: LineDamage | "other" | undefined;
  /** Once its lines were understood, those without the prefix are no news. */
  #wasRead = false;

  constructor(parts: WiegandSerialParts) {
    this.#parts = parts;
  }

  async start(
    onTag: (tag: string) => void,
    onLost: (why: Error) => void,
    onKeys: (keys: string) => void,
  ): Promise<void> {
    this.stop();
    const { line, baud, open, clock } = this.#parts;
    const life = new AbortController();
    let stream: ByteStream | undefined;
    this.#end = () => {
      life.abort();
      stream?.close();
    };
    const lose = (why: string) => {
      if (!life.signal.aborted) {
        this.stop();
        onLost(new ReaderTrouble(why));
      }
    };
    const hear = linesFrom(clock, (text) => this.#read(text, { onTag, onKeys }));
    stream = await open(line, baud, {
      onData: (bytes) => {
        if (!(life.signal.aborted || hear(bytes, life.signal))) {
          lose(FLOOD);
        }
      },
      onEnd: () => lose(LINE_TROUBLE),
    });
    if (life.signal.aborted) {
      // Stopped, or gone again, while it was being opened.
      stream.close();
      throw new ReaderTrouble(LINE_TROUBLE);
    }
  }

  condition(): ReaderCondition {
    // Whoever touches a Wiegand reader's wires can speak for it; of the line to its board nothing is known.
    const state = { isSecure: null, isTampered: false, hasPower: true };
    return this.#damage === undefined ? state : { ...state, damage: damageSentences[this.#damage] };
  }

  stop(): void {
    this.#end();
    this.#end = () => undefined;
    this.#damage = undefined;
  }

  #read(
    text: string,
    { onTag, onKeys }: { onTag: (tag: string) => void; onKeys: (keys: string) => void },
  ): void {
    const { form, hasKeypad } = this.#parts;
    const reading = readingOf(text, form, hasKeypad);
    switch (reading.kind) {
      case "card":
        this.#wasRead = true;
        this.#damage = undefined;
        onTag(reading.tag);
        break;
      case "keys":
        this.#wasRead = true;
        this.#damage = undefined;
        onKeys(reading.keys);
        break;
      case "other":
        if (!this.#wasRead) {
          this.#note("other");
        }
        break;
      case "damaged":
        this.#note(reading.why);
    }
  }

  /** Said once, however often it comes. Never with the line: it may be somebody's card. */
  #note(damage: LineDamage | "other"): void {
    if (this.#damage !== damage) {
      this.#damage = damage;
      this.#parts.log.warn({ damage }, "a card was misread");
    }
  }
}

/**
 * Makes lines of the bytes that come, wherever they are cut. What is longer than any line is told as one that is too long.
 * @returns false once more comes than a board can say
 */
function linesFrom(
  clock: Clock,
  onLine: (text: string) => void,
): (bytes: Buffer, life: AbortSignal) => boolean {
  let rest = "";
  let isTooLong = false;
  let second = { begunAt: Number.NEGATIVE_INFINITY, bytes: 0 };
  return (bytes, life) => {
    const now = clock.now();
    if (now - second.begunAt >= 1000) {
      second = { begunAt: now, bytes: 0 };
    }
    second.bytes += bytes.length;
    if (second.bytes > MOST_BYTES_A_SECOND) {
      return false;
    }
    const heard = AROUND.reduce((text, mark) => text.replaceAll(mark, "\n"), bytes.toString("latin1"));
    const lines = (rest + heard).split(/[\r\n]+/);
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (line.trim() !== "" && !isTooLong && !life.aborted) {
        onLine(line);
      }
      isTooLong = false;
    }
    if (rest.length > LONGEST_LINE) {
      if (!isTooLong) {
        onLine(rest);
      }
      // The rest of it is no line of its own.
      isTooLong = true;
      rest = "";
    }
    return true;
  };
}
