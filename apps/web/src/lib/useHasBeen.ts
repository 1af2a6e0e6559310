import { useState } from "react";

/** True from the first time on: what was opened once stays mounted, and closes by itself. */
export function useHasBeen(isNow: boolean): boolean {
  const [hasBeen, setHasBeen] = useState(isNow);
  if (isNow && !hasBeen) {
    setHasBeen(true);
  }
  return isNow || hasBeen;
}
