import { DEFAULT_TIME_ZONE, momentOf } from "../../lib/dates.ts";

/** From and until when a card opens, as two fields hold them; empty for open on that side, which is not said. */
export function timesOf({ from, until }: { from: string; until: string }): { from?: string; until?: string } {
  const [begins, ends] = [momentOf(from, DEFAULT_TIME_ZONE), momentOf(until, DEFAULT_TIME_ZONE)];
  return { ...(begins === null ? {} : { from: begins }), ...(ends === null ? {} : { until: ends }) };
}
