import { request as plainRequest } from "node:http";
import { request as secureRequest } from "node:https";
import type { RelayDriver } from "@umbral/contract/controllers/controllers.contract";
import type { z } from "zod";
import type { DoorDriver, MoveOrder } from "../door-driver.ts";

type HttpRelay = Extract<z.infer<typeof RelayDriver>, { kind: "http" }>;

/**
 * A relay that listens on the building's own network (Shelly and its kin). One opening is one request:
 * the device times its pulse itself and lets go by itself when this controller dies, so its own timer
 * must be set. It never takes a request twice, because none is ever sent again.
 */
export class HttpDoor implements DoorDriver {
  readonly #relay: HttpRelay;

  constructor(relay: HttpRelay) {
    this.#relay = relay;
  }

  start(): void {
    // The device's own timer holds and releases.
  }

  open(order: MoveOrder): Promise<void> {
    return call(this.#relay.openAddress, order);
  }

  async close(order: MoveOrder): Promise<void> {
    if (this.#relay.closeAddress === null) {
      throw new Error("this relay has no address for closing");
    }
    await call(this.#relay.closeAddress, order);
  }

  stop(): void {
    // The device's own timer releases.
  }
}

/**
 * One request on a connection of its own. A kept connection that turns out to be dead makes HTTP clients
 * send again, and then nobody knows whether the door opened once or twice.
 */
function call(address: string, { mayMove, signal }: MoveOrder): Promise<void> {
  return new Promise((resolve, reject) => {
    mayMove();
    const url = new URL(address);
    const send = url.protocol === "https:" ? secureRequest : plainRequest;
    const request = send(url, { agent: false, signal }, (response) => {
      response.resume();
      const status = response.statusCode ?? 0;
      if (status >= 200 && status < 300) {
        resolve();
      } else {
        reject(new Error(`the relay answered ${status}`));
      }
    });
    // The address may hold a password: only the kind of failure is told.
    request.on("error", (error) =>
      reject(new Error(`the relay cannot be reached: ${"code" in error ? error.code : error.name}`)),
    );
    request.end();
  });
}
