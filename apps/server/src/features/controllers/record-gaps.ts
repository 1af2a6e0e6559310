import type { RecordGap } from "@umbral/contract/lib/event-lists";
import type { Services } from "../../platform/context.ts";
import type { Db } from "../../platform/database.ts";
import type { EventsAsked } from "../../platform/event-pages.ts";
import { type LocalMonth, startOfMonth } from "../../platform/local-month.ts";
import { findRecordGaps, type GapsAsked } from "./record-gaps.queries.ts";

/** Where the records that a list is asked for are not whole: a backup was restored there. */
export const recordGapsOf = ({ db }: Services, { buildings, buildingId, from, to }: EventsAsked) =>
  told(db, {
    buildings,
    buildingId,
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
  });

/** The same of a building's month. */
export const gapsOfMonth = ({ db }: Services, month: LocalMonth) =>
  told(db, { buildings: [month.buildingId], from: startOfMonth(month), to: startOfMonth(month, 1) });

async function told(db: Db, asked: GapsAsked): Promise<RecordGap[]> {
  const gaps = await findRecordGaps(db, asked);
  return gaps.map(({ from, until, timeZone }) => ({
    from: from.toISOString(),
    until: until.toISOString(),
    timeZone,
  }));
}
