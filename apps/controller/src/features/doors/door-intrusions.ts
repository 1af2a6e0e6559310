import { INTRUSION_PICTURES } from "@umbral/contract/alarms/intrusions.contract";
import type { Cancel, Clock } from "../../platform/clock.ts";
import type { FactQueue } from "../../platform/facts.ts";
import type { DoorConfiguration } from "./doors.feature.ts";

export interface DoorIntrusionsParts {
  clock: Clock;
  facts: FactQueue;
  newId: () => string;
  /** Takes the picture of an opening, in its own time. */
  takePicture: (openingId: string, cameraId: string) => void;
  /** Hands on so many pictures of a camera, in their own time. @returns what ends it before */
  takeSequence: (cameraId: string, pictures: number, take: (jpeg: Uint8Array) => void) => Cancel;
  /** Writes down that an intrusion began. */
  begin: (noticed: {
    kind: "door-forced" | "door-held";
    cameraId: string | null;
    doorId: string;
    at: Date;
  }) => { picture(cameraId: string, jpeg: Uint8Array, at: Date): void; end(at: Date): void };
}

/** Writes down what is wrong with a door, with pictures of its camera. A forced door is an opening as well. */
export class DoorIntrusions {
  readonly #parts: DoorIntrusionsParts;
  /** The pictures that are being taken, by door. */
  readonly #sequences = new Map<string, Cancel>();

  constructor(parts: DoorIntrusionsParts) {
    this.#parts = parts;
  }

  /** @returns what says that it is over */
  begin(kind: "door-forced" | "door-held", { id: doorId, cameraId }: DoorConfiguration): () => void {
    const { clock, facts, newId, takePicture, takeSequence, begin } = this.#parts;
    const at = clock.date();
    if (kind === "door-forced") {
      const opened = { openingId: newId(), doorId, origin: "UNKNOWN", orderId: null } as const;
      facts.record({ kind: "door-opened", at: at.toISOString(), isCertain: true, ...opened });
      if (cameraId) {
        takePicture(opened.openingId, cameraId);
      }
    }
    const intrusion = begin({ kind, cameraId, doorId, at });
    if (cameraId) {
      const take = (jpeg: Uint8Array) => intrusion.picture(cameraId, jpeg, clock.date());
      this.#sequences.get(doorId)?.();
      this.#sequences.set(doorId, takeSequence(cameraId, INTRUSION_PICTURES, take));
    }
    return () => intrusion.end(clock.date());
  }

  /** Takes no more pictures. */
  stop(): void {
    for (const end of this.#sequences.values()) {
      end();
    }
    this.#sequences.clear();
  }
}
