import type { Administrator } from "@umbral/contract/auth/administrators.contract";
import type { Actor, Services } from "../../platform/context.ts";
import type { Db, Trx } from "../../platform/database.ts";
import { session as everyDeviceOf } from "../../platform/live.ts";
import { Refused } from "../../platform/refused.ts";
import { setAdministratorActive } from "../accounts/index.ts";
import { changeOf, writeAuditLine } from "../audit/audit.service.ts";
import {
  findAdministrator,
  findAdministratorId,
  lockActiveAdministrators,
} from "./administrators.queries.ts";
import { toAdministrator } from "./administrators.service.ts";
import { dropLinksOf } from "./links.queries.ts";
import { endSessionsOf } from "./sessions.queries.ts";

/** Who switches somebody off or on: null is who has the console. */
interface Switching {
  actorId: string | null;
  id: string;
  at: Date;
}

/** Whoever is switched off is signed out everywhere in the same moment, on HTTP and on their sockets. */
export async function deactivateAdministratorBy(
  { db, clock, live }: Services,
  actor: Actor,
  id: string,
): Promise<{ administrator: Administrator; wasActive: boolean }> {
  if (id === actor.id) {
    throw new Refused("ADMINISTRATOR_IS_YOU");
  }
  const { administrator, wasActive, ended } = await db.transaction().execute(async (trx) => ({
    ...(await switchOff(trx, { actorId: actor.id, id, at: clock.now() })),
    administrator: await described(trx, id),
  }));
  for (const sessionId of ended) {
    live.dismiss(everyDeviceOf(sessionId));
  }
  return { administrator, wasActive };
}

export async function activateAdministratorBy(
  { db, clock }: Services,
  actor: Actor,
  id: string,
): Promise<{ administrator: Administrator }> {
  const administrator = await db.transaction().execute(async (trx) => {
    await switchOn(trx, { actorId: actor.id, id, at: clock.now() });
    return described(trx, id);
  });
  return { administrator };
}

/**
 * Ends what an administrator may do, their sessions and the links on their way to them.
 * @returns the sessions that ended, none where they were off already
 * @throws {Refused} NOT_FOUND, ADMINISTRATOR_IS_LAST, or SIGN_IN_REQUIRED when who asks was switched off first
 */
export async function switchOff(
  trx: Trx,
  { actorId, id, at }: Switching,
): Promise<{ wasActive: boolean; ended: string[] }> {
  const active = await lockActiveAdministrators(trx);
  if (actorId !== null && !active.some((one) => one.id === actorId)) {
    throw new Refused("SIGN_IN_REQUIRED");
  }
  await described(trx, id);
  if (!active.some((one) => one.id !== id && one.hasPassword)) {
    throw new Refused("ADMINISTRATOR_IS_LAST");
  }
  if (!(await setAdministratorActive(trx, id, false))) {
    return { wasActive: false, ended: [] };
  }
  await dropLinksOf(trx, id);
  const ended = await endSessionsOf(trx, id, { except: null }, at);
  await writeAuditLine(trx, {
    buildingId: null,
    actorId,
    action: "administrators.deactivated",
    subjectId: id,
    detail: { sessionsEnded: ended.length },
    change: changeOf(id, { active: true }, { active: false }),
    at,
  });
  return { wasActive: true, ended };
}

/** @throws {Refused} NOT_FOUND */
export async function switchOn(trx: Trx, { actorId, id, at }: Switching): Promise<void> {
  await described(trx, id);
  if (await setAdministratorActive(trx, id, true)) {
    await writeAuditLine(trx, {
      buildingId: null,
      actorId,
      action: "administrators.activated",
      subjectId: id,
      detail: {},
      change: changeOf(id, { active: false }, { active: true }),
      at,
    });
  }
}

/** @throws {Refused} NOT_FOUND for a document of no administrator */
export async function administratorIdOf(db: Db, cedula: string): Promise<string> {
  const id = await findAdministratorId(db, cedula);
  if (id === undefined) {
    throw new Refused("NOT_FOUND");
  }
  return id;
}

async function described(trx: Trx, id: string): Promise<Administrator> {
  const row = await findAdministrator(trx, id);
  if (!row) {
    throw new Refused("NOT_FOUND");
  }
  return toAdministrator(row);
}
