import type { BuildingHoliday } from "@umbral/contract/access-control/access-levels.contract";
import { LocalClock } from "@umbral/contract/lib/weekly-hours";
import type { Db } from "../../platform/database.ts";
import { Refused } from "../../platform/refused.ts";
import { changeOf, writeAction } from "../audit/audit.service.ts";
import { changeOfflineDays } from "../buildings/index.ts";
import { type Changing, change } from "./changing.ts";
import { findOwnHolidays, removeHoliday, upsertHoliday } from "./holidays.queries.ts";
import { type Holiday, holidaysOf } from "./holidays.ts";

/** The last day that a calendar of ours tells. */
const LAST_DAY = "9999-12-31";

/** Those of the next 12 months, and the building's own later ones. */
export async function listHolidays(
  db: Db,
  { buildingId, timeZone, now }: { buildingId: string; timeZone: string; now: Date },
): Promise<Holiday[]> {
  const { day: today } = new LocalClock(timeZone).read(now);
  // The day after a 29 February that its next year does not have.
  const end = new Date(today);
  end.setUTCFullYear(end.getUTCFullYear() + 1);
  const inAYear = end.toISOString().slice(0, 10);
  const soon = await holidaysOf(db, buildingId, today, inAYear);
  const own = await findOwnHolidays(db, buildingId, inAYear, LAST_DAY);
  const later = own.filter(({ day }) => day > inAYear);
  return [...soon, ...later.map(({ day, name }) => ({ day, name, isOwn: true }))];
}

export function setHoliday(
  by: Changing,
  buildingId: string,
  { day, name }: { day: string; name: string },
): Promise<{ holiday: BuildingHoliday }> {
  const { services, actor } = by;
  return change(by, buildingId, async (trx) => {
    const before = await upsertHoliday(trx, buildingId, day, name);
    await writeAction(services, trx, actor, {
      buildingId,
      action: "access-control.holiday-set",
      subjectId: buildingId,
      detail: { day },
      change: changeOf(null, before === undefined ? {} : { day, name: before }, { day, name }),
    });
    return { holiday: { day, name, isOwn: true } };
  });
}

/** @throws {Refused} NOT_FOUND for a day that is not the building's own */
export function dropHoliday(by: Changing, buildingId: string, day: string): Promise<{ ok: true }> {
  const { services, actor } = by;
  return change(by, buildingId, async (trx) => {
    const name = await removeHoliday(trx, buildingId, day);
    if (name === undefined) {
      throw new Refused("NOT_FOUND");
    }
    await writeAction(services, trx, actor, {
      buildingId,
      action: "access-control.holiday-deleted",
      subjectId: buildingId,
      detail: { day },
      change: changeOf(null, { day, name }, {}),
    });
    return { ok: true };
  });
}

/** For how long the building's controllers go on by themselves without the server. */
export function setOfflineDays(
  by: Changing,
  buildingId: string,
  offlineDays: number,
): Promise<{ offlineDays: number }> {
  const { services, actor } = by;
  return change(by, buildingId, async (trx) => {
    const before = await changeOfflineDays(trx, buildingId, offlineDays);
    if (before === undefined) {
      throw new Refused("NOT_FOUND");
    }
    await writeAction(services, trx, actor, {
      buildingId,
      action: "access-control.offline-days-changed",
      subjectId: buildingId,
      change: changeOf(null, { offlineDays: before }, { offlineDays }),
    });
    return { offlineDays };
  });
}
