import { useState } from "react";

/** A tablet that lies, and what is larger: as the desk's own columns begin. */
const ROOMY = "(min-width: 46em)";

/** Is there room beside what a phone shows alone? Looked at once: nothing moves under a finger when a device is turned. */
export function useIsRoomy(): boolean {
  const [isRoomy] = useState(() => matchMedia(ROOMY).matches);
  return isRoomy;
}
