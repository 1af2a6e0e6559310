import {
  changeAccessLevel,
  changeAccessSchedule,
  changeOfflineDays,
  createAccessLevel,
  createAccessSchedule,
  deleteAccessLevel,
  deleteAccessSchedule,
  deleteBuildingHoliday,
  giveAccessLevel,
  readAccess,
  readPersonLevels,
  setBuildingHoliday,
  takeAccessLevel,
  testAccess,
} from "@umbral/contract/access-control/access-levels.contract";
import { listLevelPeople } from "@umbral/contract/access-control/level-people.contract";
import type { FastifyInstance } from "fastify";
import type { Actor } from "../../platform/context.ts";
import { route } from "../../platform/route.ts";
import { changeLevel, dropLevel, makeLevel, readAccessOf } from "./access-levels.service.ts";
import { testAccessOf } from "./access-trial.ts";
import type { AccessChanged } from "./changing.ts";
import { giveLevel, readLevelsOfPerson, takeLevel } from "./grants.service.ts";
import { dropHoliday, setHoliday, setOfflineDays } from "./holidays.service.ts";
import { listPeopleOfLevel } from "./level-people.ts";
import { changeSchedule, dropSchedule, makeSchedule } from "./schedules.service.ts";

/** Who comes in where and when, for whoever administers a building. @param accessChanged hears of every change */
export function accessLevelsRoutes(app: FastifyInstance, accessChanged: AccessChanged): void {
  const { services } = app;
  const by = (actor: Actor) => ({ services, actor, accessChanged });

  route(app, readAccess, ({ params }) => readAccessOf(services, params.id));
  route(app, createAccessLevel, ({ actor, params, body }) => makeLevel(by(actor), params.id, body));
  route(app, changeAccessLevel, ({ actor, params, body }) =>
    changeLevel(by(actor), params.id, params.levelId, body),
  );
  route(app, deleteAccessLevel, ({ actor, params }) => dropLevel(by(actor), params.id, params.levelId));

  route(app, createAccessSchedule, ({ actor, params, body }) => makeSchedule(by(actor), params.id, body));
  route(app, changeAccessSchedule, ({ actor, params, body }) =>
    changeSchedule(by(actor), params.id, params.scheduleId, body),
  );
  route(app, deleteAccessSchedule, ({ actor, params }) =>
    dropSchedule(by(actor), params.id, params.scheduleId),
  );

  route(app, setBuildingHoliday, ({ actor, params, body }) =>
    setHoliday(by(actor), params.id, { day: params.day, name: body.name }),
  );
  route(app, deleteBuildingHoliday, ({ actor, params }) => dropHoliday(by(actor), params.id, params.day));
  route(app, changeOfflineDays, ({ actor, params, body }) =>
    setOfflineDays(by(actor), params.id, body.offlineDays),
  );

  route(app, readPersonLevels, ({ actor, params, query }) =>
    readLevelsOfPerson(services, actor, { buildingId: query.buildingId, userId: params.id }),
  );
  route(app, listLevelPeople, ({ params: { id: buildingId, levelId }, query }) =>
    listPeopleOfLevel(services, { buildingId, levelId }, query),
  );
  route(app, giveAccessLevel, ({ actor, params: { id: buildingId, ...of }, body }) =>
    giveLevel(by(actor), { buildingId, ...of }, body),
  );
  route(app, takeAccessLevel, ({ actor, params: { id: buildingId, ...of } }) =>
    takeLevel(by(actor), { buildingId, ...of }),
  );
  route(app, testAccess, ({ actor, params, body }) => testAccessOf(services, actor, params.id, body));
}
