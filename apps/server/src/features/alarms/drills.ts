import type { Services } from "../../platform/context.ts";
import { findDrills } from "./drills.queries.ts";

/** Which of these alarms are drills. */
export const drillsAmong = async (
  { db }: Pick<Services, "db">,
  alarmIds: readonly string[],
): Promise<ReadonlySet<string>> => new Set(await findDrills(db, alarmIds));
