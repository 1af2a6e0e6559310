import { startTransition, useEffect, useState } from "react";

/** More than a phone shows at once, and few enough that a cheap one draws them without a pause. */
const AT_ONCE = 12;

/**
 * How many rows of a list are drawn: the first screenful as soon as it comes, the others after it was painted, some at a
 * time, so that a finger is answered meanwhile.
 * @param wasThere the list was there with the screen: whoever comes back is put where they were, and needs its height
 */
export function useDrawnRows(count: number, wasThere: boolean): number {
  const [drawn, setDrawn] = useState(wasThere ? Number.POSITIVE_INFINITY : AT_ONCE);
  useEffect(() => {
    if (drawn < count) {
      startTransition(() => setDrawn(drawn + AT_ONCE));
    }
  }, [drawn, count]);
  return drawn;
}
