import type { SecondSignIn } from "@umbral/contract/controllers/registering.contract";
import type { Services } from "../../platform/context.ts";
import { writeAuditLine } from "../audit/audit.service.ts";
import { keepSecondSignIn, lockSecondSignIn } from "./controllers.queries.ts";
import type { KnownController } from "./controllers.service.ts";

/** Two machines with one key end each other's line again and again: a line of the audit in this time is enough. */
const WRITTEN_EVERY_MS = 10 * 60_000;

/** Writes down that a key was used while another line with it was open, for the controller's page and the audit. */
export async function noteSecondSignIn(
  { db, clock, log }: Services,
  controller: KnownController,
  noticed: Omit<SecondSignIn, "at">,
): Promise<void> {
  const at = clock.now();
  log.warn({ controllerId: controller.id, answered: noticed.answered }, "a second line with one key");
  await db.transaction().execute(async (trx) => {
    const row = await lockSecondSignIn(trx, controller.id);
    if (!row) {
      return;
    }
    const { last } = row;
    await keepSecondSignIn(trx, controller.id, { at: at.toISOString(), ...noticed });
    const isNew =
      last === null ||
      last.answered !== noticed.answered ||
      at.getTime() - new Date(last.at).getTime() >= WRITTEN_EVERY_MS;
    if (isNew) {
      await writeAuditLine(trx, {
        buildingId: controller.buildingId,
        actorId: null,
        action: "controllers.second-sign-in",
        subjectId: controller.id,
        detail: { answered: noticed.answered },
        at,
      });
    }
  });
}
