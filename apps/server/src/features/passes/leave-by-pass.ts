import type { PassAtDesk } from "@umbral/contract/passes/pass-desk.contract";
import type { Actor, Services } from "../../platform/context.ts";
import { Refused } from "../../platform/refused.ts";
import { writeAction } from "../audit/audit.service.ts";
import { describeAtDesk, momentAtDesk } from "./pass-at-desk.ts";
import { findDesk, findPassAtDesk } from "./pass-desk.queries.ts";
import { isSameMovement } from "./pass-movements.ts";
import { writeExit } from "./pass-news.ts";
import { countMovement, insertMovement, lockPass } from "./pass-rows.queries.ts";

/**
 * Notes that guests went out, whatever became of their pass.
 * @throws {Refused} PASS_NOT_FOUND, NOBODY_INSIDE for more than are inside
 */
export async function leaveByPassOf(
  services: Services,
  actor: Actor,
  {
    buildingId,
    passId,
    requestId,
    people,
  }: { buildingId: string; passId: string; requestId: string; people: number },
): Promise<{ pass: PassAtDesk }> {
  const { db, clock } = services;
  const movement = { id: requestId, passId, kind: "out", people, byUser: actor.id } as const;
  const { row, tell } = await db.transaction().execute(async (trx) => {
    const pass = await lockPass(trx, passId);
    if (!pass || pass.buildingId !== buildingId) {
      throw new Refused("PASS_NOT_FOUND");
    }
    const isNoted = await isSameMovement(trx, movement);
    if (!isNoted) {
      if (people > pass.entered - pass.left) {
        throw new Refused("NOBODY_INSIDE");
      }
      const exit = { ...movement, at: clock.now(), doorId: null, pictureFileId: null, documentFileId: null };
      if (!(await insertMovement(trx, exit))) {
        throw new Refused("BAD_REQUEST");
      }
      await countMovement(trx, exit);
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
