import { canClose, type LockType } from "@umbral/contract/doors/doors.contract";
import type { SimulatedDoor } from "@umbral/simulated-building/door";
import type { z } from "zod";
import type { Clock } from "../../../platform/clock.ts";
import type { Log } from "../../../platform/log.ts";
import type { DoorDriver, MoveOrder } from "../door-driver.ts";
import { PulsedRelay } from "../pulsed-relay.ts";

/** A door of the simulated building, moved by the same relay logic as a real coil. */
export class SimulatedDoorDriver implements DoorDriver {
  readonly timeoutMs = 0;
  readonly free;
  readonly #door: SimulatedDoor;
  readonly #relay: PulsedRelay;
  readonly #closingRelay: PulsedRelay | undefined;

  constructor(options: {
    door: SimulatedDoor;
    localId: string;
    lockType: z.infer<typeof LockType>;
    clock: Clock;
    log: Log;
  }) {
    const { door, lockType, clock, log } = options;
    this.#door = door;
    door.lockType = lockType;
    this.#relay = new PulsedRelay({ coil: door.coil, clock, log });
    this.free = this.#relay;
    // The motor that closes is a contact of its own.
    this.#closingRelay = canClose(options.localId)
      ? new PulsedRelay({ coil: door.closingCoil, clock, log })
      : undefined;
  }

  get isNotAtRest(): boolean {
    return this.#relay.isNotAtRest;
  }

  start(): void {
    this.#relay.start();
    this.#closingRelay?.start();
  }

  open(order: MoveOrder): Promise<void> {
    return this.#relay.pulse(order);
  }

  async close(order: MoveOrder): Promise<void> {
    if (!this.#closingRelay) {
      throw new Error("this door has no motor that closes it");
    }
    await this.#closingRelay.pulse(order);
    this.#door.shut();
  }

  stop(): void {
    this.#relay.stop();
    this.#closingRelay?.stop();
  }
}
