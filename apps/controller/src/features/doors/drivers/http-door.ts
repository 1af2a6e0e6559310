import type { RelayDriver } from "@umbral/contract/doors/door-devices";
import type { z } from "zod";
import { askRelay } from "../../../platform/http-relay.ts";
import type { DoorDriver, MoveOrder } from "../door-driver.ts";

/** Relays on a building's own network answer within tenths of a second; one that takes longer is in trouble. */
const HTTP_RELAY_TIMEOUT_MS = 1000;

type HttpRelay = Extract<z.infer<typeof RelayDriver>, { kind: "http" }>;

/**
 * A relay that listens on the building's own network (Shelly and its kin). One opening is one request:
 * the device times its pulse itself and lets go by itself when this controller dies, so its own timer
 * must be set. It never takes a request twice, because none is ever sent again.
 */
export class HttpDoor implements DoorDriver {
  readonly timeoutMs = HTTP_RELAY_TIMEOUT_MS;
  readonly #relay: HttpRelay;

  constructor(relay: HttpRelay) {
    this.#relay = relay;
  }

  start(): void {
    // The device's own timer holds and releases.
  }

  open(order: MoveOrder): Promise<void> {
    return askRelay(this.#relay.openAddress, order);
  }

  async close(order: MoveOrder): Promise<void> {
    if (this.#relay.closeAddress === null) {
      throw new Error("this relay has no address for closing");
    }
    await askRelay(this.#relay.closeAddress, order);
  }

  stop(): void {
    // The device's own timer releases.
  }
}
