import { useEffect, useState } from "react";
import { ring, unlockSound } from "../../../lib/ringtone.ts";

/** Rings while `isOn`. Returns whether the browser lets it be heard. */
export function useRingtone(isOn: boolean): boolean {
  const [isHeard, setHeard] = useState(true);
  useEffect(unlockSound, []);
  useEffect(() => (isOn ? ring(setHeard) : undefined), [isOn]);
  return isHeard;
}
