import type { RefusalReason } from "@umbral/contract/access-control/decision";
import {
  canClose,
  DOOR_CLOSE,
  type Door,
  type DoorAction,
  type listDoors,
} from "@umbral/contract/doors/doors.contract";
import { may } from "@umbral/contract/lib/policy";
import type { ErrorCode } from "@umbral/contract/lib/refusals";
import type { z } from "zod";
import type { Actor, Person, Services } from "../../platform/context.ts";
import { Refused } from "../../platform/refused.ts";
import { partOf, type WholeOrPage } from "../../platform/whole-or-page.ts";
import { doorHoursOf } from "../access-control/door-hours.ts";
import { type Standing, standingOf } from "../access-control/standing.ts";
import type { ControllerHub } from "../controllers/controller-hub.ts";
import type { ControllerLine } from "../controllers/controller-lines.ts";
import { isAuthorisedToday } from "../visits/authorised-visits.ts";
import { canBeFree, modeNow } from "./door-modes.ts";
import { findAnsweredCall, findVisitorAt } from "./door-orders.queries.ts";
import { giveOrder, type Press } from "./door-orders.ts";
import { findBuildingOfDoor, findDoor, findDoors } from "./doors.queries.ts";
import { putFavourite, removeFavourite } from "./favourite-doors.queries.ts";

export async function listDoorsOf(
  services: Services,
  hub: ControllerHub,
  actor: Actor,
  buildingId: string,
  query: WholeOrPage,
): Promise<z.input<(typeof listDoors)["reply"]>> {
  const { db, clock } = services;
  const [rows, standing, present] = await Promise.all([
    findDoors(db, buildingId, actor.id),
    standingOf(db, { buildingId, userId: actor.id, at: clock.now() }),
    hub.lines.presentControllers(buildingId),
  ]);
  const refusalAt = refusalsBy(actor, buildingId, standing);
  const administers = may(actor, "buildings.administer", { buildingId });
  const setsModes = may(actor, "doors.set-mode", { buildingId });
  const seesCameras = may(actor, "cameras.view", { buildingId });
  const hoursAt = seesCameras ? null : doorHoursOf(standing);
  const doors = rows.flatMap<Door>((row) => {
    const refusal = refusalAt(row.id);
    if (!seesCameras && refusal === "NOT_ALLOWED") {
      return [];
    }
    const cameras = seesCameras ? (row.cameras ?? []) : [];
    const mode = modeNow(standing.modeOf(row.id), row.freeBy);
    const line = row.controllerId === null ? "none" : present.has(row.controllerId) ? "online" : "away";
    return {
      id: row.id,
      name: row.name,
      localId: row.localId,
      scope: row.scope,
      line,
      ...(line === "away" && row.lastSeenAt ? { awaySince: row.lastSeenAt.toISOString() } : {}),
      cameras,
      cameraId: cameras[0]?.id ?? null,
      left: row.left,
      top: row.top,
      tower: { id: row.towerId, name: row.towerName },
      floor: { id: row.floorId, name: row.floorName },
      may: {
        operate: refusal === null,
        ...(refusal === "NOT_NOW" ? { atOtherHours: true } : {}),
        ...(refusal === "DOOR_LOCKED" ? { whenUnlocked: true } : {}),
        ...(setsModes ? { setMode: canBeFree(services, row) ? "lock-or-free" : "lock" } : {}),
        ...(hoursAt === null ? {} : { hours: hoursAt(row.id) }),
      },
      ...(mode ? { mode } : {}),
      // What a controller said before it was away may be otherwise by now.
      ...(line === "online" && row.leaf && row.leafSince
        ? { leaf: { is: row.leaf, since: row.leafSince.toISOString() } }
        : {}),
      ...(row.jammedSince ? { jammedSince: row.jammedSince.toISOString() } : {}),
      ...(row.isFavourite ? { isFavourite: true } : {}),
      ...(administers && row.hasReader ? { hasReader: true } : {}),
    };
  });
  // Only of what this person sees: how many there are beside is not theirs to know.
  const { rows: asked, pages } = partOf(doors, query);
  return { doors: asked, ...pages };
}

/**
 * Has a door first among those of its building for this person, or no longer.
 * @throws {Refused} NOT_ALLOWED for a door that they may never open, DOOR_NOT_FOUND
 */
export async function chooseFavourite(
  services: Services,
  actor: Person,
  id: string,
  isFavourite: boolean,
): Promise<{ door: { id: string; isFavourite: boolean } }> {
  const { db } = services;
  const buildingId = await findBuildingOfDoor(db, id);
  if (buildingId === undefined) {
    throw new Refused("DOOR_NOT_FOUND");
  }
  if (!isFavourite) {
    await removeFavourite(db, { userId: actor.id, doorId: id });
  } else {
    // At other hours it is theirs all the same.
    if ((await refusalsOf(services, actor, buildingId))(id) === "NOT_ALLOWED") {
      throw new Refused("NOT_ALLOWED");
    }
    await putFavourite(db, { userId: actor.id, buildingId, doorId: id });
  }
  return { door: { id, isFavourite } };
}

