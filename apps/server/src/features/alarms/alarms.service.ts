import type { Alarm, AlarmEvent, SirenState } from "@umbral/contract/alarms/alarms.contract";
import { may } from "@umbral/contract/lib/policy";
import type { Actor, Services } from "../../platform/context.ts";
import { refuseUnproven } from "../../platform/gate.ts";
import { Refused } from "../../platform/refused.ts";
import { writeAuditLine } from "../audit/audit.service.ts";
import type { ControllerHub } from "../controllers/controller-hub.ts";
import { silencePanels } from "./alarm-doors.queries.ts";
import { silenceDoors } from "./alarm-doors.ts";
import { claimMessages, wasToldOutside } from "./alarm-hearers.queries.ts";
import { actionsIn, announceAlarms, personIn, tellChanged, writeNews } from "./alarm-news.ts";
import { settleSiren } from "./alarm-siren.ts";
import {
  type Action,
  type AlarmRow,
  findActions,
  findAlarm,
  insertAction,
  lockAlarm,
  markClosed,
  markRaisedAgain,
  pageOfAlarms,
  raiseOrJoin,
  silenceActive,
} from "./alarms.queries.ts";

/** Messages outside go once in this time for the same person raising in the same building (decisions §6). */
const MESSAGES_EVERY_MS = 5 * 60_000;
/** What one person presses twice within so long is one raise. */
const SAME_RAISE_MS = 5000;
const messagesSince = (now: Date) => ({ since: new Date(now.getTime() - MESSAGES_EVERY_MS), now });

export interface Raised {
  id: string | null;
  confirmed: boolean;
  siren: SirenState;
  isHeardByDoors?: boolean;
  unheardDoors?: string[];
}

/**
 * Raises an alarm, or raises again the one of its kind that is active: writes it down with the messages to
 * everybody who may hear it, tells the connected, and sounds the siren. The messages alone are limited.
 * @throws {Refused} NOT_ALLOWED when somebody calls it a drill who may not hold one
 */
export async function raiseAlarm(
  services: Services,
  hub: ControllerHub,
  actor: Actor,
  asked: { buildingId: string; event: AlarmEvent; drill: boolean },
): Promise<Raised> {
  const { db, clock } = services;
  const { buildingId } = asked;
  if (asked.drill && !may(actor, "alarms.close", { buildingId })) {
    throw new Refused("NOT_ALLOWED");
  }
  const at = clock.now();
  const { id, raisedAt } = await db.transaction().execute(async (trx) => {
    const alarm = await raiseOrJoin(trx, { id: services.newId(), at, ...asked });
    const action = actionOf(actor, { alarmId: alarm.id, buildingId, at });
    const isRaise = await insertAction(
      trx,
      { ...action, action: "raised" },
      new Date(at.getTime() - SAME_RAISE_MS),
    );
    if (isRaise) {
      if (!alarm.isNew) {
        await markRaisedAgain(trx, alarm.id, at);
      }
      await writeAuditLine(trx, {
        buildingId,
        actorId: actor.id,
        action: "alarms.raised",
        subjectId: alarm.id,
        detail: { event: asked.event, drill: asked.drill, joined: !alarm.isNew },
        at,
      });
    }
    const raised = { alarmId: alarm.id, userId: actor.id };
    if (await claimMessages(trx, raised, messagesSince(at))) {
      await writeNews(services, trx, { ...raised, what: "raised" });
    }
    return alarm;
  });
  services.wakeOutbox();
  const { apartmentId } = actionOf(actor, { alarmId: id, buildingId, at });
  const sinceMs = at.getTime() - raisedAt.getTime();
  services.keepClips({ buildingId, cause: "alarm", causeId: id, sinceMs, apartmentId });
  const [siren] = await Promise.all([settleSiren(services, hub, buildingId), announceAlarms(services, [id])]);
  return { id, confirmed: siren === "sounding", siren };
}

/**
 * Silences what is active in a building, knowingly: who and why is written down, and everybody who heard
 * the alarm hears that too. The siren is told to be silent even when nothing is active. Of a drill, drills alone
 * end: a real alarm, its siren and the doors that an emergency frees are as they were.
 */
export async function silenceAlarms(
  services: Services,
  hub: ControllerHub,
  actor: Actor,
  asked: { buildingId: string; reason: string; drill: boolean },
): Promise<Raised> {
  const { db, clock } = services;
  const { buildingId, reason, drill } = asked;
  const at = clock.now();
  const ids = await db.transaction().execute(async (trx) => {
    const silenced = await silenceActive(trx, buildingId, { reason, at, onlyDrills: drill });
    if (!drill) {
      await silencePanels(trx, buildingId, at);
    }
    for (const alarmId of silenced) {
      await insertAction(trx, { ...actionOf(actor, { alarmId, buildingId, at }), action: "silenced" });
      if (await wasToldOutside(trx, alarmId)) {
        await writeNews(services, trx, { alarmId, what: "silenced", userId: actor.id });
      }
    }
    await writeAuditLine(trx, {
      buildingId,
      actorId: actor.id,
      action: "alarms.silenced",
      subjectId: silenced[0] ?? null,
      detail: { alarms: silenced.length, drill },
      at,
    });
    return silenced;
  });
  services.wakeOutbox();
  const [siren, doors] = await Promise.all([
    settleSiren(services, hub, buildingId),
    // Said also when nothing is active here: a fire panel may free them without us.
    drill ? null : silenceDoors(services, hub, buildingId),
    announceAlarms(services, ids),
  ]);
  const isSirenRight = siren === "silent" || siren === "none" || (drill && siren === "sounding");
  return {
    id: ids[0] ?? null,
    confirmed: isSirenRight,
    siren,
    ...doors,
  };
}

