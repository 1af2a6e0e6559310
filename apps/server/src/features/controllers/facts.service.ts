import { ControllerFact, type ToldFact } from "@umbral/contract/controllers/controller-facts.contract";
import type { Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { type KeepPicture, withPictures } from "../../platform/kept-pictures.ts";
import { Refused } from "../../platform/refused.ts";
import { acknowledge, lockAcknowledged } from "./controller-states.queries.ts";
import type { KnownController } from "./controllers.service.ts";
import { faultOfFact, setAside, tryToKeep } from "./facts-set-aside.ts";
import { noteOfAnother } from "./former-devices.ts";
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
    /** Who tells it. */
    controllerId: string,
  ): Promise<(() => void) | undefined>;
}

type Controller = Pick<KnownController, "id" | "buildingId" | "key">;
/** A fact as it was told, and as it is read: null where it cannot be. */
interface Told {
  seq: number;
  told: ToldFact;
  fact: ControllerFact | null;
  /** Made anew; null for what is no picture. */
  jpeg: Buffer | null;
}

/**
 * Takes a batch: each fact once, in order, and acknowledges up to the last one kept. A fact that was
 * already acknowledged is passed over; a gap ends the batch there, so that the controller sends again. What of a
 * fact cannot be, its time or its picture, never keeps it from being taken; what cannot be kept at all is set aside and
 * acknowledged, for those behind it. What it tells of another controller's device is acknowledged, written into the audit and
 * not believed. What the server is not able to keep just now is not acknowledged, and told again.
 */
export async function takeFacts(
  services: Services,
  keeper: FactKeeper,
  controller: Controller,
  facts: readonly ToldFact[],
): Promise<number> {
  // Before the transaction: decoding takes its time, and must not hold the controller's row meanwhile.
  const batch = await readBatch(facts, controller.id);
  try {
    return await takeBatch(services, { keeper, controller, oneByOne: false }, batch);
  } catch (error) {
    if (faultOfFact(error) === null) {
      throw error;
    }
    // One of them cannot be kept. Which one is found out by keeping each so that it can be undone.
    return takeBatch(services, { keeper, controller, oneByOne: true }, batch);
  }
}

async function readBatch(facts: readonly ToldFact[], controllerId: string): Promise<Told[]> {
  const read = facts.map((told) => ({ told, fact: ControllerFact.safeParse(told).data ?? null }));
  const pictures = await readPictures(
    read.flatMap(({ fact }) => fact ?? []),
    controllerId,
  );
  return read.map((one) => ({ ...one, seq: one.told.seq, jpeg: pictures.get(one.told.seq) ?? null }));
}

interface Means {
  services: Services;
  keeper: FactKeeper;
  controller: Controller;
  /** So that what cannot be kept is undone without the others. */
  oneByOne: boolean;
  trx: Trx;
  keepPicture: KeepPicture;
  buildingSince: Date;
  /** Of which devices of another it was written down in this transaction. */
  ofAnother: Set<string>;
}

async function takeBatch(
  services: Services,
  of: Pick<Means, "keeper" | "controller" | "oneByOne">,
  batch: readonly Told[],
): Promise<number> {
  const { controller } = of;
  const { acknowledged, afterwards } = await withPictures(services, async (trx, keepPicture) => {
    const tells: (() => void)[] = [];
    const row = await lockAcknowledged(trx, controller);
    if (!row) {
      // It was taken away while it told, or another was put in its place.
      throw new Refused("CONTROLLER_NOT_KNOWN");
    }
    const means = {
      services,
      ...of,
      trx,
      keepPicture,
      buildingSince: row.buildingSince,
      ofAnother: new Set<string>(),
    };
    let last = row.acknowledged;
    for (const told of batch) {
      if (told.seq === last + 1) {
        const tell = await takeOne(means, told);
        if (tell) {
          tells.push(tell);
        }
        last = told.seq;
      }
    }
    if (last !== row.acknowledged) {
      await acknowledge(trx, controller.id, last, services.clock.now());
    }
    return { acknowledged: last, afterwards: tells };
  });
  for (const tell of afterwards) {
    tell();
  }
  return acknowledged;
}

/** Keeps one, or sets it aside. */
async function takeOne(means: Means, { told, fact, jpeg }: Told): Promise<(() => void) | undefined> {
  const { services, trx, controller } = means;
  const aside = (why: Parameters<typeof setAside>[4]) => setAside(services, trx, controller.id, told, why);
  if (fact === null) {
    await aside({ reason: "unreadable", fault: null });
    return undefined;
  }
  if ("jpeg" in fact && jpeg === null) {
    // What it belongs to says so too.
    await aside({ reason: "picture", fault: null });
  }
  if (!means.oneByOne) {
    return keepOne(means, fact, jpeg);
  }
  const outcome = await tryToKeep(trx, services.files, () => keepOne(means, fact, jpeg));
  if ("kept" in outcome) {
    return outcome.kept;
  }
  await aside(outcome);
  return undefined;
}

async function keepOne(
  { services, keeper, controller, trx, keepPicture, buildingSince, ofAnother }: Means,
  fact: ControllerFact,
  jpeg: Buffer | null,
): Promise<(() => void) | undefined> {
  const time = timeOf(fact.at, { now: services.clock.now(), buildingSince });
  const taken: TakenFact = "jpeg" in fact ? { ...fact, ...time, jpeg } : { ...fact, ...time };
  return (
    (await noteOfAnother(services, trx, controller, taken, ofAnother)) ??
    keeper.keep(trx, controller.buildingId, taken, keepPicture, controller.id)
  );
}