/** What decides about a press: the door, and how whoever pressed it stands to those of its building. */
export type ReadToOperate = Awaited<ReturnType<typeof readToOperate>>;

export async function readToOperate(
  { db, clock }: Services,
  userId: string,
  { buildingId, door }: Pick<Press, "buildingId" | "door">,
) {
  const standing = await standingOf(db, { buildingId, userId, at: clock.now() });
  const found = standing.doors.find(({ id, localId }) => localId === door || id === door.toLowerCase());
  return { door: found, standing };
}

/**
 * Opens or closes a door: finds it, asks whether this person may, writes the order and its audit line
 * down, sends it once, and returns only when the controller said that the relay moved.
 * @param read what was read of it already
 * @throws {Refused} with the reason when it did not
 */
export async function operateDoor(
  services: Services,
  hub: ControllerHub,
  actor: Person,
  press: Press,
  read?: ReadToOperate,
): Promise<{ orderId: string; doorId: string; action: DoorAction }> {
  const { db } = services;
  const { door, standing } = read ?? (await readToOperate(services, actor.id, press));
  if (!door) {
    throw new Refused("DOOR_NOT_FOUND");
  }
  // The line at the moment of the press: a controller that comes later was not asked.
  const line = await lineOfDoor(hub, door);
  const refusal = refusalsBy(actor, press.buildingId, standing)(door.id);
  if (refusal !== null) {
    throw new Refused(refusal);
  }
  if (press.action === DOOR_CLOSE && !canClose(door.localId)) {
    throw new Refused("DOOR_CANNOT_CLOSE");
  }
  const call =
    press.callId === undefined
      ? undefined
      : await findAnsweredCall(db, press.callId, actor.id, press.buildingId);
  if (press.callId !== undefined && call === undefined) {
    throw new Refused("CALL_NOT_AVAILABLE");
  }
  const { visitorId, callId } = press;
  if (visitorId !== undefined && !(await findVisitorAt(db, visitorId, callId, services.clock.now()))) {
    throw new Refused("NOT_FOUND");
  }
  if (press.visitId !== undefined && !(await mayOpenForVisit(services, actor, press, press.visitId))) {
    throw new Refused("NOT_FOUND");
  }
  if (door.controllerId === null) {
    throw new Refused("DOOR_NO_CONTROLLER");
  }

  return giveOrder(services, hub, actor, {
    ...press,
    doorId: door.id,
    line,
    isFromSign: call?.isFromSign === true,
  });
}

/** Nobody hears orders for a door that is on its way from one controller to another. */
export async function lineOfDoor(
  hub: ControllerHub,
  door: { id: string; controllerId: string | null },
): Promise<ControllerLine | undefined> {
  return door.controllerId === null || hub.telling.configurations.isBetween(door.id)
    ? undefined
    : hub.lines.of(door.controllerId);
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

/** Is there this door, and may this person operate it now? */
export async function mayOperateDoor(
  services: Services,
  person: Person,
  buildingId: string,
  localId: string,
): Promise<boolean> {
  const door = await findDoor(services.db, buildingId, localId);
  return door !== undefined && (await refusalsOf(services, person, buildingId))(door.id) === null;
}

/**
 * Why this person may not operate a door of the building now; null for one that they may. Asked once, for as many doors
 * as there are: their levels of access decide, as they do about what they hold to a reader.
 */
async function refusalsOf(
  { db, clock }: Services,
  person: Person,
  buildingId: string,
): Promise<(doorId: string) => ErrorCode | null> {
  // Who may nowhere is asked nothing of; for a platform administrator no level counts.
  const isPlain = may(person, "doors.operate", { buildingId }) && person.userType !== "ADMIN";
  const standing = isPlain
    ? await standingOf(db, { buildingId, userId: person.id, at: clock.now() })
    : undefined;
  return refusalsBy(person, buildingId, standing);
}

function refusalsBy(
  person: Person,
  buildingId: string,
  standing: Standing | undefined,
): (doorId: string) => ErrorCode | null {
  if (person.userType === "ADMIN") {
    return () => null;
  }
  if (!standing || !may(person, "doors.operate", { buildingId })) {
    return () => "NOT_ALLOWED";
  }
  return (doorId) => {
    const decision = standing.at(doorId, null);
    return decision.outcome === "granted" ? null : (refusalOfReason[decision.reason] ?? "NOT_ALLOWED");
  };
}

/** What is told in words of its own. */
const refusalOfReason: Partial<Record<RefusalReason, ErrorCode>> = {
  "not-now": "NOT_NOW",
  "door-locked": "DOOR_LOCKED",
};
