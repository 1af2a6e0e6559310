import {
  ControllerFact,
  FACTS_BATCH,
  type reportFacts,
} from "@umbral/contract/controllers/controller-facts.contract";
import type { z } from "zod";

type Told = z.input<typeof ControllerFact>;
/** A fact before it has its number. */
type NewFact = Told extends infer Fact ? (Fact extends { seq: number } ? Omit<Fact, "seq"> : never) : never;

const AGAIN_MS = 1000;

interface Waiting {
  fact: ControllerFact;
  kept: () => void;
}

/** What happened in a building, numbered and told in order, in batches, until the server has it. */
export class LightFacts {
  readonly #report: (facts: ControllerFact[]) => Promise<z.output<typeof reportFacts.reply>>;
  #waiting: Waiting[] = [];
  #next: number | undefined;
  #isTelling = false;

  constructor(report: (facts: ControllerFact[]) => Promise<z.output<typeof reportFacts.reply>>) {
    this.#report = report;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** The line is there, and the server has every fact up to this number. */
  begin(acknowledged: number): void {
    this.#next ??= acknowledged + 1;
    this.#forget(acknowledged);
    void this.#tell();
  }

  /** Resolves when the server has it. */
  add(fact: NewFact): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#next === undefined) {
        reject(new Error("no number before the first sign-in"));
        return;
      }
      this.#waiting.push({ fact: ControllerFact.parse({ ...fact, seq: this.#next }), kept: resolve });
      this.#next += 1;
      void this.#tell();
    });
  }

  async #tell(): Promise<void> {
    if (this.#isTelling) {
      return;
    }
    this.#isTelling = true;
    try {
      while (this.#waiting.length > 0) {
        const batch = this.#waiting.slice(0, FACTS_BATCH).map(({ fact }) => fact);
        const { acknowledged } = await this.#report(batch);
        this.#forget(acknowledged);
      }
    } catch {
      // The line is away, or the server: what waits is told with the next line, or in a moment.
      setTimeout(() => void this.#tell(), AGAIN_MS).unref();
    } finally {
      this.#isTelling = false;
    }
  }

  #forget(acknowledged: number): void {
    const told = this.#waiting.filter(({ fact }) => fact.seq <= acknowledged);
    this.#waiting = this.#waiting.filter(({ fact }) => fact.seq > acknowledged);
    for (const { kept } of told) {
      kept();
    }
  }
}
