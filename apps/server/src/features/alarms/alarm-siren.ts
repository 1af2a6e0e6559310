import type { SirenState } from "@umbral/contract/alarms/alarms.contract";
import { SIREN_SOUNDS_MS } from "@umbral/contract/controllers/controller-orders.contract";
import type { DoorAction } from "@umbral/contract/doors/doors.contract";
import type { Actor, Services } from "../../platform/context.ts";
import { Refused } from "../../platform/refused.ts";
import { testSiren } from "../controllers/controller-actions.ts";
import type { ControllerHub } from "../controllers/controller-hub.ts";
import { forgetSiren, noteSiren, wantsSiren } from "./alarm-siren.queries.ts";

/** Somebody else may silence, or raise again, while this one raises: what is wanted is looked at again after each order. */
const ROUNDS_AT_MOST = 3;

/**
 * Makes the siren of a building do what its alarms say: sound while one is active, for so long at most.
 * It is a state, not a press: said again, it changes nothing.
 * @returns what the controller said that the siren does now
 */
export async function settleSiren(
  { db, clock }: Services,
  hub: ControllerHub,
  buildingId: string,
): Promise<SirenState> {
  let state: SirenState = "unknown";
  for (let round = 0; round < ROUNDS_AT_MOST; round += 1) {
    const since = await wantsSiren(db, buildingId, new Date(clock.now().getTime() - SIREN_SOUNDS_MS));
    const left = since === null ? 0 : since.getTime() + SIREN_SOUNDS_MS - clock.now().getTime();
    const isOn = left > 0;
    state = await hub.siren(buildingId, { on: isOn, forMs: isOn ? Math.ceil(left) : 1 });
    await noteSiren(db, buildingId, { state, isOn });
    const still = await wantsSiren(db, buildingId, new Date(clock.now().getTime() - SIREN_SOUNDS_MS));
    // By when, too: an order of before that is heard last would end the siren too early.
    if (still?.getTime() === since?.getTime()) {
      return state;
    }
  }
  return state;
}

/** It is another one, or hangs on another controller, which was told nothing of it: what is active sounds on there. */
export async function resettleSiren(
  services: Services,
  hub: ControllerHub,
  buildingId: string,
): Promise<void> {
  await forgetSiren(services.db, buildingId);
  await settleSiren(services, hub, buildingId);
}

/**
 * Tests the siren while no alarm sounds it: a test ends after two seconds whatever it found.
 * @throws {Refused} SIREN_SOUNDS, and what the test itself is refused with
 */
export async function testQuietSiren(
  services: Services,
  hub: ControllerHub,
  actor: Actor,
  asked: { buildingId: string; action: DoorAction },
): Promise<void> {
  const { db, clock } = services;
  const isSounding = async () =>
    (await wantsSiren(db, asked.buildingId, new Date(clock.now().getTime() - SIREN_SOUNDS_MS))) !== null;
  if (await isSounding()) {
    throw new Refused("SIREN_SOUNDS");
  }
  try {
    await testSiren(services, hub, actor, asked);
  } finally {
    // Raised meanwhile: the test may have come after it.
    if (await isSounding()) {
      await settleSiren(services, hub, asked.buildingId);
    }
  }
}