/** 'Entendido': once each for every time that it is raised. Who shows the alarm is told that one more has seen it. */
export async function markSeen(
  services: Services,
  actor: Actor,
  { buildingId, alarmId }: { buildingId: string; alarmId: string },
): Promise<{ alarm: Alarm }> {
  const { db, clock } = services;
  const at = clock.now();
  const isNews = await db.transaction().execute(async (trx) => {
    const alarm = await lockAlarm(trx, buildingId, alarmId);
    if (!alarm) {
      throw new Refused("ALARM_NOT_FOUND");
    }
    const seen = await insertAction(
      trx,
      { ...actionOf(actor, { alarmId, buildingId, at }), action: "seen" },
      alarm.lastRaisedAt,
    );
    if (seen) {
      const detail = {};
      await writeAuditLine(trx, {
        buildingId,
        actorId: actor.id,
        action: "alarms.seen",
        subjectId: alarmId,
        detail,
        at,
      });
    }
    return seen;
  });
  if (isNews) {
    await tellChanged(services, buildingId, alarmId);
  }
  return readOne(services, buildingId, alarmId);
}

/**
 * Closes a silenced alarm with a note. Nothing is urgent by then: who administers the building shows a second factor for it,
 * which raising, confirming and silencing never wait for.
 * @throws {Refused} ALARM_NOT_FOUND, SECOND_FACTOR_ASKED; ALARM_STILL_ACTIVE before it is silent; ALARM_CLOSED, with who did
 * it, a second time
 */
export async function closeWithNote(
  services: Services,
  actor: Actor,
  { buildingId, alarmId, note }: { buildingId: string; alarmId: string; note: string },
): Promise<{ alarm: Alarm }> {
  const { db, clock } = services;
  const at = clock.now();
  await db.transaction().execute(async (trx) => {
    const alarm = await lockAlarm(trx, buildingId, alarmId);
    if (!alarm) {
      throw new Refused("ALARM_NOT_FOUND");
    }
    refuseUnproven(actor, { buildingId });
    if (alarm.silencedAt === null) {
      throw new Refused("ALARM_STILL_ACTIVE");
    }
    if (alarm.closedAt !== null) {
      const by = (await findActions(trx, [alarmId])).find(({ action }) => action === "closed");
      throw new Refused("ALARM_CLOSED", {
        decided: {
          approved: true,
          by: by ? { id: by.id, name: by.name } : null,
          at: alarm.closedAt.toISOString(),
        },
      });
    }
    await markClosed(trx, alarmId, { note, at });
    await insertAction(trx, { ...actionOf(actor, { alarmId, buildingId, at }), action: "closed" });
    const detail = {};
    await writeAuditLine(trx, {
      buildingId,
      actorId: actor.id,
      action: "alarms.closed",
      subjectId: alarmId,
      detail,
      at,
    });
  });
  await tellChanged(services, buildingId, alarmId);
  return readOne(services, buildingId, alarmId);
}

export async function readOne(
  { db }: Services,
  buildingId: string,
  alarmId: string,
): Promise<{ alarm: Alarm }> {
  const row = await findAlarm(db, buildingId, alarmId);
  if (!row) {
    throw new Refused("ALARM_NOT_FOUND");
  }
  return { alarm: asCase(row, await findActions(db, [row.id])) };
}

export async function listOf(
  { db }: Services,
  buildingId: string,
  query: { state: "active" | "all"; page: number; limit: number },
): Promise<{ alarms: Alarm[]; totalPages: number }> {
  const { rows, count } = await pageOfAlarms(db, buildingId, {
    onlyActive: query.state === "active",
    ...query,
  });
  const actions = await findActions(
    db,
    rows.map(({ id }) => id),
  );
  return {
    alarms: rows.map((row) => asCase(row, actionsIn(row, actions))),
    totalPages: Math.max(1, Math.ceil(count / query.limit)),
  };
}

/** Somebody in an alarm, with the home from which they are there. */
export function actionOf(
  actor: Actor,
  { alarmId, buildingId, at }: { alarmId: string; buildingId: string; at: Date },
) {
  const home = actor.spaces.find((space) => space.buildingId === buildingId && space.apartmentId !== null);
  return { alarmId, userId: actor.id, apartmentId: home?.apartmentId ?? null, at };
}

const personAt = (action: Action) => ({ ...personIn(action), at: action.at.toISOString() });

function asCase(row: AlarmRow, actions: readonly Action[]): Alarm {
  const of = (what: Action["action"]) => actions.filter(({ action }) => action === what);
  const [silencer] = of("silenced");
  const [closer] = of("closed");
  const [confirmer] = of("confirmed");
  return {
    id: row.id,
    event: row.event,
    drill: row.drill,
    buildingId: row.buildingId,
    buildingName: row.buildingName,
    at: row.raisedAt.toISOString(),
    raisedBy: of("raised").map(personAt),
    seenBy: of("seen").map((action) => personAt({ ...action, at: action.lastAt })),
    siren: row.siren,
    confirmed: confirmer ? { by: personIn(confirmer), at: confirmer.at.toISOString() } : null,
    silenced: silencer
      ? { by: personIn(silencer), at: silencer.at.toISOString(), reason: row.silenceReason }
      : null,
    closed: closer ? { by: personIn(closer), at: closer.at.toISOString(), note: row.note } : null,
  };
}
