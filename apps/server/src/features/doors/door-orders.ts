import {
  type DoorAction,
  ORDER_ANSWER_MS,
  ORDER_LIFETIME_MS,
  type OrderOutcome,
  PRESSES_AT_MOST,
  PRESSES_WITHIN_MS,
} from "@umbral/contract/doors/doors.contract";
import type { ErrorCode } from "@umbral/contract/lib/refusals";
import type { Person, Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { Lanes } from "../../platform/lanes.ts";
import { Refused } from "../../platform/refused.ts";
import { RememberedRefusals } from "../../platform/remembered-refusals.ts";
import { auditedBehind, writeAuditLine } from "../audit/audit.service.ts";
import type { AuditLine } from "../audit/audit-line.ts";
import type { ControllerHub } from "../controllers/controller-hub.ts";
import type { ControllerLine } from "../controllers/controller-lines.ts";
import {
  findOutcome,
  hasOpened,
  holdPresses,
  insertOrder,
  insertUsualOrder,
  lockOrder,
  type NewOrder,
  settleAudited,
  settleForgotten,
  settleOrder,
  type WrittenOrder,
} from "./door-orders.queries.ts";
import { Settlements } from "./settlements.ts";

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
  /**
   * When it was pressed, on the steady clock: when it arrived, before anything was read, or earlier if whoever
   * pressed says so. An order's age begins there.
   */
  pressedAt: number;
}

/** A press of a door that was found, by who may press it, and its controller's line at that moment. */
export interface PressOfDoor extends Press {
  doorId: string;
  /** The API token by which it was ordered. */
  tokenId?: string;
  line: ControllerLine | undefined;
  /** During a call that was rung by the sign at the entrance, which the audit says. */
  isFromSign?: boolean;
}

/** An order whose relay moved. */
interface Given {
  orderId: string;
  doorId: string;
  action: DoorAction;
}

/** Orders of presses without a name that this process is giving, for whoever presses again meanwhile. */
const underWay = new Map<string, Promise<Given>>();

/**
 * Makes an order of a press: writes it and its audit line down, sends it once, and returns only when the
 * controller said that the relay moved.
 * @throws {Refused} with the reason when it did not
 */
export async function giveOrder(
  services: Services,
  hub: ControllerHub,
  actor: Pick<Person, "id">,
  press: PressOfDoor,
): Promise<Given> {
  if (press.requestId !== undefined) {
    return giveOwnOrder(services, hub, actor, press);
  }
  const key = `${keyOf(actor.id, press.doorId)} ${press.action}`;
  const shared = underWay.get(key);
  if (shared) {
    return shared;
  }
  const given = giveOwnOrder(services, hub, actor, press).finally(() => underWay.delete(key));
  underWay.set(key, given);
  return given;
}

async function giveOwnOrder(
  services: Services,
  hub: ControllerHub,
  actor: Pick<Person, "id">,
  press: PressOfDoor,
): Promise<Given> {
  const { doorId, action } = press;
  if (services.clock.steadyMs() - press.pressedAt >= ORDER_LIFETIME_MS) {
    throw new Refused("DOOR_ORDER_EXPIRED");
  }
  const order = await writeOrder(services, actor, press);
  // The same name for another press: nothing was asked of this door, so nothing may be said of it.
  if (order.doorId !== doorId || order.action !== action) {
    throw new Refused("BAD_REQUEST");
  }
  const outcome = order.isNew
    ? await sendOrder(services, hub, actor, press, order.id)
    : (order.outcome ?? (await outcomeOfShared(services, order.id, press.pressedAt)));
  if (outcome !== "moved" && outcome !== "late") {
    throw new Refused(refusalOfOutcome[outcome]);
  }
  return { orderId: order.id, doorId, action };
}

/** Settles orders that no process can be waiting for any more: whether their relays moved is not known. */
export async function settleForgottenOrders({ db, clock }: Services): Promise<void> {
  const now = clock.now();
  await settleForgotten(db, new Date(now.getTime() - FORGOTTEN_AFTER_MS), now);
}

const refusals = new RememberedRefusals();
const tooOften = (): Refused => new Refused("DOOR_TOO_OFTEN", { retryAfter: PRESSES_WITHIN_MS / 1000 });

/** One person's orders are written one after the other: else many at once would slip under the limit. */
const lanes = new Lanes();

