import { type RefObject, useLayoutEffect, useState } from "react";

/** Whether the columns stand as they should, as narrow as they can, or beyond the edge of what scrolls. */
const fits = ["loose", "tight", "scrolled"] as const;
type Fit = (typeof fits)[number];

/**
 * How the columns of a table have to stand so that nothing of it lies beyond its edge. What a cell holds is known once it
 * is drawn: what was reckoned before is only where it begins.
 * @param reckoned how it begins, for these columns and this room; null on a phone, which has no columns
 * @param of names both
 */
export function useFit(
  table: RefObject<HTMLTableElement | null>,
  reckoned: Fit | null,
  of: string,
): Fit | null {
  const [seen, setSeen] = useState({ of, step: 0 });
  const step =
    reckoned === null ? fits.length : Math.max(fits.indexOf(reckoned), seen.of === of ? seen.step : 0);
  useLayoutEffect(() => {
    if (step >= fits.length - 1) {
      return;
    }
    const last = table.current?.querySelector("thead th:last-child");
    const edge = table.current?.getBoundingClientRect().right ?? 0;
    if (last && last.getBoundingClientRect().right > edge + 1) {
      setSeen({ of, step: step + 1 });
    }
  });
  return fits[step] ?? null;
}
