import type {
  AccessSchedule,
  AccessScheduleChange,
  AccessScheduleFields,
} from "@umbral/contract/access-control/access-levels.contract";
import { holidayWords, scheduleWords } from "@umbral/contract/access-control/access-words";
import type { Db, Trx } from "../../platform/database.ts";
import { Refused } from "../../platform/refused.ts";
import { changeOf, writeAction } from "../audit/audit.service.ts";
import { type Changing, change } from "./changing.ts";
import {
  findSchedules,
  freesDoors,
  holdSchedule,
  insertSchedule,
  lockSchedule,
  removeSchedule,
  updateSchedule,
} from "./schedules.queries.ts";

/** @throws {Refused} NAME_TAKEN */
export function makeSchedule(
  by: Changing,
  buildingId: string,
  fields: AccessScheduleFields,
): Promise<{ schedule: AccessSchedule }> {
  const { services, actor } = by;
  const id = services.newId();
  return change(by, buildingId, async (trx) => {
    await insertSchedule(trx, { id, buildingId, ...fields });
    await writeAction(services, trx, actor, {
      buildingId,
      action: "access-control.schedule-created",
      subjectId: id,
      change: changeOf(null, {}, forAudit(fields)),
    });
    return { schedule: await findSchedule(trx, buildingId, id) };
  });
}

/** Every level that keeps to it follows. @throws {Refused} SCHEDULE_NOT_FOUND, NAME_TAKEN */
export function changeSchedule(
  by: Changing,
  buildingId: string,
  id: string,
  fields: AccessScheduleChange,
): Promise<{ schedule: AccessSchedule }> {
  const { services, actor } = by;
  return change(by, buildingId, async (trx) => {
    await lockSchedule(trx, buildingId, id);
    const was = await findSchedule(trx, buildingId, id);
    await updateSchedule(trx, id, fields);
    const schedule = await findSchedule(trx, buildingId, id);
    await writeAction(services, trx, actor, {
      buildingId,
      action: "access-control.schedule-changed",
      subjectId: id,
      change: changeOf(null, forAudit(was), forAudit(schedule)),
    });
    return { schedule };
  });
}

/**
 * Whoever keeps to a schedule holds it until the transaction ends. Null keeps to none.
 * @throws {Refused} SCHEDULE_NOT_FOUND also for one of another building
 */
export async function keepTo(trx: Trx, buildingId: string, id: string | null): Promise<void> {
  if (id !== null && !(await holdSchedule(trx, buildingId, id))) {
    throw new Refused("SCHEDULE_NOT_FOUND");
  }
}

/** @throws {Refused} SCHEDULE_IN_USE: a level without its schedule would be 'always', a free door locked */
export function dropSchedule(by: Changing, buildingId: string, id: string): Promise<{ ok: true }> {
  const { services, actor } = by;
  return change(by, buildingId, async (trx) => {
    await lockSchedule(trx, buildingId, id);
    const was = await findSchedule(trx, buildingId, id);
    if (was.levels > 0 || (await freesDoors(trx, id))) {
      throw new Refused("SCHEDULE_IN_USE");
    }
    await removeSchedule(trx, id);
    await writeAction(services, trx, actor, {
      buildingId,
      action: "access-control.schedule-deleted",
      subjectId: id,
      change: changeOf(null, forAudit(was), {}),
    });
    return { ok: true };
  });
}

async function findSchedule(db: Db, buildingId: string, id: string): Promise<AccessSchedule> {
  const [schedule] = await findSchedules(db, buildingId, id);
  if (!schedule) {
    throw new Refused("SCHEDULE_NOT_FOUND");
  }
  return schedule;
}

const forAudit = ({ name, ...schedule }: AccessScheduleFields) => ({
  name,
  hours: scheduleWords(schedule),
  onHolidays: holidayWords(schedule),
});
