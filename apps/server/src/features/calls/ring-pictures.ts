import type { RingPictureAsked, Services } from "../../platform/context.ts";
import { withPictures } from "../../platform/kept-pictures.ts";
import { readPicture } from "../../platform/pictures.ts";
import type { Working } from "../../platform/rounds.ts";
import type { HangingCamera } from "../cameras/recent-picture.ts";
import { entranceCameraOf } from "../clips/clip-keeping.ts";
import { deleteOldRingPictures, hasRingPicture, insertRingPicture } from "./ring-pictures.queries.ts";

/** What a camera shows about now; undefined where it shows nothing. */
type Look = (camera: HangingCamera) => Promise<{ jpeg: Uint8Array; at: Date } | undefined>;

/**
 * Keeps what the entrance's camera shows when somebody rings a home: once for each ringing, beside it and after it.
 * Where there is none, that is noted in the log and nowhere else.
 */
export class RingPictures implements Working {
  readonly #services: Services;
  readonly #look: Look;
  /** Ringings whose picture is on its way. */
  readonly #underway = new Map<string, Promise<void>>();
  /** What is being written down of them. */
  readonly #writing = new Set<Promise<void>>();
  #isStopped = false;

  constructor(services: Services, look: Look) {
    this.#services = services;
    this.#look = look;
  }

  start(): void {
    this.#isStopped = false;
  }

  /** A camera that is still asked is waited for no longer. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.allSettled(this.#writing);
  }

  /** Begins, and comes back at once. It never throws. */
  keep(asked: RingPictureAsked): void {
    const { ringingId } = asked;
    if (this.#underway.has(ringingId)) {
      return;
    }
    const kept = this.#keep(asked)
      .catch((error: unknown) =>
        this.#services.log.warn({ err: error, ringingId }, "the picture of a ring was not kept"),
      )
      .finally(() => this.#underway.delete(ringingId));
    this.#underway.set(ringingId, kept);
  }

  /** Resolves when none is on its way. */
  async settled(): Promise<void> {
    await Promise.all(this.#underway.values());
  }

  async #keep(asked: RingPictureAsked): Promise<void> {
    const { db, log } = this.#services;
    const { buildingId, ringingId } = asked;
    const [camera, isKept] = await Promise.all([
      entranceCameraOf(this.#services, buildingId),
      hasRingPicture(db, ringingId),
    ]);
    if (camera === undefined || isKept) {
      return;
    }
    const seen = await this.#look({ buildingId, ...camera });
    if (this.#isStopped) {
      return;
    }
    if (seen === undefined) {
      log.info({ cameraId: camera.cameraId, ringingId }, "a ring has no picture: the camera showed nothing");
      return;
    }
    const written = this.#write(asked, seen);
    this.#writing.add(written);
    await written.finally(() => this.#writing.delete(written));
  }

  async #write(
    { buildingId, ringingId, callId }: RingPictureAsked,
    { jpeg, at }: { jpeg: Uint8Array; at: Date },
  ) {
    // Its share is its building's: one where much is rung keeps no other's waiting.
    const { bytes } = await readPicture(new Blob([new Uint8Array(jpeg)]), "picture", buildingId);
    await withPictures(this.#services, async (trx, keep) => {
      const fileId = await keep("ring", bytes);
      await insertRingPicture(trx, { ringingId, callId, fileId, takenAt: at });
    });
  }
}

/** Who stood at the entrance is kept as long as strangers who were written down there: as what the building noticed. */
export async function tidyRingPictures({ db, clock, log }: Services): Promise<void> {
  const count = await deleteOldRingPictures(db, clock.now());
  if (count > 0) {
    log.info({ count }, "let pictures of rings go that were kept long enough");
  }
}
