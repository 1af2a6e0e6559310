import type { Log } from "../../../platform/log.ts";
import type { Member, OsdpLines } from "../osdp/line.ts";
import type { Told } from "../osdp/messages.ts";
import { OsdpSession, type ReaderKey } from "../osdp/session.ts";
import { OsdpTrouble } from "../osdp/trouble.ts";
import type { ReaderCondition, ReaderDriver } from "../reader-driver.ts";

export interface OsdpReaderParts {
  /** A serial port or the address of a bridge, its speed, and the reader's address on it. */
  line: string;
  baud: number;
  address: number;
  /** Null without secure channel. */
  key: ReaderKey | null;
  lines: OsdpLines;
  log: Log;
}

/** A reader on an OSDP line. It is asked for its cards and keys again and again, and shows what came of them. */
export class OsdpReader implements ReaderDriver {
  readonly #parts: OsdpReaderParts;
  /** Older ones know only the checksum: who does not answer is asked in the other form the next time. */
  #usesCrc = true;
  #isAway = false;
  #leave: () => void = () => undefined;
  #session: OsdpSession | undefined;
  #housing = { isTampered: false, hasPower: true };

  constructor(parts: OsdpReaderParts) {
    this.#parts = parts;
  }

  async start(
    onTag: (tag: string) => void,
    onLost: (why: Error) => void,
    onKeys: (keys: string) => void,
    onTamper: (isTampered: boolean) => void,
  ): Promise<void> {
    this.stop();
    const { lines, line: name, baud, address, key, log } = this.#parts;
    const line = lines.line(name, baud);
    let isOver = false;
    const session = new OsdpSession({
      address,
      usesCrc: this.#usesCrc,
      key,
      isAway: this.#isAway,
      line,
      tell: (told) => {
        // An answer that was under way when it was stopped is of nobody's door any more.
        if (!isOver) {
          this.#hear(told, { onTag, onKeys, onTamper });
        }
      },
      onInstallation: () =>
        log.warn(
          "El lector está en modo de instalación: recibe ahora su llave nueva. Nadie más debe estar en la línea.",
        ),
    });
    const member: Member = {
      connect: () => session.connect(),
      turn: () => session.turn(),
      lost: (why) => {
        this.#session = undefined;
        this.#isAway = isNoAnswer(why);
        onLost(why instanceof Error ? why : new OsdpTrouble("line"));
      },
    };
    this.#leave = () => {
      isOver = true;
      line.leave(address, member);
    };
    try {
      await line.join(address, member);
    } catch (error) {
      this.#isAway = isNoAnswer(error);
      if (this.#isAway) {
        this.#usesCrc = !this.#usesCrc;
      }
      throw error;
    }
    this.#isAway = false;
    this.#session = session;
  }

  show(outcome: "granted" | "refused"): void {
    this.#session?.show(outcome);
  }

  condition(): ReaderCondition {
    return { ...this.#housing, isSecure: this.#parts.key !== null };
  }

  stop(): void {
    this.#session = undefined;
    this.#leave();
  }

  #hear(told: NonNullable<Told>, { onTag, onKeys, onTamper }: Listener): void {
    const { log } = this.#parts;
    if (told.kind === "keys") {
      onKeys(told.keys);
    } else if (told.kind === "housing") {
      const { isTampered, hasPower } = told;
      this.#housing = { isTampered, hasPower };
      onTamper(isTampered);
    } else if (told.tag === null) {
      log.warn("a card was misread");
    } else {
      onTag(told.tag);
    }
  }
}

const isNoAnswer = (why: unknown): boolean => why instanceof OsdpTrouble && why.reason === "no-answer";

interface Listener {
  onTag: (tag: string) => void;
  onKeys: (keys: string) => void;
  onTamper: (isTampered: boolean) => void;
}
