import { INTRUSION_PICTURES, type IntrusionKind } from "@umbral/contract/alarms/intrusions.contract";
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
  begin: (noticed: Noticed) => {
    picture(cameraId: string, jpeg: Uint8Array, at: Date): void;
    end(at: Date): void;
  };
}

interface Noticed {
  kind: IntrusionKind;
  cameraId: string | null;
  doorId: string | null;
  inputId?: string;
  goesOn?: boolean;
  at: Date;
}

/**
 * Writes down what is wrong with a door, or what an input says, with pictures of the door's camera. A forced door is an
 * opening as well.
 */
export class DoorIntrusions {
  readonly #parts: DoorIntrusionsParts;
  /** The pictures that are being taken, by camera. */
  readonly #sequences = new Map<string, Cancel>();

  constructor(parts: DoorIntrusionsParts) {
    this.#parts = parts;
  }

  /** @returns what says that it is over */
  begin(
    kind: "door-forced" | "door-held" | "wrong-codes",
    { id: doorId, cameraId }: Pick<DoorConfiguration, "id" | "cameraId">,
  ): () => void {
    const { clock, facts, newId, takePicture } = this.#parts;
    const at = clock.date();
    if (kind === "door-forced") {
      const opened = { openingId: newId(), doorId, origin: "UNKNOWN", orderId: null } as const;
      facts.record({ kind: "door-opened", at: at.toISOString(), isCertain: true, ...opened });
      if (cameraId) {
        takePicture(opened.openingId, cameraId);
      }
    }
    return this.notice(kind, { doorId, cameraId });
  }

  /** @returns what says that it is over */
  notice(kind: IntrusionKind, of: Omit<Noticed, "kind" | "at">): () => void {
    const { clock, takeSequence, begin } = this.#parts;
    const { cameraId } = of;
    const intrusion = begin({ kind, ...of, at: clock.date() });
    if (cameraId) {
      const take = (jpeg: Uint8Array) => intrusion.picture(cameraId, jpeg, clock.date());
      this.#sequences.get(cameraId)?.();
      this.#sequences.set(cameraId, takeSequence(cameraId, INTRUSION_PICTURES, take));
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
