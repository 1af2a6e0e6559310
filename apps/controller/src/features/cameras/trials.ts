import type { CameraSource } from "@umbral/contract/cameras/camera-source";
import type { CameraTrialAnswer } from "@umbral/contract/controllers/controller-orders.contract";
import type { Clock } from "../../platform/clock.ts";
import { Refusal } from "../../platform/connection.ts";
import type { CameraDriver } from "./camera-driver.ts";
import { tryCamera } from "./camera-trial.ts";
import type { CameraConfiguration } from "./cameras.feature.ts";

/** Devices that are tried at once: each may start a program of its own. */
const TRIALS_AT_ONCE = 3;
/** A camera that is tried has no row yet, nor an id. */
const TRIAL_CAMERA = "00000000-0000-7000-8000-000000000000";

/** Tries devices whose address somebody types: a few at a time, because they type while it runs. */
export class Trials {
  readonly #parts: { clock: Clock; makeCamera: (camera: CameraConfiguration) => CameraDriver };
  #underWay = 0;

  constructor(parts: { clock: Clock; makeCamera: (camera: CameraConfiguration) => CameraDriver }) {
    this.#parts = parts;
  }

  /** @throws {Refusal} when too many run */
  async inTurn<Answer>(trial: () => Promise<Answer>): Promise<Answer> {
    if (this.#underWay >= TRIALS_AT_ONCE) {
      throw new Refusal("TOO_OFTEN");
    }
    this.#underWay += 1;
    try {
      return await trial();
    } finally {
      this.#underWay -= 1;
    }
  }

  camera(source: CameraSource, withinMs: number): Promise<CameraTrialAnswer> {
    const { clock, makeCamera } = this.#parts;
    return this.inTurn(() => {
      const settings = { name: "Prueba", framesPerSecond: 5, width: 1280, motion: null };
      return tryCamera(makeCamera({ id: TRIAL_CAMERA, source, ...settings }), withinMs, clock);
    });
  }
}
