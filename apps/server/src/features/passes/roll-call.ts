import type { readRollCall } from "@umbral/contract/passes/roll-call.contract";
import type { z } from "zod";
import type { Actor, Services } from "../../platform/context.ts";
import { Refused } from "../../platform/refused.ts";
import { writeAction } from "../audit/audit.service.ts";
import {
  findAllInside,
  findHomesToCall,
  findLatestVisitors,
  findRollCallPlace,
} from "./roll-call.queries.ts";

/** Who is inside now, and every home of the building, for an evacuation. That it was asked for is written down. */
export async function rollCallOf(
  services: Services,
  actor: Actor,
  buildingId: string,
): Promise<z.input<(typeof readRollCall)["reply"]>> {
  const { db, clock } = services;
  const at = clock.now();
  const building = await findRollCallPlace(db, buildingId);
  if (!building) {
    throw new Refused("NOT_FOUND");
  }
  const [guests, visitors, homes] = await Promise.all([
    findAllInside(db, buildingId),
    findLatestVisitors(db, buildingId, at),
    findHomesToCall(db, buildingId),
  ]);
  await db.transaction().execute((trx) =>
    writeAction(services, trx, actor, {
      buildingId,
      action: "passes.roll-call",
      subjectId: buildingId,
      detail: { guests: guests.length, visitors: visitors.length },
    }),
  );
  return {
    at: at.toISOString(),
    building,
    guests: guests.map(({ name, since, ...guest }) => ({
      ...guest,
      name: name ?? "Invitado",
      since: since?.toISOString() ?? null,
    })),
    visitors: visitors.map(({ name, since }) => ({ name, since: since.toISOString() })),
    homes,
  };
}
