import { RAISERS_TOLD } from "@umbral/contract/alarms/alarm-limits";
import { alarmTitle } from "@umbral/contract/alarms/alarm-names";
import type { AlarmNews } from "@umbral/contract/alarms/alarms.contract";
import { may } from "@umbral/contract/lib/policy";
import type { Actor, Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { device } from "../../platform/live.ts";
import { writeToMany } from "../notifications/notifications.service.ts";
import { findHearers, findPlatformPeople, markAnnounced } from "./alarm-hearers.queries.ts";
import { silencedTitleOf, whoAndWhere } from "./alarm-words.ts";
import { type Action, type AlarmRow, findActions, findActive, findAlarms } from "./alarms.queries.ts";

/** A push or an SMS about an alarm is worth delivering for this long. */
const NEWS_MS = 30 * 60_000;
/** A number that can be dialled from anywhere. */
const DIALLABLE = /^\+\d{8,15}$/;

/** Tells the connected what is new of these alarms, and remembers that they were told. */
export async function announceAlarms(services: Services, ids: readonly string[]): Promise<void> {
  const { db, clock, live } = services;
  const rows = await findAlarms(db, ids);
  const actions = await findActions(db, ids);
  for (const row of rows) {
    const news = newsOf(row, actionsIn(row, actions));
    if (news) {
      const hearers = await findHearers(db, row.buildingId, clock.now());
      const platform = await findPlatformPeople(db);
      live.tellPeople([...new Set([...hearers.map(({ id }) => id), ...platform])], "user_event", news);
    }
    await markAnnounced(db, row.id, row.changedAt);
  }
}

/** Tells a device that has just signed in of every active alarm that its person may hear. */
export async function tellActive({ db, live }: Services, socketId: string, actor: Actor): Promise<void> {
  const active = (await findActive(db)).filter(({ buildingId }) => may(actor, "alarms.read", { buildingId }));
  const actions = await findActions(
    db,
    active.map(({ id }) => id),
  );
  for (const row of active) {
    const own = actionsIn(row, actions);
    const news = newsOf(row, own);
    if (news) {
      const seen = own.some(
        ({ action, id, lastAt }) => action === "seen" && id === actor.id && lastAt >= row.lastRaisedAt,
      );
      live.tell(device(socketId), "user_event", { ...news, seen });
    }
  }
}

/** Tells everybody who may hear of this alarm that there is news of it, to be asked for. */
export async function tellChanged(services: Services, buildingId: string, id: string): Promise<void> {
  const hearers = await findHearers(services.db, buildingId, services.clock.now());
  const platform = await findPlatformPeople(services.db);
  const everybody = [...new Set([...hearers.map((hearer) => hearer.id), ...platform])];
  services.live.tellPeople(everybody, "alarm:changed", { id, buildingId });
}

/**
 * The messages to who does not hear the socket, of what `userId` did: to everybody a push, to the lobby and the
 * administration an SMS.
 */
export async function writeNews(
  services: Services,
  trx: Trx,
  { alarmId, what, userId }: { alarmId: string; what: "raised" | "silenced"; userId: string },
): Promise<void> {
  const now = services.clock.now();
  const [row] = await findAlarms(trx, [alarmId]);
  const actions = await findActions(trx, [alarmId]);
  const by = actions.find(({ action, id }) => action === what && id === userId);
  if (!row || !by) {
    return;
  }
  const hearers = await findHearers(trx, row.buildingId, now);
  const title = what === "raised" ? alarmTitle(row) : silencedTitleOf(row);
  const body = whoAndWhere(by, row.buildingName);
  await writeToMany(
    services,
    trx,
    {
      pushes: hearers.map(({ id }) => id),
      sms: hearers.flatMap(({ id, phone, isActing }) => {
        const number = phone.replaceAll(" ", "");
        return isActing && DIALLABLE.test(number) ? [{ userId: id, phone: number }] : [];
      }),
    },
    {
      subject: title,
      body,
      smsBody: `Umbral: ${title}. ${body}`,
      push: what === "raised" ? "alarm" : "alarm-silenced",
      data: { path: pathOf(row), tag: alarmId },
      expiresAt: new Date(now.getTime() + NEWS_MS),
    },
  );
}

/** The screen of the one alarm, where pressing a push leads. */
const pathOf = ({ id, buildingId }: Pick<AlarmRow, "id" | "buildingId">): string =>
  `/building/dashboard/alertas?edificio=${buildingId}&alerta=${id}`;

export const actionsIn = (row: AlarmRow, actions: readonly Action[]): Action[] =>
  actions.filter(({ alarmId }) => alarmId === row.id);

export const personIn = ({ id, name, apartment }: Action) => ({ id, name, apartment });

/** Undefined when whoever raised it was forgotten since. */
function newsOf(row: AlarmRow, actions: readonly Action[]): AlarmNews | undefined {
  const raised = actions.filter(({ action }) => action === "raised");
  const [first] = raised;
  const silencer = actions.find(({ action }) => action === "silenced");
  return (
    first && {
      id: row.id,
      event: row.event,
      buildingId: row.buildingId,
      buildingName: row.buildingName,
      by: personIn(first),
      at: row.raisedAt.toISOString(),
      lastRaisedAt: row.lastRaisedAt.toISOString(),
      drill: row.drill,
      raisedBy: raised.length,
      raiserIds: raised.slice(0, RAISERS_TOLD).map(({ id }) => id),
      ...(silencer ? { silencedBy: personIn(silencer) } : {}),
    }
  );
}
