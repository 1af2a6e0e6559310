import type { DoorContact } from "@umbral/contract/doors/door-devices";
import type { Clock } from "../../../platform/clock.ts";
import { HttpPoll } from "../../../platform/http-poll.ts";
import type { Log } from "../../../platform/log.ts";
import type { ContactDriver, LeafPosition } from "../contact-driver.ts";

/**
 * A contact whose device answers with its state when it is asked (Shelly and its kin).
 */
export class HttpContact implements ContactDriver {
  readonly #poll: HttpPoll;

  constructor(contact: Extract<DoorContact, { kind: "http" }>, { clock, log }: { clock: Clock; log: Log }) {
    const { address, everyMs, openText, closedText, method, body, auth, certificate } = contact;
    const asked = { address, everyMs, yesText: openText, noText: closedText, name: "a contact" };
    this.#poll = new HttpPoll({ ...asked, means: { method, body, auth, certificate }, clock, log });
  }

  start(tell: (position: LeafPosition | null, why?: string) => void): void {
    this.#poll.start((isOpen, why) => tell(isOpen === null ? null : isOpen ? "open" : "closed", why));
  }

  stop(): void {
    this.#poll.stop();
  }
}
