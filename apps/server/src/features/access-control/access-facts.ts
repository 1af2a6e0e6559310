import type { Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import type { KeepPicture } from "../../platform/kept-pictures.ts";
import { removeBytes } from "../../platform/picture-sweep.ts";
import { noteUseOfCard } from "../cards/index.ts";
import type { TakenFact } from "../controllers/taken-facts.ts";
import { tellWatchers } from "../spaces/index.ts";
import {
  attachPicture,
  deleteOldAccess,
  insertAccess,
  lacksPicture,
  markBrokenPicture,
} from "./access-events.queries.ts";
import { noteUseOfPin } from "./pins.queries.ts";

export { findGranted } from "./access-events.queries.ts";

const accessKinds = ["access-decided", "access-picture"] as const;
export type AccessFact = Extract<TakenFact, { kind: (typeof accessKinds)[number] }>;

export const isAccessFact = (fact: TakenFact): fact is AccessFact =>
  accessKinds.some((kind) => kind === fact.kind);

/** Somebody came in by a pass, as a controller told it. */
export interface EntryByPass {
  accessId: string;
  passId: string;
  doorId: string | null;
  at: Date;
}
/** What facts of readers need of others. */
export interface AccessFactParts {
  keepPicture: KeepPicture;
  /** Writes the entry down with its pass. What it returns tells people, after the commit. */
  enterByPass: (trx: Trx, entry: EntryByPass) => Promise<(() => void) | undefined>;
}

/** Keeps what a controller decided at its readers. What it returns tells people, after the commit. */
export async function keepAccessFact(
  services: Services,
  trx: Trx,
  buildingId: string,
  fact: AccessFact,
  { keepPicture, enterByPass }: AccessFactParts,
): Promise<() => void> {
  const tellWatching = () => tellWatchers(services, "event_access", buildingId);
  if (fact.kind === "access-picture") {
    await keepAccessPicture(services, trx, buildingId, fact, keepPicture);
    return tellWatching;
  }
  const { accessId: id, at: occurredAt, doorId, credential, outcome, toldAt } = fact;
  const { cardId, holderId, passId = null, tag, isOffline } = fact;
  const what = { doorId, credential, outcome, cardId, holderId, passId, tag, isOffline };
  const access = { id, buildingId, ...what, occurredAt, toldAt };
  const kept = await insertAccess(trx, access);
  if (kept?.cardId && outcome === "granted") {
    await noteUseOfCard(trx, kept.cardId, occurredAt);
  }
  if (kept?.userId && credential === "pin" && outcome === "granted") {
    await noteUseOfPin(trx, { buildingId, userId: kept.userId, at: occurredAt });
  }
  if (kept?.passId && outcome === "granted" && fact.isEntry === true) {
    const entry = { accessId: id, passId: kept.passId, doorId: kept.doorId, at: occurredAt };
    const tellHome = await enterByPass(trx, entry);
    return () => {
      tellWatching();
      tellHome?.();
    };
  }
  return tellWatching;
}

async function keepAccessPicture(
  { log }: Services,
  trx: Trx,
  buildingId: string,
  { accessId: id, jpeg }: Extract<AccessFact, { kind: "access-picture" }>,
  keepPicture: KeepPicture,
): Promise<void> {
  if (jpeg === null) {
    await markBrokenPicture(trx, buildingId, id);
  } else if (await lacksPicture(trx, buildingId, id)) {
    await attachPicture(trx, id, await keepPicture("access", jpeg));
  } else {
    log.warn({ buildingId, accessId: id }, "a picture that belongs to nobody at a reader");
  }
}

/** Deleted at once: a transaction of few seconds at most, however long a building kept too much. */
const BATCH = 500;

/** Lets go, with its pictures, what is older than its building keeps what it notices. */
export async function tidyAccess({ db, files, clock, log }: Services): Promise<void> {
  let total = 0;
  let count: number;
  do {
    const gone = await db.transaction().execute((trx) => deleteOldAccess(trx, clock.now(), BATCH));
    // The rows first: what a killed process leaves here has no row, and the sweep of pictures finds it.
    await removeBytes({ files, log }, gone.fileIds);
    count = gone.count;
    total += count;
  } while (count === BATCH);
  if (total > 0) {
    log.info({ decisions: total }, "let old decisions at readers go");
  }
}
