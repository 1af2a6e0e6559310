import type { InputDriver as DriverSettings } from "@umbral/contract/inputs/input-devices";
import type { Clock } from "../../../platform/clock.ts";
import { HttpPoll } from "../../../platform/http-poll.ts";
import type { Log } from "../../../platform/log.ts";
import type { InputDriver } from "../input-driver.ts";

/** An input whose device answers with its state when it is asked. */
export class HttpInput implements InputDriver {
  readonly #poll: HttpPoll;

  constructor(input: Extract<DriverSettings, { kind: "http" }>, { clock, log }: { clock: Clock; log: Log }) {
    const { address, everyMs, closedText, openText, path, method, body, auth, certificate } = input;
    const asked = { address, everyMs, yesText: closedText, noText: openText, name: "an input" };
    this.#poll = new HttpPoll({ ...asked, path, means: { method, body, auth, certificate }, clock, log });
  }

  start(tell: (isClosed: boolean | null, why?: string) => void): void {
    this.#poll.start(tell);
  }

  stop(): void {
    this.#poll.stop();
  }
}
