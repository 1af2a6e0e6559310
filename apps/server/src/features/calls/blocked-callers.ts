import type { BlockedCaller } from "@umbral/contract/calls/blocked-callers.contract";
import type { Actor, Services } from "../../platform/context.ts";
import { Refused } from "../../platform/refused.ts";
import { writeAction } from "../audit/audit.service.ts";
import { findHome, findPeopleOf } from "./call-history.queries.ts";
import { deleteBlocked, findBlocked, hasCalled, insertBlocked } from "./callers.queries.ts";

type Blocked = { blockedCallers: BlockedCaller[] };

/** Whose calls the home does not hear, for who is rung there. */
export async function listBlockedOf(services: Services, actor: Actor, apartmentId: string): Promise<Blocked> {
  await homeOf(services, actor, apartmentId);
  return readBlocked(services, apartmentId);
}

/**
 * The home hears this caller no more, who is not told. Whoever never called it by themselves is nobody to block: the
 * lobby neither.
 * @throws {Refused} CALLER_NOT_FOUND
 */
export async function blockCallerAt(
  services: Services,
  actor: Actor,
  { apartmentId, callerId }: { apartmentId: string; callerId: string },
): Promise<Blocked> {
  const { db, clock } = services;
  const home = await homeOf(services, actor, apartmentId);
  if (!(await hasCalled(db, { apartmentId, callerId, since: home.since }))) {
    throw new Refused("CALLER_NOT_FOUND");
  }
  await db.transaction().execute(async (trx) => {
    if (await insertBlocked(trx, { apartmentId, callerId, by: actor.id, at: clock.now() })) {
      await writeAction(services, trx, actor, {
        buildingId: home.buildingId,
        action: "calls.caller-blocked",
        subjectId: apartmentId,
        detail: { callerId },
      });
    }
  });
  await tellHome(services, apartmentId);
  return readBlocked(services, apartmentId);
}

/** The home hears this caller again. */
export async function unblockCallerAt(
  services: Services,
  actor: Actor,
  { apartmentId, callerId }: { apartmentId: string; callerId: string },
): Promise<Blocked> {
  const home = await homeOf(services, actor, apartmentId);
  await services.db.transaction().execute(async (trx) => {
    if (await deleteBlocked(trx, { apartmentId, callerId })) {
      await writeAction(services, trx, actor, {
        buildingId: home.buildingId,
        action: "calls.caller-unblocked",
        subjectId: apartmentId,
        detail: { callerId },
      });
    }
  });
  await tellHome(services, apartmentId);
  return readBlocked(services, apartmentId);
}

/** @throws {Refused} NOT_FOUND for who is not rung there */
async function homeOf({ db, clock }: Services, actor: Actor, apartmentId: string) {
  const home = await findHome(db, actor.id, apartmentId, clock.now());
  if (!home) {
    throw new Refused("NOT_FOUND");
  }
  return home;
}

async function tellHome({ db, clock, live }: Services, apartmentId: string): Promise<void> {
  const people = await findPeopleOf(db, apartmentId, clock.now());
  live.tellPeople(people, "blocked_callers:changed", { apartmentId });
}

async function readBlocked({ db, clock }: Services, apartmentId: string): Promise<Blocked> {
  const rows = await findBlocked(db, apartmentId, clock.now());
  return {
    blockedCallers: rows.map(({ id, name, at, byId, byName }) => ({
      id,
      name,
      at: at.toISOString(),
      by: byId === null || byName === null ? null : { id: byId, name: byName },
    })),
  };
}
