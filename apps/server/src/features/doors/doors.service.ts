import {
  canClose,
  DOOR_CLOSE,
  type Door,
  type DoorAction,
  ORDER_ANSWER_MS,
  type OrderOutcome,
} from "@umbral/contract/doors/doors.contract";
import { may } from "@umbral/contract/lib/policy";
import type { ErrorCode } from "@umbral/contract/lib/refusals";
import type { Actor, Person, Services } from "../../platform/context.ts";
import { Refused } from "../../platform/refused.ts";
import { writeAuditLine } from "../audit/audit.service.ts";
import type { ControllerHub } from "../controllers/controller-hub.ts";
import { isAuthorisedToday } from "../visits/authorised-visits.ts";
import {
  findAnsweredCall,
  findDoor,
  findDoors,
  findOutcome,
  findVisitorAt,
  insertOrder,
  settleForgotten,
  settleOrder,
} from "./doors.queries.ts";

/** A pending order older than this was left behind by a process that died. */
const FORGOTTEN_AFTER_MS = ORDER_ANSWER_MS + 2000;
/** How often a press that shares another process's order looks whether it was settled. */
const SHARED_LOOK_MS = 50;

const refusalOfOutcome: Record<Exclude<OrderOutcome, "moved" | "late">, ErrorCode> = {
  failed: "DOOR_FAILED",
  expired: "DOOR_ORDER_EXPIRED",
  "no-answer": "DOOR_NO_ANSWER",
  offline: "DOOR_OFFLINE",
};

export async function listDoorsOf(
  { db }: Services,
  actor: Actor,
  buildingId: string,
): Promise<{ doors: Door[] }> {
  const rows = await findDoors(db, buildingId);
  return {
    doors: rows.map((row) => {
      const cameras = row.cameras ?? [];
      return {
        id: row.id,
        name: row.name,
        localId: row.localId,
        scope: row.scope,
        cameras,
        cameraId: cameras[0]?.id ?? null,
        left: row.left,
        top: row.top,
        tower: { id: row.towerId, name: row.towerName },
        floor: { id: row.floorId, name: row.floorName },
        may: {
          operate: may(actor, "doors.operate", {
            buildingId,
            door: { scope: row.scope, towerId: row.towerId, floorId: row.floorId },
          }),
        },
      };
    }),
  };
}

export interface Press {
  buildingId: string;
  door: string;
  action: DoorAction;
  requestId?: string | undefined;
  callId?: string | undefined;
  /** Who is let in; only together with the call. */
  visitorId?: string | undefined;
  /** The authorised visit for which the lobby opens; never together with a call. */
  visitId?: string | undefined;
}

/**
 * Opens or closes a door: finds it, asks whether this person may, writes the order and its audit line
 * down, sends it once, and returns only when the controller said that the relay moved.
 * @throws {Refused} with the reason when it did not
 */
