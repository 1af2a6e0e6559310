import { takeLogin } from "../../../platform/device-login.ts";
import { CameraFailure } from "../camera-driver.ts";
import { type RtspAnswer, RtspLine } from "./rtsp-line.ts";

/**
 * Asks a camera for its stream before ffmpeg does, which follows a camera that sends it elsewhere and shows the
 * password there. A camera that asks for no password is not asked: there is nothing that could be carried on.
 * @throws {CameraFailure} for a camera that sends elsewhere, refuses the password or is not there
 */
export async function greetCamera(address: string, signal: AbortSignal): Promise<void> {
  const { url, login } = takeLogin(address);
  if (!login || signal.aborted) {
    return;
  }
  const line = new RtspLine(url, login, {
    onPacket: () => undefined,
    onPause: () => undefined,
    isAwaited: () => true,
  });
  const end = () => line.end();
  signal.addEventListener("abort", end, { once: true });
  try {
    refuse(await line.ask("DESCRIBE", url.href, ["Accept: application/sdp"]));
  } finally {
    signal.removeEventListener("abort", end);
    line.end();
  }
}

/** @throws {CameraFailure} for an answer with which nothing can be gone on with, whoever asks */
export function refuse({ status }: RtspAnswer): void {
  if (status >= 300 && status < 400) {
    throw new CameraFailure("the camera sends elsewhere, where its password is not told", "elsewhere");
  }
  if (status === 401 || status === 403) {
    throw new CameraFailure("the camera refused the name or password", "refused-password");
  }
  if (status === 404) {
    throw new CameraFailure("the camera has no such stream", "not-there");
  }
}
