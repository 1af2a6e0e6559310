import { isPinTooShort } from "@umbral/contract/access-control/pins";
import type { OwnPin, Pin } from "@umbral/contract/access-control/pins.contract";
import type { AuditAction } from "@umbral/contract/audit/audit-actions";
import { countCodes, drawCode, lockCodes, randomDigits } from "../../platform/code-pool.ts";
import type { Actor, Services } from "../../platform/context.ts";
import type { Db, Trx } from "../../platform/database.ts";
import { openingTime, type SaidTime } from "../../platform/opening-time.ts";
import { pinDigest } from "../../platform/pin-key.ts";
import { Refused } from "../../platform/refused.ts";
import { findBuildingsOf } from "../accounts/index.ts";
import { changeOf, writeAction } from "../audit/audit.service.ts";
import { type Changing, change } from "./changing.ts";
import { lengthOfNextCode } from "./code-length.ts";
import {
  findKeypadDoors,
  findOwnBuildings,
  findPin,
  type PinRow,
  removePin,
  replacePin,
  updatePin,
} from "./pins.queries.ts";
import { accessOf } from "./reach.ts";

interface OfPerson {
  buildingId: string;
  userId: string;
}

/** @throws {Refused} USER_NOT_FOUND */
export async function readPinOf(
  services: Services,
  of: OfPerson,
): Promise<{ pin: Pin | null; hasKeypad: boolean }> {
  const { db } = services;
  await refuseStranger(services, db, of);
  const row = await findPin(db, of.buildingId, of.userId);
  return {
    pin: row ? await pinOf(services, db, of.buildingId, row) : null,
    hasKeypad: await reachesKeypad(services, db, of),
  };
}

/** Makes somebody a PIN, in the place of the one that they had. @throws {Refused} USER_NOT_FOUND, GRANT_IN_THE_PAST */
export function makePinFor(
  by: Changing,
  of: OfPerson,
  said: SaidTime,
): Promise<{ pin: Pin; digits: string }> {
  const { services, actor } = by;
  return change(by, of.buildingId, async (trx) => {
    await refuseStranger(services, trx, of);
    const times = openingTime(said, { from: null, until: null }, services.clock.now());
    await lockCodes(trx, of.buildingId);
    const before = await findPin(trx, of.buildingId, of.userId);
    return draw(services, trx, { ...of, ...times, actorId: actor.id, before });
  });
}

/** What is not said of it stays as it is. @throws {Refused} USER_NOT_FOUND, PIN_NOT_FOUND, GRANT_IN_THE_PAST, INCOMPLETE */
export function changePinOf(
  by: Changing,
  of: OfPerson,
  said: SaidTime & { active?: boolean | undefined },
): Promise<{ pin: Pin }> {
  const { services, actor } = by;
  return change(by, of.buildingId, async (trx) => {
    await refuseStranger(services, trx, of);
    const before = await lockPin(trx, of);
    return settle(services, trx, { ...of, actorId: actor.id }, before, {
      ...before,
      ...openingTime(said, before, services.clock.now()),
      ...(said.active === undefined ? {} : suspension(services, before, said.active, "administration")),
    });
  });
}

/** @throws {Refused} USER_NOT_FOUND, PIN_NOT_FOUND */
export function withdrawPinOf(by: Changing, of: OfPerson): Promise<{ ok: true }> {
  const { services, actor } = by;
  return change(by, of.buildingId, async (trx) => {
    await refuseStranger(services, trx, of);
    return withdraw(services, trx, { ...of, actorId: actor.id }, await lockPin(trx, of));
  });
}

