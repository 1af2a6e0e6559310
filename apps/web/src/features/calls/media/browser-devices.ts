import type { Devices } from "./local-media.ts";

/** `insecure`: the address is not https, and browsers then hide camera and microphone. */
export type Support = "full" | "insecure" | "none";

/** What this browser can do for a call. */
export function callSupport(): Support {
  if (typeof RTCPeerConnection === "undefined") {
    return "none";
  }
  return navigator.mediaDevices === undefined ? "insecure" : "full";
}

/** Thrown in the words of the browser where there are no devices to speak of. */
function notFound(): never {
  throw new DOMException("This page cannot use camera and microphone", "NotFoundError");
}

export const browserDevices: Devices = {
  async open(constraints) {
    const stream = await (navigator.mediaDevices?.getUserMedia(constraints) ?? notFound());
    return stream.getTracks();
  },
  async permission(kind) {
    try {
      // Newer names than the type's list; who does not know them throws.
      const name = (kind === "audio" ? "microphone" : "camera") as PermissionName;
      return (await navigator.permissions.query({ name })).state;
    } catch {
      return "unknown";
    }
  },
  async cameraIds() {
    const devices = await navigator.mediaDevices.enumerateDevices();
    return devices.filter(({ kind }) => kind === "videoinput").map(({ deviceId }) => deviceId);
  },
};
