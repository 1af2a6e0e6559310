import type { VisitorOfActor } from "../../platform/actor.ts";
import { networkOf } from "../../platform/address.ts";
import { takeAttempt } from "../../platform/attempts.queries.ts";
import type { Services } from "../../platform/context.ts";
import { Refused } from "../../platform/refused.ts";
import { findHomeAtSign, findSign, type SignRow } from "./entrance-sign.queries.ts";
import { stateOf } from "./open-sign.ts";

/** Rings in 15 minutes: of one browser at one home, of one browser, from one network, at one home by all, of the sign. */
const MOST = { ofBrowserAtHome: 3, ofBrowser: 10, ofNetwork: 30, atHome: 12, ofSign: 120 } as const;

/**
 * The sign before which somebody stands, when it rings now.
 * @throws {Refused} SIGN_NOT_VALID, SIGN_OFF, SIGN_CLOSED
 */
export async function signThatRings({ db, clock }: Services, { signId }: VisitorOfActor): Promise<SignRow> {
  const sign = await findSign(db, { signId });
  if (!sign) {
    throw new Refused("SIGN_NOT_VALID");
  }
  const state = stateOf(sign, clock.now());
  if (state !== "rings") {
    throw new Refused(state === "off" ? "SIGN_OFF" : "SIGN_CLOSED");
  }
  return sign;
}

/**
 * Does this home of the building, or its lobby, want to be rung by the sign?
 * @throws {Refused} NOT_FOUND for a home that is none of the building
 */
export async function isToBeRung(
  { db, clock }: Services,
  buildingId: string,
  apartmentId: string | null,
): Promise<boolean> {
  if (apartmentId === null) {
    return true;
  }
  const home = await findHomeAtSign(db, buildingId, apartmentId, clock.now());
  if (!home) {
    throw new Refused("NOT_FOUND");
  }
  return home.offSince === null;
}

/**
 * Counts one ring, whether anybody is there or not.
 * @throws {Refused} SIGN_CALLS_TOO_OFTEN
 */
export async function takeRing(
  { db, clock }: Services,
  of: { visitorId: string; buildingId: string; apartmentId: string | null; address: string },
): Promise<void> {
  const network = networkOf(of.address);
  const home = of.apartmentId ?? "lobby";
  const retryAfter = await takeAttempt(
    db,
    [
      { subject: ["sign-ring", of.visitorId, home], most: MOST.ofBrowserAtHome },
      { subject: ["sign-ring", of.visitorId], most: MOST.ofBrowser },
      { subject: ["sign-ring-from", of.buildingId, network], most: MOST.ofNetwork },
      { subject: ["sign-ring-at", of.buildingId, home], most: MOST.atHome },
      { subject: ["sign-ring-in", of.buildingId], most: MOST.ofSign },
    ],
    clock.now(),
  );
  if (retryAfter > 0) {
    throw new Refused("SIGN_CALLS_TOO_OFTEN", { retryAfter });
  }
}
