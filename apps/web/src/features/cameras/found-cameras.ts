import type { CameraStream, FoundCamera } from "@umbral/contract/cameras/camera-search";
import type { CameraSource } from "@umbral/contract/cameras/camera-source";

/** What a camera is called that says no name. */
export const NAMELESS = "Cámara sin nombre";

/** The machine in an address, without its port. */
export const machineOf = (address: string): string =>
  /^[a-z]+:\/\/(?:[^@/]*@)?([^/:?]+)/i.exec(address)?.[1]?.toLowerCase() ?? "";

/** Is a found camera one that the building has already? */
export const isKnown = (found: FoundCamera, sources: readonly CameraSource[]): boolean =>
  sources.some((source) => "address" in source && machineOf(source.address) === machineOf(found.address));

/** An address with the name and password that were typed, as the form of a camera has them. */
export function withLogin(address: string, username: string, password: string): string {
  if (username === "") {
    return address;
  }
  const login = [username, password].map(encodeURIComponent).join(":");
  return address.replace("://", `://${login}@`);
}

/** What a stream is, in a line: `Principal · 1920 × 1080 · H264`. */
export function streamWords({ name, width, height, codec }: CameraStream): string {
  const size = width === null || height === null ? null : `${width} × ${height}`;
  return [name ?? "Video", size, codec].filter((word) => word !== null).join(" · ");
}
