import type { OpenDoorOrigin } from "@umbral/contract/doors/doors.contract";
import type { Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import type { KeepPicture } from "../../platform/kept-pictures.ts";
import { person, platformPeople } from "../../platform/live.ts";
import { writeAuditLine } from "../audit/audit.service.ts";
import type { TakenFact } from "../controllers/taken-facts.ts";
import {
  attachPicture,
  insertOpening,
  lockOrder,
  markBrokenPicture,
  markLate,
  settleOrder,
} from "./doors.queries.ts";

/** What a controller tells of doors. */
type DoorFact = Extract<TakenFact, { kind: "door-opened" | "door-closed" | "opening-picture" }>;
type DoorOpened = Extract<TakenFact, { kind: "door-opened" }>;
type OpeningPicture = Extract<TakenFact, { kind: "opening-picture" }>;

/** Keeps what a controller tells of doors. What it returns is told to people after the commit. */
export async function keepDoorFact(
  services: Services,
  trx: Trx,
  buildingId: string,
  fact: DoorFact,
  keepPicture: KeepPicture,
): Promise<(() => void) | undefined> {
  const tellPlatform = () => services.live.tell(platformPeople, "event_open_door", { buildingId });
  switch (fact.kind) {
    case "door-opened": {
      const tellPresser = await keepOpening(services, trx, buildingId, fact);
      return () => {
        tellPlatform();
        tellPresser?.();
      };
    }
    case "opening-picture":
      await keepOpeningPicture(services, trx, buildingId, fact, keepPicture);
      return tellPlatform;
    case "door-closed":
      // The order that asked for it was settled by its answer; a close has no event of its own.
      return undefined;
  }
}

async function keepOpening(
  services: Services,
  trx: Trx,
  buildingId: string,
  fact: DoorOpened,
): Promise<(() => void) | undefined> {
  const order = fact.orderId === null ? undefined : await lockOrder(trx, buildingId, fact.orderId);
  const isOurs = order !== undefined && order.door_id === fact.doorId;
  await insertOpening(trx, {
    id: fact.openingId,
    buildingId,
    doorId: fact.doorId,
    orderId: isOurs ? order.id : null,
    userId: isOurs ? order.requested_by : null,
    origin: originOf(fact, isOurs ? order : undefined),
    occurredAt: fact.at,
    toldAt: fact.toldAt,
  });
  if (!isOurs) {
    return undefined;
  }
  const now = services.clock.now();
  if (order.outcome === null) {
    // The answer is on its way or was lost; the fact says as much as it.
    await settleOrder(trx, order.id, "moved", now);
    return undefined;
  }
  if (order.outcome === "moved" || order.outcome === "late") {
    return undefined;
  }
  await markLate(trx, order.id);
  await writeAuditLine(trx, {
    buildingId,
    actorId: order.requested_by,
    action: "doors.opened-late",
    subjectId: order.id,
    detail: { doorId: fact.doorId, told: order.outcome },
    at: now,
  });
  const orderId = order.id;
  const requestedBy = order.requested_by;
  return () =>
    services.live.tell(person(requestedBy), "door_action:late", {
      buildingId,
      doorId: fact.doorId,
      orderId,
      message: "La puerta abrió tarde",
    });
}

type Told = Pick<NonNullable<Awaited<ReturnType<typeof lockOrder>>>, "call_id" | "visit_id">;

/** A controller says how a relay was moved; the order says on whose behalf. */
function originOf(fact: DoorOpened, order: Told | undefined): OpenDoorOrigin {
  if (order === undefined) {
    return fact.origin === "APP" || fact.origin === "CALL" ? "UNKNOWN" : fact.origin;
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
