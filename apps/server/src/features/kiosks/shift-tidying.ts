import type { Services } from "../../platform/context.ts";
import { endShiftsLeft, findDevicesLeft } from "../auth/kiosk-sessions.ts";
import { noteAt } from "./device-actions.ts";
import { lockKiosk } from "./kiosks.queries.ts";

/**
 * Ends shifts that ran out: only then does the logbook say so, with the time at which they were over, and only what is ended is forgotten.
 * The next one at the device ends it too, but some devices nobody comes to any more.
 */
export async function tidyShifts(services: Services): Promise<void> {
  const { db, clock } = services;
  const now = clock.now();
  for (const kiosk of await findDevicesLeft(db, now)) {
    await db.transaction().execute(async (trx) => {
      if (await lockKiosk(trx, kiosk.id)) {
        for (const { userId } of await endShiftsLeft(trx, kiosk, now)) {
          await noteAt(services, trx, kiosk, { userId, action: "kiosks.shift-ended" });
        }
      }
    });
  }
}
