import type { PassAtDesk } from "@umbral/contract/passes/pass-desk.contract";
import type { Actor, Services } from "../../platform/context.ts";
import { Refused } from "../../platform/refused.ts";
import { writeAction } from "../audit/audit.service.ts";
import { refuseNamedTogether } from "./enter-by-pass.ts";
import { describeAtDesk, momentAtDesk } from "./pass-at-desk.ts";
import { findDesk, findPassAtDesk } from "./pass-desk.queries.ts";
import { isSameMovement } from "./pass-movements.ts";
import { noteNamesLeave } from "./pass-names.ts";
import { writeExit } from "./pass-news.ts";
import { countMovement, insertMovement, lockPass } from "./pass-rows.queries.ts";

/**
 * Notes that guests went out, whatever became of their pass.
 * @throws {Refused} PASS_NOT_FOUND, NOBODY_INSIDE for more than are inside; those of {@link noteNamesLeave}
 */
export async function leaveByPassOf(
  services: Services,
  actor: Actor,
  leaving: {
    buildingId: string;
    passId: string;
    requestId: string;
    people: number;
    nameId?: string | undefined;
  },
): Promise<{ pass: PassAtDesk }> {
  const { db, clock } = services;
  const { buildingId, passId, requestId, people, nameId } = leaving;
  const who = { byUser: actor.id, nameId: nameId ?? null };
  const movement = { id: requestId, passId, kind: "out", people, ...who } as const;
  refuseNamedTogether(leaving);
  const { row, tell } = await db.transaction().execute(async (trx) => {
    const pass = await lockPass(trx, passId);
    if (!pass || pass.buildingId !== buildingId) {
      throw new Refused("PASS_NOT_FOUND");
    }
    const isNoted = await isSameMovement(trx, movement);
    if (!isNoted) {
      const inside = pass.entered - pass.left;
      if (people > inside) {
        throw new Refused("NOBODY_INSIDE");
      }
      const exit = { ...movement, at: clock.now(), doorId: null, pictureFileId: null, documentFileId: null };
      if (!(await insertMovement(trx, exit))) {
        throw new Refused("BAD_REQUEST");
      }
      await countMovement(trx, exit);
      await noteNamesLeave(trx, passId, { nameId, people, inside, at: exit.at });
    }
    const left = await findPassAtDesk(trx, buildingId, { id: passId });
    if (!left) {
      throw new Refused("PASS_NOT_FOUND");
    }
    if (!isNoted) {
      await writeAction(services, trx, actor, {
        buildingId,
        action: "passes.left",
        subjectId: passId,
        detail: { people, faces: left.photoFileId === null ? 0 : 1 },
      });
    }
    return { row: left, tell: isNoted ? undefined : await writeExit(services, trx, passId) };
  });
  tell?.();
  const now = clock.now();
  const desk = await findDesk(db, buildingId, now);
  if (!desk) {
    throw new Refused("PASS_NOT_FOUND");
  }
  return { pass: await describeAtDesk(services, desk, await momentAtDesk(db, desk, now), row) };
}
