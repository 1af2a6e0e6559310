import type { SimulatedDoor } from "@umbral/simulated-building/door";
import type { ContactDriver, LeafPosition } from "../contact-driver.ts";

/** The sensor in the frame of a simulated door. */
export class SimulatedContact implements ContactDriver {
  readonly #door: SimulatedDoor;
  #unhear: () => void = () => undefined;

  constructor(door: SimulatedDoor) {
    this.#door = door;
  }

  start(tell: (position: LeafPosition) => void): void {
    this.#unhear = this.#door.onLeafMoved(tell);
    tell(this.#door.position);
  }

  stop(): void {
    this.#unhear();
  }
}