/** Where one comes in by a door with a keypad, or has a PIN already. */
export async function listOwnPinsOf(
  services: Services,
  actor: Pick<Actor, "id">,
): Promise<{ pins: OwnPin[] }> {
  const { db, clock } = services;
  const pins: OwnPin[] = [];
  for (const { id: buildingId, name: buildingName } of await findOwnBuildings(db, actor.id, clock.now())) {
    const of = { buildingId, userId: actor.id };
    const row = await findPin(db, buildingId, actor.id);
    if (row || (await reachesKeypad(services, db, of))) {
      const pin = row ? await pinOf(services, db, buildingId, row) : null;
      pins.push({ buildingId, buildingName, pin });
    }
  }
  return { pins };
}

/** @throws {Refused} NOT_FOUND, PIN_WITHOUT_KEYPAD, PIN_HELD_BACK */
export function makeOwnPinOf(by: Changing, buildingId: string): Promise<{ pin: Pin; digits: string }> {
  const { services, actor } = by;
  const of = { buildingId, userId: actor.id };
  return change(by, buildingId, async (trx) => {
    await refuseStranger(services, trx, of, "NOT_FOUND");
    // Who suspends it meanwhile is waited for.
    await lockCodes(trx, buildingId);
    const before = await findPin(trx, buildingId, actor.id);
    refuseHeldBack(before);
    if (!(await reachesKeypad(services, trx, of))) {
      throw new Refused("PIN_WITHOUT_KEYPAD");
    }
    // What the administration said of its time stays.
    const times = { from: before?.from ?? null, until: before?.until ?? null };
    return draw(services, trx, { ...of, ...times, actorId: actor.id, before });
  });
}

/** @throws {Refused} PIN_NOT_FOUND, PIN_HELD_BACK */
export function changeOwnPinOf(by: Changing, buildingId: string, isActive: boolean): Promise<{ pin: Pin }> {
  const { services, actor } = by;
  const of = { buildingId, userId: actor.id, actorId: actor.id };
  return change(by, buildingId, async (trx) => {
    const before = await lockPin(trx, of);
    refuseHeldBack(before);
    return settle(services, trx, of, before, {
      ...before,
      ...suspension(services, before, isActive, "holder"),
    });
  });
}

/** @throws {Refused} PIN_NOT_FOUND, PIN_HELD_BACK */
export function withdrawOwnPinOf(by: Changing, buildingId: string): Promise<{ ok: true }> {
  const { services, actor } = by;
  const of = { buildingId, userId: actor.id, actorId: actor.id };
  return change(by, buildingId, async (trx) => {
    const before = await lockPin(trx, of);
    refuseHeldBack(before);
    return withdraw(services, trx, of, before);
  });
}

async function lockPin(trx: Trx, { buildingId, userId }: OfPerson): Promise<PinRow> {
  await lockCodes(trx, buildingId);
  const pin = await findPin(trx, buildingId, userId);
  if (!pin) {
    throw new Refused("PIN_NOT_FOUND");
  }
  return pin;
}

/** Digits by chance, as many as the building's codes ask for. Its codes are locked. */
async function draw(
  services: Services,
  trx: Trx,
  of: OfPerson & { from: Date | null; until: Date | null; actorId: string; before: PinRow | undefined },
): Promise<{ pin: Pin; digits: string }> {
  const { buildingId, userId, from, until } = of;
  const length = await lengthOfNextCode(trx, buildingId, userId);
  const digits = await drawCode(services, trx, buildingId, () => randomDigits(length));
  if (digits === null) {
    throw new Error(`no free PIN of ${length} digits was found`);
  }
  const row = await replacePin(trx, {
    id: services.newId(),
    buildingId,
    userId,
    digest: pinDigest(services, buildingId, digits),
    digits: length,
    from,
    until,
    at: services.clock.now(),
  });
  await note(services, trx, of, "access-control.pin-made", of.before, row);
  return { pin: await pinOf(services, trx, buildingId, row), digits };
}

