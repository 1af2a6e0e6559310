import type { Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import type { KeepPicture } from "../../platform/kept-pictures.ts";
import { removeBytes } from "../../platform/picture-sweep.ts";
import type { TakenFact } from "../controllers/taken-facts.ts";
import { tellWatchers } from "../spaces/index.ts";
import { markFire } from "./alarm-doors.queries.ts";
import { tellsDoorsSince } from "./alarm-doors.ts";
import { raiseTrouble, type TellHeld } from "./door-troubles.ts";
import {
  deleteOldIntrusions,
  endIntrusion,
  insertIntrusion,
  insertIntrusionPicture,
  lacksPicture,
  markBrokenPicture,
} from "./intrusions.queries.ts";

const intrusionKinds = ["intrusion-started", "intrusion-ended", "intrusion-picture"] as const;
export type IntrusionFact = Extract<TakenFact, { kind: (typeof intrusionKinds)[number] }>;

export const isIntrusionFact = (fact: TakenFact): fact is IntrusionFact =>
  intrusionKinds.some((kind) => kind === fact.kind);

/**
 * Keeps what a controller tells of intrusions. What it returns tells people, after the commit.
 * @param parts `onFire`: a panel frees the ways out of its building
 */
export async function keepIntrusionFact(
  services: Services,
  trx: Trx,
  buildingId: string,
  fact: IntrusionFact,
  parts: { keepPicture: KeepPicture; onFire: (buildingId: string) => void; tellHeld: TellHeld },
): Promise<() => void> {
  const { at, toldAt } = fact;
  const { keepPicture, onFire, tellHeld } = parts;
  let tellTrouble: (() => void) | undefined;
  let isFire = false;
  switch (fact.kind) {
    case "intrusion-started": {
      const isNew = await insertIntrusion(trx, {
        id: fact.intrusionId,
        buildingId,
        kind: fact.intrusion,
        cameraId: fact.cameraId,
        doorId: fact.doorId,
        inputId: fact.inputId,
        startedAt: at,
        toldAt,
      });
      if (isNew && fact.intrusion !== "motion") {
        tellTrouble = await raiseTrouble(services, trx, fact.intrusionId, tellHeld);
        const now = services.clock.now();
        isFire =
          fact.goesOn !== true &&
          (await markFire(trx, fact.intrusionId, { now, since: tellsDoorsSince(now) }));
      }
      break;
    }
    case "intrusion-ended":
      await endIntrusion(trx, { id: fact.intrusionId, buildingId, endedAt: at });
      break;
    case "intrusion-picture": {
      const { intrusionId: id, position, jpeg } = fact;
      if (jpeg === null) {
        await markBrokenPicture(trx, buildingId, id);
      } else if (await lacksPicture(trx, { id, buildingId, position })) {
        const fileId = await keepPicture("intrusion", jpeg);
        await insertIntrusionPicture(trx, { eventId: id, position, fileId, takenAt: at });
      } else {
        services.log.warn({ buildingId, intrusionId: id }, "a picture that belongs to no intrusion");
      }
      break;
    }
  }
  return () => {
    tellWatchers(services, "event_intrusion", buildingId);
    tellTrouble?.();
    if (isFire) {
      onFire(buildingId);
    }
  };
}

/** Deleted at once: a transaction of few seconds at most, however long a building kept too much. */
const BATCH = 200;

/** Lets intrusions go, with their pictures, that are older than their building keeps them. */
export async function tidyIntrusions({ db, files, clock, log }: Services): Promise<void> {
  let total = 0;
  let count: number;
  do {
    const gone = await deleteOldIntrusions(db, clock.now(), BATCH);
    // The rows first: what a killed process leaves here has no row, and the sweep of pictures finds it.
    await removeBytes({ files, log }, gone.fileIds);
    count = gone.count;
    total += count;
  } while (count === BATCH);
  if (total > 0) {
    log.info({ intrusions: total }, "let old intrusions go");
  }
}
