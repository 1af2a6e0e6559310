import type { Call } from "@umbral/contract/calls/calls.contract";
import type { GuestOfActor } from "../../platform/actor.ts";
import type { Actor, Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { Refused } from "../../platform/refused.ts";
import { ringingPassOf } from "../passes/guest-page.ts";
import { holdCaller, writeCall } from "./call-creation.ts";
import { missDue } from "./call-record.ts";
import { ringOne } from "./call-ringing.ts";
import { type CallTarget, targetsOfPlace } from "./call-target.ts";
import { findLiveCallsBy } from "./calls.queries.ts";
import { describeCall, findCallRow } from "./calls.service.ts";

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
  await missDue(services);
  const ids = await services.db.transaction().execute(async (trx) => {
    await holdCaller(trx, actor);
    return (await ringingIn(trx, actor)) ?? writeAll(services, trx, actor, targets);
  });
  const devices = await Promise.all(ids.map((id) => ringOne(services, actor, id)));
  const rows = await Promise.all(ids.map((id) => findCallRow(services, id)));
  return {
    calls: await Promise.all(rows.map((row) => describeCall(services, actor, row))),
    devices: devices.reduce((sum, count) => sum + count, 0),
  };
}

/**
 * What this session rings already; null when it may begin.
 * @throws {Refused} GUEST_CALLS_ALREADY
 */
async function ringingIn(trx: Trx, actor: Actor): Promise<string[] | null> {
  const live = await findLiveCallsBy(trx, actor.id);
  if (live.some(({ status, sessionId }) => status !== "ENTRANTE" || sessionId !== actor.sessionId)) {
    throw new Refused("GUEST_CALLS_ALREADY");
  }
  return live.length === 0 ? null : live.map(({ id }) => id);
}

async function writeAll(
  services: Services,
  trx: Trx,
  actor: Actor,
  targets: readonly CallTarget[],
): Promise<string[]> {
  const ids: string[] = [];
  for (const target of targets) {
    ids.push(await writeCall(services, trx, actor, target));
  }
  return ids;
}