async function settle(
  services: Services,
  trx: Trx,
  of: OfPerson & { actorId: string },
  before: PinRow,
  to: Pick<PinRow, "suspendedAt" | "isSuspendedByHolder" | "from" | "until">,
): Promise<{ pin: Pin }> {
  const row = await updatePin(trx, before.id, to);
  await note(services, trx, of, "access-control.pin-changed", before, row);
  return { pin: await pinOf(services, trx, of.buildingId, row) };
}

/** A PIN that is let open, or suspended by one of both: since when, and whose that is. */
function suspension(
  { clock }: Services,
  before: PinRow,
  isActive: boolean,
  by: "administration" | "holder",
): Pick<PinRow, "suspendedAt" | "isSuspendedByHolder"> {
  const wasFree = before.suspendedAt === null;
  return {
    suspendedAt: isActive ? null : (before.suspendedAt ?? clock.now()),
    // What the administration suspends is its own from then on, also where the holder had done so before.
    isSuspendedByHolder: !isActive && by === "holder" && (wasFree || before.isSuspendedByHolder),
  };
}

async function withdraw(
  services: Services,
  trx: Trx,
  of: OfPerson & { actorId: string },
  before: PinRow,
): Promise<{ ok: true }> {
  await removePin(trx, before.id);
  await note(services, trx, of, "access-control.pin-withdrawn", before, undefined);
  return { ok: true };
}

function note(
  services: Services,
  trx: Trx,
  { buildingId, userId, actorId }: OfPerson & { actorId: string },
  action: AuditAction,
  before: PinRow | undefined,
  after: PinRow | undefined,
): Promise<void> {
  const told = (row: PinRow | undefined) =>
    row ? { active: row.suspendedAt === null, from: row.from, until: row.until } : {};
  return writeAction(
    services,
    trx,
    { id: actorId },
    {
      buildingId,
      action,
      subjectId: userId,
      change: changeOf(userId, told(before), told(after)),
    },
  );
}

const refuseHeldBack = (pin: PinRow | undefined): void => {
  if (pin && isHeldBack(pin)) {
    throw new Refused("PIN_HELD_BACK");
  }
};

const isHeldBack = ({ suspendedAt, isSuspendedByHolder }: PinRow): boolean =>
  suspendedAt !== null && !isSuspendedByHolder;

/** A PIN is somebody's who is anything in its building. */
async function refuseStranger(
  { clock }: Services,
  db: Db,
  { buildingId, userId }: OfPerson,
  code: "USER_NOT_FOUND" | "NOT_FOUND" = "USER_NOT_FOUND",
): Promise<void> {
  if (!(await findBuildingsOf(db, userId, clock.now())).includes(buildingId)) {
    throw new Refused(code);
  }
}

async function reachesKeypad(
  { clock }: Services,
  db: Db,
  { buildingId, userId }: OfPerson,
): Promise<boolean> {
  const keypads = new Set(await findKeypadDoors(db, buildingId));
  if (keypads.size === 0) {
    return false;
  }
  const reaches = await accessOf(db, { buildingId, userIds: [userId], now: clock.now() });
  return (reaches.get(userId) ?? []).some(({ doorIds }) => doorIds.some((id) => keypads.has(id)));
}

async function pinOf({ clock }: Services, db: Db, buildingId: string, row: PinRow): Promise<Pin> {
  const alike = (await countCodes(db, buildingId, null)).find(({ digits }) => digits === row.digits);
  const keypads = (await findKeypadDoors(db, buildingId)).length;
  const isOver = row.until !== null && row.until <= clock.now();
  return {
    id: row.id,
    state: row.suspendedAt !== null ? "suspended" : isOver ? "expired" : "active",
    isHeldBack: isHeldBack(row),
    from: row.from?.toISOString() ?? null,
    until: row.until?.toISOString() ?? null,
    madeAt: row.madeAt.toISOString(),
    lastTimeUsed: row.lastTimeUsed?.toISOString() ?? null,
    isTooShort: isPinTooShort({ digits: row.digits, codes: alike?.codes ?? 1, keypads }),
  };
}
