import { maySomewhere } from "@umbral/contract/lib/policy";
import { LOOKS_TOLD, type PersonalData } from "@umbral/contract/personal-data/personal-data.contract";
import type { Actor, Services } from "../../platform/context.ts";
import { Refused } from "../../platform/refused.ts";
import {
  administeredBy,
  buildingOfLifelongOwnPerson,
  buildingOfPerson,
  isPerson,
  lockPerson,
} from "../accounts/index.ts";
import { changeOf, writeAction } from "../audit/audit.service.ts";
import { looksAt } from "../audit/looks.ts";
import { letKeptCardsGo } from "../cards/card-states.ts";
import { deleteHold, findHold, insertHold } from "./legal-holds.queries.ts";

/**
 * What may be done with what is kept of somebody. That there is a hold, and why, is the platform's to know.
 * @throws {Refused} USER_NOT_FOUND
 */
export async function readPersonalDataFor(
  services: Services,
  actor: Actor,
  userId: string,
): Promise<{ personalData: PersonalData }> {
  const { db } = services;
  const isPlatform = maySomewhere(actor, "platform.administer");
  await buildingOfPerson(services, db, actor, userId);
  if (!(await isPerson(db, userId))) {
    throw new Refused("USER_NOT_FOUND");
  }
  const mayExport = isPlatform || (await wasOfOwnBuildingsAlone(services, actor, userId));
  const hold = isPlatform ? await findHold(db, userId) : undefined;
  const looks = await looksAt(db, {
    personId: userId,
    buildings: administeredBy(actor),
    limit: LOOKS_TOLD,
  });
  return {
    personalData: {
      looks: looks.map(({ at, by, isTaken }) => ({ at: at.toISOString(), by: { name: by }, isTaken })),
      hold: hold
        ? {
            reason: hold.reason,
            since: hold.since.toISOString(),
            by: hold.by === null ? null : { name: hold.by },
          }
        : null,
      may: { export: mayExport, erase: isPlatform && hold === undefined, hold: isPlatform },
    },
  };
}

async function wasOfOwnBuildingsAlone(services: Services, actor: Actor, userId: string): Promise<boolean> {
  try {
    await services.db
      .transaction()
      .execute((trx) => buildingOfLifelongOwnPerson(services, trx, actor, userId));
    return true;
  } catch (error) {
    if (error instanceof Refused && error.code === "PLATFORM_ONLY") {
      return false;
    }
    throw error;
  }
}

/** @throws {Refused} USER_NOT_FOUND, PERSON_HELD, PERSON_NOT_HELD */
export async function setLegalHoldOf(
  services: Services,
  actor: Actor,
  userId: string,
  { isHeld, reason }: { isHeld: boolean; reason: string },
): Promise<{ personalData: PersonalData }> {
  await services.db.transaction().execute(async (trx) => {
    if (!(await lockPerson(trx, userId))) {
      throw new Refused("USER_NOT_FOUND");
    }
    const isDone = isHeld
      ? await insertHold(trx, { userId, reason, by: actor.id, at: services.clock.now() })
      : await deleteHold(trx, userId);
    if (!isDone) {
      throw new Refused(isHeld ? "PERSON_HELD" : "PERSON_NOT_HELD");
    }
    const tag = isHeld ? [] : await letKeptCardsGo(trx, userId, services.clock.now());
    await writeAction(services, trx, actor, {
      buildingId: null,
      action: isHeld ? "personal-data.held" : "personal-data.released",
      subjectId: userId,
      change: changeOf(userId, tag.length === 0 ? {} : { tag }, { reason }),
    });
  });
  return readPersonalDataFor(services, actor, userId);
}
