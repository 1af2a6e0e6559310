import { AccessOutcome } from "@umbral/contract/access-control/decision";
import type { Db } from "../../platform/database.ts";
import { dayOfMonth, inMonth, type LocalMonth } from "../../platform/local-month.ts";

const Reason = AccessOutcome.exclude(["granted"]);

/** Why cards and PINs were refused, and how many each day. */
export async function countRefusedOfMonth(db: Db, month: LocalMonth) {
  const refused = db
    .selectFrom("access_events")
    .where("building_id", "=", month.buildingId)
    .where("outcome", "in", Reason.options)
    .where(inMonth("occurred_at", month));
  const reasons = await refused
    .select((eb) => ["outcome as reason", eb.fn.countAll<number>().as("count")])
    .groupBy("outcome")
    .orderBy("count", "desc")
    .orderBy("outcome")
    .execute();
  const days = await refused
    .select((eb) => [dayOfMonth("occurred_at", month).as("day"), eb.fn.countAll<number>().as("count")])
    .groupBy("day")
    .execute();
  return { reasons: reasons.map(({ reason, count }) => ({ reason: Reason.parse(reason), count })), days };
}
