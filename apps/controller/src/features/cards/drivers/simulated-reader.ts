import type { SimulatedReader } from "@umbral/simulated-building/reader";
import type { ReaderDriver } from "../reader-driver.ts";

/** A reader of the simulated building. */
export class SimulatedReaderDriver implements ReaderDriver {
  readonly #reader: SimulatedReader;

  constructor(reader: SimulatedReader) {
    this.#reader = reader;
  }

  async start(
    onTag: (tag: string) => void,
    _onLost: (why: Error) => void,
    onKeys: (keys: string) => void,
  ): Promise<void> {
    this.#reader.listen(onTag, onKeys);
  }

  show(outcome: "granted" | "refused"): void {
    this.#reader.show(outcome);
  }

  stop(): void {
    this.#reader.silence();
  }
}
