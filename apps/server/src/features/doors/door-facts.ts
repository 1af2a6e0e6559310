import type { OpenDoorOrigin } from "@umbral/contract/doors/doors.contract";
import type { Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import type { KeepPicture } from "../../platform/kept-pictures.ts";
import { writeAuditLine } from "../audit/audit.service.ts";
import type { TakenFact } from "../controllers/taken-facts.ts";
import { tellOfBuilding, tellWatchers } from "../spaces/index.ts";
import { endFreePeriod, endOtherFreePeriods, insertFreePeriod } from "./door-modes.queries.ts";
import { lockOrder, markLate, settleOrder } from "./door-orders.queries.ts";
import {
  attachPicture,
  insertOpening,
  markBrokenPicture,
  openedJustBefore,
} from "./opening-facts.queries.ts";

/** What a controller tells of doors. */
type DoorFact = Extract<
  TakenFact,
  { kind: "door-opened" | "door-closed" | "door-freed" | "door-free-ended" | "opening-picture" }
>;
type DoorOpened = Extract<TakenFact, { kind: "door-opened" }>;
type OpeningPicture = Extract<TakenFact, { kind: "opening-picture" }>;

/** Somebody opened a door: certainly, and just as it was told. */
export interface OpenedBySomebody {
  id: string;
  buildingId: string;
  doorId: string;
  userId: string;
  origin: OpenDoorOrigin;
  at: Date;
  /** They opened a common door shortly before: they come in by two. */
  wasJustHere: () => Promise<boolean>;
}

/** Who comes in by a gate and then by a door came once. */
const ONE_COMING_MS = 10 * 60_000;

/** Tells whoever awaits them, in the transaction of the opening. What it returns tells screens, after the commit. */
type TellOpened = (trx: Trx, opened: OpenedBySomebody) => Promise<(() => void) | undefined>;

/** What facts of doors need of others. */
export interface DoorFactMeans {
  keepPicture: KeepPicture;
  findGranted: FindGranted;
  tellOpened: TellOpened;
  /** Who tells it. */
  controllerId: string;
}

/** Whom a controller let in by itself, under the name of the opening that came of it. */
type FindGranted = (trx: Trx, buildingId: string, openingId: string) => Promise<string | null>;

/** Keeps what a controller tells of doors. What it returns is told to people after the commit. */
export async function keepDoorFact(
  services: Services,
  trx: Trx,
  buildingId: string,
  fact: DoorFact,
  means: DoorFactMeans,
): Promise<(() => void) | undefined> {
  const tellWatching = () => tellWatchers(services, "event_open_door", buildingId);
  switch (fact.kind) {
    case "door-opened": {
      const tellOthers = await keepOpening(services, trx, buildingId, fact, means);
      return () => {
        tellWatching();
        for (const tell of tellOthers) {
          tell();
        }
      };
    }
    case "opening-picture":
      await keepOpeningPicture(services, trx, buildingId, fact, means.keepPicture);
      return tellWatching;
    case "door-freed": {
      const { periodId: id, doorId, origin, at, toldAt, isCertain } = fact;
      const now = services.clock.now();
      const { controllerId } = means;
      await insertFreePeriod(trx, { id, buildingId, doorId, controllerId, origin, at, now });
      const opening = { doorId, orderId: null, userId: null, origin, occurredAt: at, toldAt, isCertain };
      await insertOpening(trx, { id, buildingId, ...opening });
      return () => {
        tellWatching();
        void tellOfBuilding(services, buildingId);
      };
    }
    case "door-free-ended":
      await endFreePeriod(trx, buildingId, fact.periodId, fact.at);
      return () => void tellOfBuilding(services, buildingId);
    case "door-closed":
      // The order that asked for it was settled by its answer; a close has no event of its own.
      return undefined;
  }
}

/**
 * A controller that came back says which doors it holds free. Of what it does not name nobody will tell the end: it lost its
 * memory, or was taken for another.
 */
export async function heedFreeDoors(
  services: Services,
  {
    controllerId,
    buildingId,
    free,
  }: { controllerId: string; buildingId: string; free: readonly string[] | undefined },
): Promise<void> {
  if (free && (await endOtherFreePeriods(services.db, controllerId, free, services.clock.now()))) {
    services.log.warn({ controllerId }, "a controller does not remember that it held a door free");
    await tellOfBuilding(services, buildingId);
  }
}

/** Nobody will tell the end of a time in which a controller that is taken away held a door free. */
export function endFreeDoorsOf({ clock }: Services, trx: Trx, controllerId: string): Promise<boolean> {
  return endOtherFreePeriods(trx, controllerId, [], clock.now());
}

async function keepOpening(
  services: Services,
  trx: Trx,
  buildingId: string,
  fact: DoorOpened,
  { findGranted, tellOpened }: DoorFactMeans,
): Promise<(() => void)[]> {
  const order = fact.orderId === null ? undefined : await lockOrder(trx, buildingId, fact.orderId);
  const isOurs = order !== undefined && order.door_id === fact.doorId;
  const userId = isOurs ? order.requested_by : await findGranted(trx, buildingId, fact.openingId);
  const origin = originOf(fact, isOurs ? order : undefined);
  const { openingId: id, doorId, at, toldAt, isCertain } = fact;
  const isNew = await insertOpening(trx, {
    id,
    buildingId,
    doorId,
    orderId: isOurs ? order.id : null,
    userId,
    origin,
    occurredAt: at,
    toldAt,
    isCertain,
  });
  // When it was is not known of a time that cannot be.
  const tellAwaiting =
    isNew && isCertain && userId !== null && toldAt === null
      ? await tellOpened(trx, {
          id,
          buildingId,
          doorId,
          userId,
          origin,
          at,
          wasJustHere: () => openedJustBefore(trx, { id, userId, buildingId, at }, ONE_COMING_MS),
        })
      : undefined;
  const tellPresser = isOurs ? await settleByFact(services, trx, buildingId, fact, order) : undefined;
  return [tellAwaiting, tellPresser].flatMap((tell) => tell ?? []);
}

type Order = NonNullable<Awaited<ReturnType<typeof lockOrder>>>;

/** What the presser was told, or will be, and what the controller tells: says the difference, if there is one. */
async function settleByFact(
  services: Services,
  trx: Trx,
  buildingId: string,
  { doorId, isCertain }: DoorOpened,
  { id: orderId, requested_by: actorId, outcome }: Order,
): Promise<(() => void) | undefined> {
  const isAnswered = outcome === "moved" || outcome === "late";
  // Who waits for the answer settles it, and finds this opening then.
  if (isAnswered || (isCertain && outcome === null)) {
    return undefined;
  }
  const now = services.clock.now();
  const told = outcome ?? "no-answer";
  if (isCertain) {
    await markLate(trx, orderId);
  } else {
    // Nobody is told that it moved by what may have been.
    await settleOrder(trx, orderId, told, now);
  }
  await writeAuditLine(trx, {
    buildingId,
    actorId,
    action: isCertain ? "doors.opened-late" : "doors.may-have-opened",
    subjectId: orderId,
    detail: { doorId, told },
    at: now,
  });
  if (!isCertain && outcome === "no-answer") {
    // They read with their answer that it may have opened.
    return undefined;
  }
  const message = isCertain ? "La puerta abrió tarde" : "Es posible que la puerta se haya abierto";
  return () =>
    services.live.tellPeople([actorId], "door_action:late", { buildingId, doorId, orderId, message });
}

type Told = Pick<Order, "call_id" | "visit_id" | "token_id">;

/** What only an order can say of an opening. */
const BY_ORDER: ReadonlySet<OpenDoorOrigin> = new Set(["APP", "CALL", "API"]);

/** A controller says how a relay was moved; the order says on whose behalf. */
function originOf(fact: DoorOpened, order: Told | undefined): OpenDoorOrigin {
  if (order === undefined) {
    return BY_ORDER.has(fact.origin) ? "UNKNOWN" : fact.origin;
  }
  if (order.token_id !== null) {
    return "API";
  }
  if (order.visit_id !== null) {
    return "CODE";
  }
  return order.call_id === null ? "APP" : "CALL";
}

async function keepOpeningPicture(
  services: Services,
  trx: Trx,
  buildingId: string,
  fact: OpeningPicture,
  keepPicture: KeepPicture,
): Promise<void> {
  const { openingId, jpeg } = fact;
  const isKnown =
    jpeg === null
      ? await markBrokenPicture(trx, buildingId, openingId)
      : await attachPicture(trx, buildingId, openingId, await keepPicture("opening", jpeg));
  if (!isKnown) {
    services.log.warn({ buildingId, openingId: fact.openingId }, "a picture of an opening nobody knows");
  }
}
