import type { Call } from "@umbral/contract/calls/calls.contract";
import type { GuestOfActor } from "../../platform/actor.ts";
import type { Actor, Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { Refused } from "../../platform/refused.ts";
import { ringingPassOf } from "../passes/guest-page.ts";
import { lockLiveCallsBy } from "./call-creation.queries.ts";
import { holdCaller, missWhatRanOut, writeCalls } from "./call-creation.ts";
import { ringCalls, tellRung } from "./call-ringing.ts";
import { targetsOfPlace } from "./call-target.ts";
import { describeCall } from "./calls.service.ts";

/**
 * The guest of a pass is at the entrance: everybody of its home rings at once, or the lobby. A pass has one ringing or
 * call at a time, in one session: there it is the same one again.
 * @throws {Refused} PASS_REFUSED, NOBODY_TO_RING, GUEST_CALLS_ALREADY, SIGN_IN_REQUIRED, CALLS_TOO_OFTEN
 */
export async function ringHost(
  services: Services,
  actor: Actor,
  guest: GuestOfActor,
): Promise<{ calls: Call[]; devices: number }> {
  const pass = await ringingPassOf(services, guest);
  if (pass.refusal !== null) {
    throw new Refused("PASS_REFUSED");
  }
  const targets = await targetsOfPlace(services, pass);
  if (targets.length === 0) {
    throw new Refused("NOBODY_TO_RING");
  }
  await missWhatRanOut(services, actor);
  const rung = await services.db.transaction().execute(async (trx) => {
    await holdCaller(trx, actor);
    const ids = (await ringingIn(trx, actor)) ?? (await writeCalls(services, trx, actor, targets));
    return ringCalls(services, trx, actor, ids);
  });
  const devices = await tellRung(services, rung);
  return {
    calls: await Promise.all(rung.calls.map((row) => describeCall(services, actor, row))),
    devices: [...devices.values()].reduce((sum, count) => sum + count, 0),
  };
}

/**
 * What this session rings already; null when it may begin.
 * @throws {Refused} GUEST_CALLS_ALREADY
 */
async function ringingIn(trx: Trx, actor: Actor): Promise<string[] | null> {
  const live = await lockLiveCallsBy(trx, actor.id);
  if (live.some(({ status, sessionId }) => status !== "ENTRANTE" || sessionId !== actor.sessionId)) {
    throw new Refused("GUEST_CALLS_ALREADY");
  }
  return live.length === 0 ? null : live.map(({ id }) => id);
}
