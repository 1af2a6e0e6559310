import { RING_MS } from "@umbral/contract/calls/calls.contract";
import type { ringBySign } from "@umbral/contract/entrance-sign/sign-page.contract";
import type { z } from "zod";
import type { VisitorOfActor } from "../../platform/actor.ts";
import type { Actor, Services } from "../../platform/context.ts";
import { isToBeRung, signThatRings, takeRing } from "../entrance-sign/ring-by-sign.ts";
import { holdCaller, writeCalls } from "./call-creation.ts";
import { leaveCallsOf } from "./call-leaving.ts";
import { missDue } from "./call-record.ts";
import { ringCalls, tellRung } from "./call-ringing.ts";
import { type CallTarget, targetsOfPlace } from "./call-target.ts";

type Rung = z.input<(typeof ringBySign)["reply"]>;

/**
 * Whoever stands before the sign rings a home, or the lobby: everybody there at once. Where nobody is, or where the home
 * wants none of it, the answer is the same and nothing rings: what the page is told is no word on who lives there.
 * @throws {Refused} SIGN_NOT_VALID, SIGN_OFF, SIGN_CLOSED, NOT_FOUND, SIGN_CALLS_TOO_OFTEN, SIGN_IN_REQUIRED
 */
export async function ringAtSign(
  services: Services,
  actor: Actor,
  visitor: VisitorOfActor,
  { apartmentId, address }: { apartmentId: string | null; address: string },
): Promise<Rung> {
  const { buildingId } = await signThatRings(services, visitor);
  const wantsIt = await isToBeRung(services, buildingId, apartmentId);
  await takeRing(services, { visitorId: actor.id, buildingId, apartmentId, address });
  await missDue(services);
  const targets = wantsIt
    ? await targetsOfPlace(services, { buildingId, apartmentId, isOfHome: apartmentId !== null })
    : [];
  const { rung, tellLeft } = await services.db.transaction().execute(async (trx) => {
    await holdCaller(trx, actor);
    // Also where nobody is: what rang elsewhere must not tell whether this does.
    const left = await leaveCallsOf(services, trx, actor.id, actor);
    const ids = await writeCalls(
      services,
      trx,
      actor,
      targets.map((target) => withoutHome(target, apartmentId)),
    );
    return { rung: await ringCalls(services, trx, actor, ids), tellLeft: left };
  });
  tellLeft();
  await tellRung(services, rung);
  const createdAt = services.clock.now();
  return {
    ringing: {
      // Of no call: whoever is told one knows that somebody is there.
      id: services.newId(),
      createdAt: createdAt.toISOString(),
      expiresAt: new Date(createdAt.getTime() + RING_MS).toISOString(),
    },
  };
}

/** Ends what the visitor rings, or talks in. */
export async function leaveSign(services: Services, actor: Actor): Promise<{ ok: true }> {
  const tell = await services.db.transaction().execute((trx) => leaveCallsOf(services, trx, actor.id, actor));
  tell();
  return { ok: true };
}

/** The lobby is rung of no home. */
const withoutHome = (target: CallTarget, apartmentId: string | null): CallTarget => ({
  ...target,
  apartmentId,
});
