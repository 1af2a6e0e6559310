import type { Limit } from "../../platform/attempts.queries.ts";
import type { Actor, Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { refuseBeyondHour } from "../../platform/hourly-ceilings.queries.ts";
import { waysOf } from "../accounts/index.ts";
import { refuseTooOften } from "./invitation-documents.ts";

/** In 15 minutes: by one person, and to one address. Each may send a mail or an SMS. */
const INVITED = 30;
const INVITED_TO = 5;
/** Times that one invitation is sent again in 15 minutes. */
const RESENT = 5;

const by = (actor: Actor): Limit => ({ subject: ["invitations-by", actor.id], most: INVITED });

interface Typed {
  email: string;
  phone: string;
}

/** Somebody invites, to a home or to a role in a building: both count together. @throws {Refused} TOO_OFTEN */
export const countInvitation = (services: Services, actor: Actor, { email, phone }: Typed): Promise<void> =>
  refuseTooOften(services, [
    by(actor),
    ...[email.toLowerCase(), phone]
      .filter((to) => to !== "")
      .map((to) => ({ subject: ["invitations-to", to], most: INVITED_TO })),
  ]);

/**
 * Counts the SMS of an invitation, which nothing else refuses any more: what is not sent takes nothing of the hour.
 * @param isSent false: whoever invites passes the link on
 * @throws {Refused} SMS_USED_UP
 */
export async function countSms(
  services: Services,
  trx: Trx,
  { isSent, ...typed }: Typed & { isSent: boolean },
): Promise<void> {
  if (isSent && waysOf(services, typed)[0] === "sms") {
    await refuseBeyondHour(trx, services, "invitations");
  }
}

/** Somebody sends an invitation again, which counts as one more of theirs. @throws {Refused} TOO_OFTEN */
export const countResending = (services: Services, actor: Actor, id: string): Promise<void> =>
  refuseTooOften(services, [by(actor), { subject: ["invitation-resent", id], most: RESENT }]);
