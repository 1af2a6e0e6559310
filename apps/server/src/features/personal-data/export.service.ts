import { finished, type Readable } from "node:stream";
import { maySomewhere } from "@umbral/contract/lib/policy";
import type { Actor, Services } from "../../platform/context.ts";
import { Refused } from "../../platform/refused.ts";
import { buildingOfLifelongOwnPerson, lockPerson } from "../accounts/index.ts";
import { writeAction } from "../audit/audit.service.ts";
import { askPasswordAgain, holdAsker, isSessionOpen } from "../auth/sessions.service.ts";
import { type Asked, archiveOf } from "./person-archive.ts";

/** Each holds one of the database's connections for as long as somebody takes to read it. */
const AT_ONCE = 2;
/**
 * Who is taking one, one of each person: somebody who reads theirs slowly keeps nobody else from theirs, and those who take
 * their own never keep an administration from what the law wants of it.
 */
const underway = { own: new Set<string>(), administration: new Set<string>() };

/**
 * Everything of somebody of the actor's own buildings.
 * @throws {Refused} USER_NOT_FOUND, PLATFORM_ONLY, EXPORTS_BUSY
 */
export async function exportPersonFor(services: Services, actor: Actor, userId: string): Promise<Readable> {
  return begin(services, underway.administration, actor, () =>
    services.db.transaction().execute(async (trx) => {
      const buildingId = await buildingOfLifelongOwnPerson(services, trx, actor, userId);
      const person = await lockPerson(trx, userId);
      if (!person) {
        throw new Refused("USER_NOT_FOUND");
      }
      await writeAction(services, trx, actor, {
        buildingId,
        action: "personal-data.exported",
        subjectId: userId,
        change: undefined,
      });
      return { ...person, isHoldTold: maySomewhere(actor, "platform.administer") };
    }),
  );
}

/** @throws {Refused} WRONG_PASSWORD, SIGN_IN_REQUIRED, TOO_OFTEN, EXPORTS_BUSY */
export async function exportOwn(
  services: Services,
  actor: Actor,
  currentPassword: string,
): Promise<Readable> {
  const { passwordHash } = await askPasswordAgain(services, actor, currentPassword);
  return begin(services, underway.own, actor, () =>
    services.db.transaction().execute(async (trx) => {
      await holdAsker(trx, actor, passwordHash);
      const person = await lockPerson(trx, actor.id, "with administrators");
      if (!person) {
        throw new Refused("USER_NOT_FOUND");
      }
      await writeAction(services, trx, actor, {
        buildingId: null,
        action: "personal-data.own-exported",
        subjectId: actor.id,
        change: undefined,
      });
      return { ...person, isHoldTold: true };
    }),
  );
}

async function begin(
  { db, files, clock }: Services,
  taking: Set<string>,
  { id, sessionId }: Actor,
  find: () => Promise<Asked>,
): Promise<Readable> {
  if (taking.has(id) || taking.size >= AT_ONCE) {
    throw new Refused("EXPORTS_BUSY");
  }
  taking.add(id);
  // Pictures take as long as a slow line does: whoever was signed out meanwhile gets no more of them.
  const whileSignedIn = {
    async get(fileId: string) {
      if (!(await isSessionOpen(db, sessionId))) {
        throw new Refused("SIGN_IN_REQUIRED");
      }
      return files.get(fileId);
    },
  };
  try {
    const archive = archiveOf({ db, files: whileSignedIn }, await find(), clock.now());
    finished(archive, () => taking.delete(id));
    return archive;
  } catch (error) {
    taking.delete(id);
    throw error;
  }
}
