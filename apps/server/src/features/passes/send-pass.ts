import type { sendPass } from "@umbral/contract/passes/passes.contract";
import { takesSms } from "@umbral/contract/registration/personal-data";
import type { z } from "zod";
import { type Limit, takeAttempt } from "../../platform/attempts.queries.ts";
import type { Actor, Services } from "../../platform/context.ts";
import { refuseBeyondHour } from "../../platform/hourly-ceilings.queries.ts";
import { refuseWithoutWay } from "../../platform/message-ways.ts";
import { Refused } from "../../platform/refused.ts";
import { writeAction } from "../audit/audit.service.ts";
import { writeMessages } from "../notifications/notifications.service.ts";
import { sharingOf } from "./pass-secrets.ts";
import { pageTo } from "./pass-words.ts";
import { findBuildingOfPass, markSent, type PassRow } from "./passes.queries.ts";
import { findOwn, lockAlive, type OfPass } from "./passes.service.ts";

/** In 15 minutes: by one person, and to one address. */
const SENT_BY = 30;
const SENT_TO = 5;

/**
 * Sends the guest's page to the address in the pass. The same press again sends nothing more.
 * @throws {Refused} PASS_NOT_FOUND, PASS_IS_OVER, INCOMPLETE, TOO_OFTEN, SMS_USED_UP
 */
export async function sendPassOf(
  services: Services,
  actor: Actor,
  of: OfPass,
  { by, requestId }: z.output<(typeof sendPass)["body"]>,
): Promise<{ ok: true }> {
  await findOwn(services, actor, of);
  refuseWithoutWay(services, by === "sms" ? "sms" : "mail");
  await services.db.transaction().execute(async (trx) => {
    const now = services.clock.now();
    const pass = await lockAlive(trx, of);
    if (pass.endsAt <= now) {
      // No message leaves after the end of what it tells of.
      throw new Refused("PASS_IS_OVER");
    }
    const to = addressOf(pass, by);
    const { code, address } = sharingOf(services, pass);
    const building = await findBuildingOfPass(trx, of.buildingId, now);
    if (!building) {
      throw new Refused("PASS_NOT_FOUND");
    }
    if (!(await markSent(trx, of.passId, requestId))) {
      return;
    }
    const limits: Limit[] = [
      { subject: ["passes-by", actor.id], most: SENT_BY },
      { subject: ["passes-to", to.toLowerCase()], most: SENT_TO },
    ];
    const retryAfter = await takeAttempt(trx, limits, now);
    if (retryAfter > 0) {
      throw new Refused("TOO_OFTEN", { retryAfter });
    }
    if (by === "sms") {
      await refuseBeyondHour(trx, services, "guest-pages");
    }
    await writeMessages(services, trx, [pageTo({ by, to, pass, building, code, address, now })]);
    await writeAction(services, trx, actor, {
      buildingId: of.buildingId,
      action: "passes.shared",
      subjectId: of.passId,
      detail: { by },
    });
  });
  services.wakeOutbox();
  return { ok: true };
}

function addressOf({ email, phone }: PassRow, by: "email" | "sms"): string {
  const to = (by === "email" ? email : phone) ?? "";
  if (to === "") {
    const property = by === "email" ? "guest.email" : "guest.phone";
    throw new Refused("INCOMPLETE", { errors: [{ property, message: "should not be null" }] });
  }
  if (by === "sms" && !takesSms(to)) {
    throw new Refused("INCOMPLETE", {
      errors: [{ property: "guest.phone", message: "debe ser un celular" }],
    });
  }
  return to;
}
