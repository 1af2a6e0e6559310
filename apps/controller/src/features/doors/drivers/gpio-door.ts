import type { Clock } from "../../../platform/clock.ts";
import { GpioHold } from "../../../platform/gpio/hold.ts";
import type { GpioLine, GpioPrograms } from "../../../platform/gpio/programs.ts";
import type { Log } from "../../../platform/log.ts";
import type { DoorDriver, FreeRelay, MoveOrder } from "../door-driver.ts";
import { PulsedRelay } from "../pulsed-relay.ts";

/** A relay on a pin of this computer: on opens, and off, at rest and by itself, locks. */
export class GpioDoor implements DoorDriver {
  readonly timeoutMs = 0;
  readonly free: FreeRelay;
  readonly #relay: PulsedRelay;

  constructor(parts: { line: GpioLine; programs: GpioPrograms; clock: Clock; log: Log }) {
    const { clock, log } = parts;
    this.#relay = new PulsedRelay({ coil: new GpioHold(parts), clock, log });
    this.free = this.#relay;
  }

  get isNotAtRest(): boolean {
    return this.#relay.isNotAtRest;
  }

  start(): void {
    this.#relay.start();
  }

  open(order: MoveOrder): Promise<void> {
    return this.#relay.pulse(order);
  }

  close(): Promise<void> {
    return Promise.reject(new Error("this relay has no pin that closes its door"));
  }

  stop(): void {
    this.#relay.stop();
  }
}
