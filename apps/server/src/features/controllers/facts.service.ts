import type { ControllerFact } from "@umbral/contract/controllers/controller-facts.contract";
import type { Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { type KeepPicture, withPictures } from "../../platform/kept-pictures.ts";
import { acknowledge, lockAcknowledged } from "./controllers.queries.ts";
import { isOfAnother } from "./former-devices.ts";
import { readPictures, type TakenFact, timeOf } from "./taken-facts.ts";

/**
 * A room that keeps some kinds of facts. `keep` runs in the transaction that acknowledges; what it returns
 * runs after the commit (telling people), never before.
 */
export interface FactKeeper {
  keep(
    trx: Trx,
    buildingId: string,
    fact: TakenFact,
    keepPicture: KeepPicture,
  ): Promise<(() => void) | undefined>;
}

/**
 * Takes a batch: each fact once, in order, and acknowledges up to the last one kept. A fact that was
 * already acknowledged is passed over; a gap ends the batch there, so that the controller sends again. What of a
 * fact cannot be, its time or its picture, never keeps it from being taken. What it tells of another controller's device
 * is acknowledged, written into the audit and not believed.
 */
export async function takeFacts(
  services: Services,
  keeper: FactKeeper,
  controller: { id: string; buildingId: string },
  facts: readonly ControllerFact[],
): Promise<number> {
  const afterwards: (() => void)[] = [];
  // Before the transaction: decoding takes its time, and must not hold the controller's row meanwhile.
  const pictures = await readPictures(facts);
  const acknowledged = await withPictures(services, async (trx, keepPicture) => {
    const row = await lockAcknowledged(trx, controller.id);
    let last = row.acknowledged;
    for (const fact of facts) {
      if (fact.seq === last + 1) {
        const time = timeOf(fact.at, { now: services.clock.now(), buildingSince: row.buildingSince });
        const taken: TakenFact =
          "jpeg" in fact ? { ...fact, ...time, jpeg: pictures.get(fact.seq) ?? null } : { ...fact, ...time };
        const tell = (await isOfAnother(services, trx, controller, taken))
          ? undefined
          : await keeper.keep(trx, controller.buildingId, taken, keepPicture);
        if (tell) {
          afterwards.push(tell);
        }
        last = fact.seq;
      }
    }
    if (last !== row.acknowledged) {
      await acknowledge(trx, controller.id, last, services.clock.now());
    }
    return last;
  });
  for (const tell of afterwards) {
    tell();
  }
  return acknowledged;
}
