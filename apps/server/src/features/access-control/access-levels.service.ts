import type {
  AccessLevel,
  AccessLevelChange,
  AccessLevelFields,
  BuildingAccess,
  LevelDoors,
} from "@umbral/contract/access-control/access-levels.contract";
import { levelDoorWords } from "@umbral/contract/access-control/access-words";
import type { Services } from "../../platform/context.ts";
import type { Db, Trx } from "../../platform/database.ts";
import { Refused } from "../../platform/refused.ts";
import { changeOf, writeAction } from "../audit/audit.service.ts";
import { findAccessSettings } from "../buildings/index.ts";
import {
  findLevels,
  holdDoors,
  insertLevel,
  type LevelRow,
  lockLevel,
  removeLevel,
  updateLevel,
} from "./access-levels.queries.ts";
import { type Changing, change } from "./changing.ts";
import { listHolidays } from "./holidays.service.ts";
import { findDoorsToReach } from "./reach.queries.ts";
import { findSchedules } from "./schedules.queries.ts";
import { keepTo } from "./schedules.service.ts";
import { listShortPins } from "./short-pins.ts";

/** All that decides who comes into a building, but for the people. @throws {Refused} NOT_FOUND */
export async function readAccessOf({ db, clock }: Services, buildingId: string): Promise<BuildingAccess> {
  const settings = await findAccessSettings(db, buildingId);
  if (!settings) {
    throw new Refused("NOT_FOUND");
  }
  const now = clock.now();
  const [levels, schedules, holidays, doors, shortPins] = await Promise.all([
    findLevels(db, buildingId, now),
    findSchedules(db, buildingId),
    listHolidays(db, { buildingId, timeZone: settings.timeZone, now }),
    findDoorsToReach(db, buildingId),
    listShortPins(db, buildingId),
  ]);
  return {
    ...settings,
    levels: levels.map(asLevel),
    schedules,
    holidays,
    shortPins,
    doors: doors.map(({ id, name, localId, lockedUntil, freeUntil, freeScheduleId }) => ({
      id,
      name,
      localId,
      lockedUntil: stillOn(lockedUntil, now),
      freeUntil: stillOn(freeUntil, now),
      freeScheduleId,
    })),
  };
}

const stillOn = (until: Date | null, now: Date): string | null =>
  until !== null && until > now ? until.toISOString() : null;

/** @throws {Refused} NAME_TAKEN, DOOR_NOT_FOUND, SCHEDULE_NOT_FOUND */
export function makeLevel(
  by: Changing,
  buildingId: string,
  fields: AccessLevelFields,
): Promise<{ level: AccessLevel }> {
  const { services, actor } = by;
  const id = services.newId();
  return change(by, buildingId, async (trx) => {
    await refuseForeign(trx, buildingId, fields);
    await insertLevel(trx, { id, buildingId, ...fields });
    const made = await findLevel(services, trx, buildingId, id);
    await writeAction(services, trx, actor, {
      buildingId,
      action: "access-control.level-created",
      subjectId: id,
      change: changeOf(null, {}, forAudit(made)),
    });
    return { level: asLevel(made) };
  });
}

/** @throws {Refused} ACCESS_LEVEL_NOT_FOUND, NAME_TAKEN, DOOR_NOT_FOUND, SCHEDULE_NOT_FOUND */
export function changeLevel(
  by: Changing,
  buildingId: string,
  id: string,
  fields: AccessLevelChange,
): Promise<{ level: AccessLevel }> {
  const { services, actor } = by;
  return change(by, buildingId, async (trx) => {
    await holdLevel(trx, buildingId, id);
    const was = await findLevel(services, trx, buildingId, id);
    await refuseForeign(trx, buildingId, fields);
    await updateLevel(trx, { id, buildingId }, fields);
    const is = await findLevel(services, trx, buildingId, id);
    await writeAction(services, trx, actor, {
      buildingId,
      action: "access-control.level-changed",
      subjectId: id,
      change: changeOf(null, forAudit(was), forAudit(is)),
    });
    return { level: asLevel(is) };
  });
}

/** Whoever had it by name has it no longer. @throws {Refused} LEVEL_OF_BUILDING */
export function dropLevel(by: Changing, buildingId: string, id: string): Promise<{ ok: true }> {
  const { services, actor } = by;
  return change(by, buildingId, async (trx) => {
    const { forRoles } = await holdLevel(trx, buildingId, id);
    if (forRoles.length > 0) {
      throw new Refused("LEVEL_OF_BUILDING");
    }
    const was = await findLevel(services, trx, buildingId, id);
    await removeLevel(trx, id);
    await writeAction(services, trx, actor, {
      buildingId,
      action: "access-control.level-deleted",
      subjectId: id,
      change: changeOf(null, { ...forAudit(was), people: was.people }, {}),
    });
    return { ok: true };
  });
}

/** @throws {Refused} ACCESS_LEVEL_NOT_FOUND also for one of another building */
export async function holdLevel(trx: Trx, buildingId: string, id: string) {
  const level = await lockLevel(trx, buildingId, id);
  if (!level) {
    throw new Refused("ACCESS_LEVEL_NOT_FOUND");
  }
  return level;
}

async function findLevel(services: Services, db: Db, buildingId: string, id: string): Promise<LevelRow> {
  const [level] = await findLevels(db, buildingId, services.clock.now(), id);
  if (!level) {
    throw new Refused("ACCESS_LEVEL_NOT_FOUND");
  }
  return level;
}

/** Doors and hours of another building are none of this one's. */
async function refuseForeign(
  trx: Trx,
  buildingId: string,
  { doors, scheduleId }: AccessLevelChange,
): Promise<void> {
  if (doors?.kind === "chosen") {
    const wanted = new Set(doors.doorIds);
    if ((await holdDoors(trx, buildingId, [...wanted])).length < wanted.size) {
      throw new Refused("DOOR_NOT_FOUND");
    }
  }
  await keepTo(trx, buildingId, scheduleId ?? null);
}

const doorsOf = ({ kind, chosen }: LevelRow): LevelDoors =>
  kind === "chosen" ? { kind, doorIds: (chosen ?? []).map(({ id }) => id) } : { kind };

const asLevel = (row: LevelRow): AccessLevel => ({
  id: row.id,
  name: row.name,
  doors: doorsOf(row),
  scheduleId: row.scheduleId,
  passesLocked: row.passesLocked,
  outlastsServer: row.outlastsServer,
  forRoles: row.forRoles,
  people: row.people,
});

/** As the audit tells it, with names: what it pointed at may be gone when it is read. */
const forAudit = ({ kind, chosen, ...row }: LevelRow) => ({
  name: row.name,
  levelDoors:
    kind === "chosen" ? (chosen ?? []).map(({ name }) => name).join(", ") : levelDoorWords(kind, []),
  schedule: row.schedule ?? "siempre",
  passesLocked: row.passesLocked,
  outlastsServer: row.outlastsServer,
});
