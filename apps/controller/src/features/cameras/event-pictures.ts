import type { Clock } from "../../platform/clock.ts";
import type { FactQueue, NewFact } from "../../platform/facts.ts";
import type { Log } from "../../platform/log.ts";
import type { CamerasFeature } from "./cameras.feature.ts";

/** How long what happened waits for its picture. */
const PICTURE_WITHIN_MS = 5000;

interface EventPicturesParts {
  cameras: Pick<CamerasFeature, "takePicture">;
  facts: FactQueue;
  clock: Clock;
  log: Log;
}

/** Pictures of what happened at a door, told as facts of their own when they are there. */
export class EventPictures {
  readonly #parts: EventPicturesParts;

  constructor(parts: EventPicturesParts) {
    this.#parts = parts;
  }

  ofOpening(openingId: string, cameraId: string): void {
    void this.#take(cameraId, (picture) => ({ kind: "opening-picture", openingId, ...picture }));
  }

  ofAccess(accessId: string, cameraId: string): void {
    void this.#take(cameraId, (picture) => ({ kind: "access-picture", accessId, ...picture }));
  }

  async #take(
    cameraId: string,
    factOf: (picture: { at: string; cameraId: string; jpeg: Uint8Array }) => NewFact,
  ): Promise<void> {
    const { cameras, facts, clock, log } = this.#parts;
    let jpeg: Uint8Array | undefined;
    try {
      jpeg = await cameras.takePicture(cameraId, PICTURE_WITHIN_MS);
    } catch (error) {
      // Nobody waits for this: what fails here would end the process.
      log.error({ err: error, cameraId }, "the picture of what happened at a door could not be taken");
      return;
    }
    const at = clock.date().toISOString();
    if (jpeg) {
      facts.record(factOf({ at, cameraId, jpeg }));
    } else {
      log.warn({ cameraId }, "what happened at a door has no picture");
    }
  }
}
