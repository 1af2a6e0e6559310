import { expressionBuilder } from "kysely";
import type { Tables } from "../../platform/tables.ts";

/*
 * The living sessions at a device of a lobby, as other rooms may read them too: table expressions to be joined on their
 * `kiosk_id`. Which of them is the device's own is said by whose it is, and here alone.
 */

const livingAt = (now: Date) =>
  expressionBuilder<Tables>()
    .selectFrom("sessions")
    .innerJoin("kiosks", "kiosks.id", "sessions.kiosk_id")
    .selectAll("sessions")
    .where("sessions.ended_at", "is", null)
    .where("sessions.expires_at", ">", now);

/** The device's own. The table is called `device`. */
export const deviceSessions = (now: Date) =>
  livingAt(now).whereRef("sessions.user_id", "=", "kiosks.user_id").as("device");

/** That of whoever is on shift there. The table is called `shift`. */
export const shiftSessions = (now: Date) =>
  livingAt(now).whereRef("sessions.user_id", "!=", "kiosks.user_id").as("shift");
