import type { ImportProgress } from "@umbral/contract/buildings/import.contract";
import type { Services } from "../../platform/context.ts";
import { session } from "../../platform/live.ts";
import { Refused } from "../../platform/refused.ts";
import { Turns } from "../../platform/turns.ts";

/** Told no more often than an eye follows. */
const TELL_MS = 100;

interface Asked {
  sessionId: string;
  /** Without one nobody wants to hear of it. */
  importId: string | undefined;
  /** Aborted when whoever asked hung up. */
  hungUp: AbortSignal;
}

/** An import on its way: tells who asked how far it is, and ends when they no longer wait for it. */
export class Importing {
  readonly turns = new Turns(() => this.#goOn());
  readonly #services: Services;
  readonly #asked: Asked;
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(services: Services, asked: Asked) {
    this.#services = services;
    this.#asked = asked;
  }

  /** @throws {Refused} IMPORT_CANCELLED when nobody waits for it any more */
  isAt(stage: "reading" | "checking" | "saving", row: number, rows: number): void {
    const now = this.#services.clock.steadyMs();
    if (row === rows || now - this.#toldAt >= TELL_MS) {
      this.#goOn();
      this.#toldAt = now;
      this.#tell({ stage, row, rows });
    }
  }

  /** The last word, also for who hung up and does not know whether that came in time. */
  endedAs(stage: "saved" | "dropped"): void {
    this.#tell({ stage, row: 0, rows: 0 });
  }

  #goOn(): void {
    if (this.#asked.hungUp.aborted) {
      throw new Refused("IMPORT_CANCELLED");
    }
  }

  #tell(progress: Omit<ImportProgress, "importId">): void {
    const { sessionId, importId } = this.#asked;
    if (importId !== undefined) {
      this.#services.live.tell(session(sessionId), "import:progress", { importId, ...progress });
    }
  }
}
