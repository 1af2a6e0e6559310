import type { DoorContact } from "@umbral/contract/doors/door-devices";
import type { Cancel, Clock } from "../../../platform/clock.ts";
import { readAddress } from "../../../platform/http-relay.ts";
import type { Log } from "../../../platform/log.ts";
import type { ContactDriver, LeafPosition } from "../contact-driver.ts";

const ANSWER_WITHIN_MS = 2000;

/**
 * A contact whose device answers with its state when it is asked (Shelly and its kin). While it does not
 * answer, or answers neither, the door is where it was last seen.
 */
export class HttpContact implements ContactDriver {
  readonly #contact: Extract<DoorContact, { kind: "http" }>;
  readonly #clock: Clock;
  readonly #log: Log;
  #cancelNext: Cancel | undefined;
  #stopped = new AbortController();
  #isKnown = true;

  constructor(contact: Extract<DoorContact, { kind: "http" }>, { clock, log }: { clock: Clock; log: Log }) {
    this.#contact = contact;
    this.#clock = clock;
    this.#log = log;
  }

  start(tell: (position: LeafPosition) => void): void {
    this.#stopped = new AbortController();
    void this.#ask(tell, this.#stopped.signal);
  }

  stop(): void {
    this.#stopped.abort();
    this.#cancelNext?.();
  }

  async #ask(tell: (position: LeafPosition) => void, stopped: AbortSignal): Promise<void> {
    const { address, everyMs, openText, closedText } = this.#contact;
    const tooLong = new AbortController();
    const cancel = this.#clock.after(ANSWER_WITHIN_MS, () => tooLong.abort());
    try {
      const answer = await readAddress(address, AbortSignal.any([stopped, tooLong.signal]));
      const isOpen = answer.includes(openText);
      if (isOpen === answer.includes(closedText)) {
        throw new Error("the contact says neither that it is open nor that it is closed");
      }
      this.#note(true);
      if (!stopped.aborted) {
        tell(isOpen ? "open" : "closed");
      }
    } catch (error) {
      if (!stopped.aborted) {
        this.#note(false, error);
      }
    } finally {
      cancel();
    }
    if (!stopped.aborted) {
      this.#cancelNext = this.#clock.after(everyMs, () => this.#ask(tell, stopped));
    }
  }

  /** One line for each time that it begins to fail, and one when it is back. */
  #note(isKnown: boolean, error?: unknown): void {
    if (isKnown !== this.#isKnown) {
      this.#isKnown = isKnown;
      this.#log.warn(isKnown ? {} : { err: error }, isKnown ? "a contact answers again" : "a contact failed");
    }
  }
}