/** @throws {Refused} DOOR_TOO_OFTEN for an order more than one person may give to one door in that time */
async function writeOrder(
  services: Services,
  actor: Pick<Person, "id">,
  press: PressOfDoor,
): Promise<WrittenOrder> {
  const { db, clock, newId } = services;
  const asked = keyOf(actor.id, press.doorId);
  // A press with a name of its own may be one that was answered before.
  if (press.requestId === undefined && refusals.isRefused(asked, clock.now())) {
    throw tooOften();
  }
  // A press without a name of its own must not take an order that was answered a moment ago for one that is pending.
  await settlements.of(asked);
  return lanes.inTurn(actor.id, async () => {
    const order: NewOrder = {
      id: newId(),
      buildingId: press.buildingId,
      doorId: press.doorId,
      requestedBy: actor.id,
      requestId: press.requestId ?? null,
      tokenId: press.tokenId ?? null,
      callId: press.callId ?? null,
      visitorId: press.visitorId ?? null,
      visitId: press.visitId ?? null,
      action: press.action,
      issuedAt: clock.now(),
    };
    const { doorId, action, callId, visitorId, visitId } = order;
    const line: AuditLine = {
      buildingId: order.buildingId,
      actorId: actor.id,
      action: "doors.ordered",
      subjectId: order.id,
      detail: {
        doorId,
        action,
        callId,
        visitorId,
        visitId,
        ...(press.isFromSign ? { isFromSign: true } : {}),
      },
      at: order.issuedAt,
    };
    const limit = { since: earlier(order.issuedAt, PRESSES_WITHIN_MS), atMost: PRESSES_AT_MOST };
    if (await insertUsualOrder(db, order, limit, auditedBehind(line))) {
      return { id: order.id, doorId, action, outcome: null, isNew: true };
    }
    return writeUnusualOrder(services, order, line);
  });
}

/** One that is known, shares another, is one too many, or finds one in its way that was left behind. */
function writeUnusualOrder({ db }: Services, order: NewOrder, line: AuditLine): Promise<WrittenOrder> {
  const { requestedBy, doorId, issuedAt } = order;
  return db.transaction().execute(async (trx) => {
    await holdPresses(trx, {
      requestedBy,
      doorId,
      forgottenBefore: earlier(issuedAt, FORGOTTEN_AFTER_MS),
      at: issuedAt,
    });
    const { ordersBefore, ...written } = await insertOrder(trx, order, earlier(issuedAt, PRESSES_WITHIN_MS));
    if (!written.isNew) {
      return written;
    }
    if (ordersBefore >= PRESSES_AT_MOST) {
      refusals.remember(keyOf(requestedBy, doorId), issuedAt);
      throw tooOften();
    }
    await writeAuditLine(trx, line);
    return written;
  });
}

const earlier = (moment: Date, milliseconds: number) => new Date(moment.getTime() - milliseconds);

async function sendOrder(
  services: Services,
  hub: ControllerHub,
  actor: Pick<Person, "id">,
  { line, buildingId, doorId, action, pressedAt }: PressOfDoor,
  orderId: string,
): Promise<OrderOutcome> {
  const { db, clock, log } = services;
  const answer = line ? await hub.order(line, { orderId, doorId, action, issuedAt: pressedAt }) : "offline";
  const now = clock.now();
  const lineOf = (became: OrderOutcome): AuditLine => ({
    buildingId,
    actorId: actor.id,
    action: "doors.settled",
    subjectId: orderId,
    detail: { doorId, outcome: became },
    at: now,
  });
  if (answer === "moved") {
    // That is answered now: the order and the controller's intent are on their disks (decisions §6).
    settlements.begin(
      keyOf(actor.id, doorId),
      () => settleAudited(db, { id: orderId, outcome: answer, at: now }, auditedBehind(lineOf(answer))),
      (error) => log.error({ err: error, orderId }, "an order could not be settled"),
    );
    return "moved";
  }
  return db.transaction().execute(async (trx) => {
    // The answer was lost or was another: the fact that came by then says more.
    const outcome = (await hasOpenedByNow(trx, buildingId, orderId)) ? "moved" : answer;
    if (await settleOrder(trx, orderId, outcome, now)) {
      await writeAuditLine(trx, lineOf(outcome));
    }
    return outcome;
  });
}

/** What became of orders that were answered already, on its way to the database. */
const settlements = new Settlements();

/** For a server that stops. */
export const ordersSettled = (): Promise<void> => settlements.settled();

const keyOf = (actorId: string, doorId: string): string => `${actorId} ${doorId}`;

/** No fact about it comes between this and the end of the transaction. */
async function hasOpenedByNow(trx: Trx, buildingId: string, orderId: string): Promise<boolean> {
  await lockOrder(trx, buildingId, orderId);
  return hasOpened(trx, orderId);
}

/** Waits for the order of another press, which may be in another process, as long as this press may wait. */
async function outcomeOfShared(
  { db, clock }: Services,
  orderId: string,
  pressedAt: number,
): Promise<OrderOutcome> {
  while (clock.steadyMs() - pressedAt < ORDER_ANSWER_MS) {
    const outcome = await findOutcome(db, orderId);
    if (outcome !== null) {
      return outcome;
    }
    await new Promise((resolve) => setTimeout(resolve, SHARED_LOOK_MS));
  }
  return "no-answer";
}
