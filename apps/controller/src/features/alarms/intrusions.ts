import { INTRUSION_PICTURES, type IntrusionKind } from "@umbral/contract/alarms/intrusions.contract";
import { z } from "zod";
import type { FactQueue } from "../../platform/facts.ts";
import type { Log } from "../../platform/log.ts";
import type { Store } from "../../platform/store.ts";
import { intrusionQueries } from "./intrusions.queries.ts";

export interface Noticed {
  kind: IntrusionKind;
  cameraId: string | null;
  doorId: string | null;
  /** The input that noticed it. */
  inputId?: string;
  /** A fire panel that frees no doors anew: what it said before goes on, or is over. */
  goesOn?: boolean;
  at: Date;
}

interface IntrusionsParts {
  store: Store;
  facts: FactQueue;
  newId: () => string;
  /** Keeps some seconds of its camera. @returns what to call when it is over */
  keepClip: (intrusionId: string, cameraId: string, noticed: Noticed) => () => void;
  log: Log;
}

/** An intrusion that goes on. */
export interface Intrusion {
  /** Adds a picture; those beyond what an intrusion may have are not kept. */
  picture(cameraId: string, jpeg: Uint8Array, at: Date): void;
  /** Only the first time counts. */
  end(at: Date): void;
}

/**
 * Writes down what cameras, doors and inputs notice. The disk knows which intrusions go on, so that the process
 * after one that was killed tells their end.
 */
export class Intrusions {
  readonly #parts: Omit<IntrusionsParts, "store">;
  readonly #queries;

  constructor(parts: IntrusionsParts) {
    this.#parts = parts;
    const { store } = parts;
    this.#queries = {
      begin: store.command(intrusionQueries.begin),
      goOn: store.command(intrusionQueries.goOn),
      end: store.command(intrusionQueries.end),
      all: store.query(intrusionQueries.all, z.object({ id: z.string(), lastAt: z.string() })),
    };
  }

  /** Ends what a killed process left open: when it was last seen to go on, since nobody knows more. */
  start(): void {
    const { facts, log } = this.#parts;
    for (const { id, lastAt } of this.#interrupted()) {
      log.warn({ intrusionId: id }, "the controller stopped in the middle of this intrusion");
      facts.record({ kind: "intrusion-ended", at: lastAt, intrusionId: id }, () => this.#queries.end.run(id));
    }
  }

  #interrupted(): { id: string; lastAt: string }[] {
    try {
      return this.#queries.all.all();
    } catch (error) {
      this.#parts.log.error({ err: error }, "earlier intrusions could not be read");
      return [];
    }
  }

  begin(noticed: Noticed): Intrusion {
    const { facts, newId, keepClip } = this.#parts;
    const { kind, cameraId, doorId, inputId, goesOn, at } = noticed;
    const intrusionId = newId();
    const of = { intrusion: kind, cameraId, doorId, inputId: inputId ?? null, ...(goesOn && { goesOn }) };
    facts.record({ kind: "intrusion-started", at: at.toISOString(), intrusionId, ...of }, () =>
      this.#queries.begin.run(intrusionId, at.toISOString()),
    );
    const endClip = cameraId ? keepClip(intrusionId, cameraId, noticed) : undefined;
    let pictures = 0;
    let hasEnded = false;
    return {
      picture: (fromCameraId, jpeg, takenAt) => {
        if (pictures < INTRUSION_PICTURES) {
          const position = pictures;
          pictures += 1;
          const taken = takenAt.toISOString();
          facts.record(
            { kind: "intrusion-picture", at: taken, intrusionId, cameraId: fromCameraId, position, jpeg },
            () => this.#queries.goOn.run(taken, intrusionId),
          );
        }
      },
      end: (endedAt) => {
        if (!hasEnded) {
          hasEnded = true;
          endClip?.();
          facts.record({ kind: "intrusion-ended", at: endedAt.toISOString(), intrusionId }, () =>
            this.#queries.end.run(intrusionId),
          );
        }
      },
    };
  }
}
