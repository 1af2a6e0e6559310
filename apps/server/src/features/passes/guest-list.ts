import { holdsAt } from "@umbral/contract/access-control/schedules";
import { firstMinuteOf } from "@umbral/contract/passes/pass-day";
import type { listGuests } from "@umbral/contract/passes/pass-desk.contract";
import type { z } from "zod";
import type { Actor, Services } from "../../platform/context.ts";
import { Refused } from "../../platform/refused.ts";
import { type BuildingMoment, clockOf } from "../access-control/index.ts";
import { writeAction } from "../audit/audit.service.ts";
import { describeAtDesk, momentAtDesk } from "./pass-at-desk.ts";
import {
  countInside,
  type Desk,
  findDesk,
  findExpected,
  findInside,
  findRecurringInside,
  findRecurringToday,
  type GuestPage,
} from "./pass-desk.queries.ts";
import { namesOf } from "./pass-names.ts";

/** Who is inside now, or who is expected today. Faces that are shown are written down. */
export async function listGuestsOf(
  services: Services,
  actor: Actor,
  buildingId: string,
  query: z.output<(typeof listGuests)["query"]>,
): Promise<z.input<(typeof listGuests)["reply"]>> {
  const { db, clock } = services;
  const now = clock.now();
  const desk = await findDesk(db, buildingId, now);
  if (!desk) {
    throw new Refused("NOT_FOUND");
  }
  const moment = await momentAtDesk(db, desk, now);
  const [{ rows, total }, inside] = await Promise.all([
    query.which === "inside"
      ? listInside(services, desk, moment, query)
      : listExpected(services, desk, moment, query),
    countInside(db, buildingId),
  ]);
  const faces = rows.filter(({ photoFileId }) => photoFileId !== null).length;
  if (faces > 0) {
    await db.transaction().execute((trx) =>
      writeAction(services, trx, actor, {
        buildingId,
        action: "passes.listed",
        subjectId: buildingId,
        detail: { faces },
      }),
    );
  }
  const names = await namesOf(db, rows);
  return {
    guests: await Promise.all(rows.map((row) => describeAtDesk(services, desk, moment, row, names(row.id)))),
    totalPages: Math.ceil(total / query.limit),
    inside,
  };
}

/** Who is inside, those first who stay too long: also where only the hours of the week are over. */
export async function listInside(
  { db }: Pick<Services, "db">,
  desk: Desk,
  { now: at, local, isHoliday }: BuildingMoment,
  page: GuestPage,
) {
  const now = new Date(at);
  const recurring = await findRecurringInside(db, desk.id, now);
  const overstaying = recurring.filter(({ hours }) => !holdsAt(hours, local, isHoliday)).map(({ id }) => id);
  return findInside(db, desk.id, page, { now, overstaying });
}

async function listExpected(
  { db }: Services,
  desk: Desk,
  { local, isHoliday }: BuildingMoment,
  page: GuestPage,
) {
  const clock = clockOf(desk.timeZone);
  const recurring = (await findRecurringToday(db, desk)).flatMap(({ id, startsAt, endsAt, hours }) => {
    const minute = firstMinuteOf(
      local,
      { from: clock.read(startsAt), until: clock.read(endsAt), hours },
      isHoliday,
    );
    return minute === null ? [] : [{ id, minute }];
  });
  return findExpected(db, desk, page, recurring);
}
