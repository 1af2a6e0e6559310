import type { Alarm } from "@umbral/contract/alarms/alarms.contract";
import type { Actor, Services } from "../../platform/context.ts";
import { Refused } from "../../platform/refused.ts";
import { writeAuditLine } from "../audit/audit.service.ts";
import type { ControllerHub } from "../controllers/controller-hub.ts";
import { markConfirmed } from "./alarm-doors.queries.ts";
import { settleDoors } from "./alarm-doors.ts";
import { tellChanged } from "./alarm-news.ts";
import { insertAction, lockAlarm } from "./alarms.queries.ts";
import { actionOf, readOne } from "./alarms.service.ts";

/**
 * The lobby confirms an emergency, once: from then on it frees the ways out.
 * @throws {Refused} ALARM_NOT_FOUND; ALARM_NOT_CONFIRMABLE for a drill, an intrusion, and what is silent
 */
export async function confirmEmergency(
  services: Services,
  hub: ControllerHub,
  actor: Actor,
  { buildingId, alarmId }: { buildingId: string; alarmId: string },
): Promise<{ alarm: Alarm; doors: number; isComplete: boolean }> {
  const { db, clock } = services;
  const at = clock.now();
  const isNews = await db.transaction().execute(async (trx) => {
    const alarm = await lockAlarm(trx, buildingId, alarmId);
    if (!alarm) {
      throw new Refused("ALARM_NOT_FOUND");
    }
    if (alarm.event !== "EMERGENCY" || alarm.drill || alarm.silencedAt !== null) {
      throw new Refused("ALARM_NOT_CONFIRMABLE");
    }
    if (alarm.confirmedAt !== null) {
      return false;
    }
    await markConfirmed(trx, alarmId, at);
    await insertAction(trx, { ...actionOf(actor, { alarmId, buildingId, at }), action: "confirmed" });
    await writeAuditLine(trx, {
      buildingId,
      actorId: actor.id,
      action: "alarms.confirmed",
      subjectId: alarmId,
      detail: {},
      at,
    });
    return true;
  });
  const told = await settleDoors(services, hub, buildingId);
  if (isNews) {
    await tellChanged(services, buildingId, alarmId);
  }
  return { ...(await readOne(services, buildingId, alarmId)), ...told };
}
