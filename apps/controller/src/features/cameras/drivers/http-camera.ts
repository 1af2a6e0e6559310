import type { IncomingMessage } from "node:http";
import { DeviceAway, isCertificateTrouble, requestOnce } from "../../../platform/device-request.ts";
import { CameraFailure } from "../camera-driver.ts";

/**
 * Asks a camera for its pictures over HTTP, with the name and password of its address. Errors tell the kind of
 * failure and never the address.
 */
export async function askCamera(address: string, signal: AbortSignal): Promise<IncomingMessage> {
  try {
    return accepted(await requestOnce(address, { signal }));
  } catch (error) {
    if (error instanceof DeviceAway) {
      const isCertificate = isCertificateTrouble(error.code);
      throw new CameraFailure(
        `the camera cannot be reached: ${error.code}`,
        isCertificate ? "bad-certificate" : "unreachable",
      );
    }
    throw error;
  }
}

function accepted(response: IncomingMessage): IncomingMessage {
  if (response.statusCode === 200) {
    return response;
  }
  response.destroy();
  const status = response.statusCode ?? 0;
  if (status >= 300 && status < 400) {
    // Not followed: the password would be shown there.
    throw new CameraFailure("the camera sends elsewhere", "elsewhere");
  }
  throw response.statusCode === 401 || response.statusCode === 403
    ? passwordRefused()
    : new CameraFailure(`the camera answered ${response.statusCode}`, "not-there");
}

const passwordRefused = () =>
  new CameraFailure("the camera refused the name or password", "refused-password");
