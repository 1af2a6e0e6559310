import type { CameraTrialAnswer } from "@umbral/contract/controllers/controller-orders.contract";
import type { Clock } from "../../platform/clock.ts";
import { type CameraDriver, CameraFailure } from "./camera-driver.ts";

/**
 * Takes one picture with a driver of its own and leaves nothing behind: whoever types a camera's address
 * sees what it gives.
 */
export async function tryCamera(
  driver: CameraDriver,
  withinMs: number,
  clock: Clock,
): Promise<CameraTrialAnswer> {
  const end = new AbortController();
  const cancel = clock.after(withinMs, () => end.abort());
  let picture: Uint8Array | undefined;
  try {
    await driver.capture((jpeg) => {
      picture ??= jpeg;
      end.abort();
    }, end.signal);
  } catch (error) {
    if (picture === undefined) {
      const trouble = error instanceof CameraFailure ? error.trouble : "no-pictures";
      return { outcome: "failed", trouble: end.signal.aborted ? "too-slow" : trouble };
    }
  } finally {
    cancel();
  }
  if (picture !== undefined) {
    return { outcome: "picture", jpeg: picture };
  }
  return { outcome: "failed", trouble: end.signal.aborted ? "too-slow" : "no-pictures" };
}
