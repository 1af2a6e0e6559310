import type { Services } from "../../platform/context.ts";
import type { LocalMonth } from "../../platform/local-month.ts";
import { countAlarmsOfMonth, countIntrusionsOfMonth } from "./alarms-of-month.queries.ts";

/** Alarms that people raised, drills apart, and what controllers noticed. */
export async function alarmsOfMonth({ db }: Services, month: LocalMonth) {
  const [alarms, intrusions] = await Promise.all([
    countAlarmsOfMonth(db, month),
    countIntrusionsOfMonth(db, month),
  ]);
  return { alarms, intrusions };
}
