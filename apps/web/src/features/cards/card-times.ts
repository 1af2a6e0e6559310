import { momentOf } from "../../lib/dates.ts";

/** From and until when a card opens, as two fields hold them; empty for open on that side, which is not said. */
export function timesOf(
  { from, until }: { from: string; until: string },
  timeZone: string,
): { from?: string; until?: string } {
  const [begins, ends] = [momentOf(from, timeZone), momentOf(until, timeZone)];
  return { ...(begins === null ? {} : { from: begins }), ...(ends === null ? {} : { until: ends }) };
}