export async function operateDoor(
  services: Services,
  hub: ControllerHub,
  actor: Person,
  press: Press,
): Promise<{ orderId: string; doorId: string; action: DoorAction }> {
  const { db, clock } = services;
  const door = await findDoor(db, press.buildingId, press.door);
  if (!door) {
    throw new Refused("DOOR_NOT_FOUND");
  }
  if (!reaches(actor, door)) {
    throw new Refused("NOT_ALLOWED");
  }
  if (press.action === DOOR_CLOSE && !canClose(door.local_id)) {
    throw new Refused("DOOR_CANNOT_CLOSE");
  }
  if (press.callId !== undefined && !(await findAnsweredCall(db, press.callId, actor.id, press.buildingId))) {
    throw new Refused("CALL_NOT_AVAILABLE");
  }
  if (press.visitorId !== undefined && !(await findVisitorAt(db, press.visitorId, press.callId))) {
    throw new Refused("NOT_FOUND");
  }
  if (press.visitId !== undefined && !(await mayOpenForVisit(services, actor, press, press.visitId))) {
    throw new Refused("NOT_FOUND");
  }

  // Read before the order is written: the time that takes counts against its 2.5 s.
  const issuedAt = clock.steadyMs();
  const now = clock.now();
  const order = await db.transaction().execute(async (trx) => {
    await settleForgotten(
      trx,
      { requestedBy: actor.id, doorId: door.id },
      new Date(now.getTime() - FORGOTTEN_AFTER_MS),
      now,
    );
    const written = await insertOrder(trx, {
      id: services.newId(),
      buildingId: press.buildingId,
      doorId: door.id,
      requestedBy: actor.id,
      requestId: press.requestId ?? null,
      callId: press.callId ?? null,
      visitorId: press.visitorId ?? null,
      visitId: press.visitId ?? null,
      action: press.action,
      issuedAt: now,
    });
    if (written.isNew) {
      await writeAuditLine(trx, {
        buildingId: press.buildingId,
        actorId: actor.id,
        action: "doors.ordered",
        subjectId: written.id,
        detail: {
          doorId: door.id,
          action: press.action,
          callId: press.callId ?? null,
          visitorId: press.visitorId ?? null,
          visitId: press.visitId ?? null,
        },
        at: now,
      });
    }
    return written;
  });
  // The same name for another press: nothing was asked of this door, so nothing may be said of it.
  if (order.doorId !== door.id || order.action !== press.action) {
    throw new Refused("BAD_REQUEST");
  }

  const outcome = order.isNew
    ? await sendOrder(services, hub, actor, {
        orderId: order.id,
        buildingId: press.buildingId,
        doorId: door.id,
        action: press.action,
        issuedAt,
      })
    : (order.outcome ?? (await outcomeOfShared(services, order.id)));

  if (outcome !== "moved" && outcome !== "late") {
    throw new Refused(refusalOfOutcome[outcome]);
  }
  return { orderId: order.id, doorId: door.id, action: press.action };
}

/** Who stands at the lobby opens for a visit that was authorised there today (decisions §5, origin CODE). */
async function mayOpenForVisit(
  services: Services,
  actor: Person,
  { buildingId, callId }: Press,
  visitId: string,
): Promise<boolean> {
  return (
    callId === undefined &&
    may(actor, "visits.authorise", { buildingId }) &&
    (await isAuthorisedToday(services, { visitId, buildingId }))
  );
}

/** Is there this door, and may this person operate it? */
export async function mayOperateDoor(
  { db }: Services,
  person: Person,
  buildingId: string,
  localId: string,
): Promise<boolean> {
  const door = await findDoor(db, buildingId, localId);
  return door !== undefined && reaches(person, door);
}

function reaches(person: Person, door: NonNullable<Awaited<ReturnType<typeof findDoor>>>): boolean {
  const place = { scope: door.scope, towerId: door.tower_id, floorId: door.floor_id };
  return may(person, "doors.operate", { buildingId: door.building_id, door: place });
}

async function sendOrder(
  { db, clock }: Services,
  hub: ControllerHub,
  actor: Person,
  order: { orderId: string; buildingId: string; doorId: string; action: DoorAction; issuedAt: number },
): Promise<OrderOutcome> {
  const { buildingId, ...forController } = order;
  const outcome = await hub.order(buildingId, forController);
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    if (await settleOrder(trx, order.orderId, outcome, now)) {
      await writeAuditLine(trx, {
        buildingId,
        actorId: actor.id,
        action: "doors.settled",
        subjectId: order.orderId,
        detail: { doorId: order.doorId, outcome },
        at: now,
      });
    }
  });
  return outcome;
}

/** Waits for the order of another press, which may be in another process, as long as that one waits. */
async function outcomeOfShared({ db, clock }: Services, orderId: string): Promise<OrderOutcome> {
  const until = clock.steadyMs() + ORDER_ANSWER_MS;
  while (clock.steadyMs() < until) {
    const outcome = await findOutcome(db, orderId);
    if (outcome !== null) {
      return outcome;
    }
    await new Promise((resolve) => setTimeout(resolve, SHARED_LOOK_MS));
  }
  return "no-answer";
}
