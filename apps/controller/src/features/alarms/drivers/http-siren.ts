import type { RelayDriver } from "@umbral/contract/doors/door-devices";
import { DigestMemory } from "../../../platform/device-request.ts";
import { askRelay } from "../../../platform/http-relay.ts";
import type { SirenDriver } from "../siren-driver.ts";

type HttpRelay = Extract<RelayDriver, { kind: "http" }>;

/** How long a stop may try to reach the relay before it gives up: the process is on its way out. */
const LAST_WORD_MS = 1000;

/** A siren on a relay of the building's own network: one address sounds it, another silences it. */
export class HttpSiren implements SirenDriver {
  readonly #relay: HttpRelay;
  readonly #digests = new DigestMemory();
  #mayBeSounding = false;

  constructor(relay: HttpRelay) {
    this.#relay = relay;
  }

  get mayBeSounding(): boolean {
    return this.#mayBeSounding;
  }

  async sound(signal: AbortSignal): Promise<void> {
    this.#mayBeSounding = true;
    await this.#ask(this.#relay.openAddress, signal);
  }

  async silence(signal: AbortSignal): Promise<void> {
    if (this.#relay.closeAddress === null) {
      throw new Error("this siren has no address for silence");
    }
    await this.#ask(this.#relay.closeAddress, signal);
    this.#mayBeSounding = false;
  }

  async stop(): Promise<void> {
    if (this.#mayBeSounding && this.#relay.closeAddress !== null) {
      // Nobody is left to hear that it failed; the device's own timer is the last to let go.
      await this.#ask(this.#relay.closeAddress, AbortSignal.timeout(LAST_WORD_MS)).catch(() => undefined);
    }
  }

  #ask(address: string, signal: AbortSignal): Promise<void> {
    return askRelay(address, { signal }, this.#relay, this.#digests);
  }
}
