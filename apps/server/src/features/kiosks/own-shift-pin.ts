import type { Actor, Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { Refused } from "../../platform/refused.ts";
import { isOwnDoorPin } from "../access-control/index.ts";
import { writeOwnAction } from "../audit/audit.service.ts";
import { hashPassword } from "../auth/passwords.ts";
import { askPasswordAgain, holdAsker } from "../auth/sessions.service.ts";
import { isEasyPin } from "./pin-rules.ts";
import { deleteShiftPin, findShiftPin, forgetFailures, replaceShiftPin } from "./shift-pins.queries.ts";
import { documentDigest } from "./shifts.ts";

export async function shiftPinOf({ db }: Services, actor: Actor): Promise<{ setAt: string | null }> {
  const pin = await findShiftPin(db, actor.id);
  return { setAt: pin?.setAt.toISOString() ?? null };
}

/**
 * Sets somebody's own PIN for shifts. Whoever locked themselves out at a device is let in again.
 * @throws {Refused} SHIFT_PIN_NOT_ACCEPTED, SIGN_IN_REQUIRED, WRONG_PASSWORD, TOO_OFTEN
 */
export async function setOwnShiftPin(
  services: Services,
  actor: Actor,
  { pin, currentPassword }: { pin: string; currentPassword: string },
): Promise<{ setAt: string }> {
  const { db, clock } = services;
  const { cedula, passwordHash } = await askPasswordAgain(services, actor, currentPassword);
  if (isEasyPin(pin, cedula) || (await isOwnDoorPin(services, actor.id, pin))) {
    throw new Refused("SHIFT_PIN_NOT_ACCEPTED", { errors: [{ property: "pin", message: "elige otro" }] });
  }
  const pinHash = await hashPassword(pin);
  const setAt = clock.now();
  await db.transaction().execute(async (trx) => {
    await holdAsker(trx, actor, passwordHash);
    await replaceShiftPin(trx, { userId: actor.id, pinHash, setAt });
    await forgetFailures(trx, documentDigest(services, cedula));
    await writeOwnAction(services, trx, actor.id, "kiosks.pin-set");
  });
  return { setAt: setAt.toISOString() };
}

/** An account was recovered: whoever knew its password may have set the PIN. @returns whether there was one */
export function dropShiftPin(trx: Trx, userId: string): Promise<boolean> {
  return deleteShiftPin(trx, userId);
}
