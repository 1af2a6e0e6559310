import type { handOverShift, OpenItem } from "@umbral/contract/kiosks/handing-over.contract";
import { SHIFT_PIN_FAILURES } from "@umbral/contract/kiosks/kiosks.contract";
import type { z } from "zod";
import type { KioskOfActor } from "../../platform/actor.ts";
import { giveBackAttempt, type Limit, takeAttempt } from "../../platform/attempts.queries.ts";
import type { Actor, Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { session } from "../../platform/live.ts";
import { Refused } from "../../platform/refused.ts";
import { passwordMatches } from "../auth/passwords.ts";
import type { SessionTokens } from "../auth/session-tokens.ts";
import { handingOver, lineOfPress, writeLine } from "../logbook/written-lines.ts";
import { noteAt, openAt } from "./device-actions.ts";
import { findLobbyPerson, findShown, lockKiosk } from "./kiosks.queries.ts";
import { handOver } from "./kiosks.service.ts";
import { holdsShiftPin } from "./shift-pins.queries.ts";
import { documentDigest, endRunning, endShiftOf, type LobbyPerson, tryPin } from "./shifts.ts";

/** What one room knows to be open in a building; later rooms hand theirs in `app.ts`. */
export type OpenItems = (buildingId: string) => Promise<OpenItem[]>;

/** What whoever comes must know first: the least stands first. */
const PLACE: Readonly<Record<OpenItem["about"], number>> = {
  alarm: 0,
  door: 1,
  call: 2,
  overstay: 3,
  guest: 4,
  device: 5,
  parcel: 6,
};

/** All that is open as somebody leaves, the most serious first; within a kind in the order of the rooms that tell it. */
export async function openItemsOf(open: readonly OpenItems[], buildingId: string): Promise<OpenItem[]> {
  const items = (await Promise.all(open.map((told) => told(buildingId)))).flat();
  return items.sort((one, other) => PLACE[one.about] - PLACE[other.about]);
}

/** What a line of the logbook keeps of it (`logbook_values`): a desk at which much waits hands over all the same. */
const KEPT_MOST = 8000;
const andMore = (count: number): string => `y ${count} más`;

/** A line each, from the most serious on, as far as they are kept; that there were more is said. */
function keptOpen(items: readonly OpenItem[]): string {
  const all = items.map(({ text }) => text).join("\n");
  if (all.length <= KEPT_MOST) {
    return all;
  }
  const room = KEPT_MOST - `\n${andMore(items.length)}`.length;
  let kept = "";
  let count = 0;
  for (const { text } of items) {
    const longer = count === 0 ? text : `${kept}\n${text}`;
    if (longer.length > room) {
      break;
    }
    kept = longer;
    count += 1;
  }
  return `${kept}\n${andMore(items.length - count)}`;
}

interface HandingOver {
  buildingId: string;
  /** Names the press: sent again after a lost answer, it is the same one. */
  requestId?: string | undefined;
  /** Of whoever leaves. */
  pin: string;
  /** Of whoever comes. */
  cedula: string;
  incomingPin: string;
  text: string;
  open: readonly OpenItems[];
  userAgent: string;
  /** From this machine itself and through no proxy: demonstration accounts need that. */
  isFromThisMachine: boolean;
}

type Reply = z.input<(typeof handOverShift)["reply"]>;

/**
 * Hands a shift over: whoever leaves and whoever comes sign with their PINs. At a device of the lobby the new shift begins
 * in the transaction that ends the other; elsewhere there is no shift, and the line alone is written.
 * @throws {Refused} HANDOVER_PIN_WRONG, HANDOVER_TO_ONESELF, SHIFT_NOT_BEGUN, SHIFT_PIN_LOCKED, TOO_OFTEN
 */
export async function handShiftOver(
  services: Services,
  tokens: SessionTokens,
  actor: Actor,
  asked: HandingOver,
): Promise<Reply> {
  const { db, clock, live } = services;
  const { buildingId, cedula } = asked;
  const { kiosk } = actor;
  const now = clock.now();
  const leaving = await findLobbyPerson(db, { buildingId, userId: actor.id }, now);
  const found = await findLobbyPerson(db, { buildingId, cedula }, now);
  const coming = found?.isDemonstration && !asked.isFromThisMachine ? undefined : found;
  if (!leaving || leaving.cedula === null) {
    throw new Refused("HANDOVER_PIN_WRONG");
  }
  if (leaving.cedula === cedula) {
    throw new Refused("HANDOVER_TO_ONESELF");
  }
  await signOwn(services, actor, leaving, { ...asked, ownCedula: leaving.cedula });
  const signed = await signatureOf(services, { kiosk, buildingId }, coming, cedula, asked.incomingPin);
  const items = await openItemsOf(asked.open, buildingId);

  const { id, opened, ended } = await db.transaction().execute(async (trx) => {
    if (kiosk && !(await lockKiosk(trx, kiosk.id))) {
      throw new Refused("SIGN_IN_REQUIRED");
    }
    // Meanwhile they may have set another one.
    if (!(await holdsShiftPin(trx, leaving.id, leaving.pinHash))) {
      throw new Refused("HANDOVER_PIN_WRONG");
    }
    await signed.right(trx);
    const before = await lineOfPress(trx, actor.id, asked.requestId);
    if (before !== undefined) {
      return { id: before, opened: undefined, ended: [] };
    }
    const shift = kiosk && (await changeShift(services, trx, kiosk, actor, { ...asked, userId: signed.id }));
    const who = await findShown(trx, signed.id);
    const lineId = await writeLine(trx, {
      kind: "SHIFT_HANDED_OVER",
      buildingId,
      at: clock.now(),
      requestId: asked.requestId,
      actorId: actor.id,
      subjectId: null,
      apartmentId: null,
      incoming: who && { id: signed.id, name: who.name },
      text: asked.text,
      open: keptOpen(items),
      detail: { open: items.length },
    });
    return { id: lineId, opened: shift?.opened, ended: shift?.ended ?? [] };
  });
  for (const sessionId of ended) {
    live.dismiss(session(sessionId));
  }
  return {
    id,
    shift: kiosk && opened ? await handOver(services, tokens, opened, { id: signed.id, kiosk }) : null,
  };
}

/** The running shift ends and the other's begins; one that ended meanwhile cannot be handed over. */
async function changeShift(
  services: Services,
  trx: Trx,
  kiosk: KioskOfActor,
  actor: Actor,
  { userId, userAgent }: { userId: string; userAgent: string },
) {
  await handingOver(trx);
  const ended = await endRunning(services, trx, kiosk);
  if (!ended.includes(actor.sessionId)) {
    throw new Refused("SIGN_IN_REQUIRED");
  }
  await noteAt(services, trx, kiosk, { userId: actor.id, action: "kiosks.shift-handed-over" });
  const opened = await openAt(services, trx, kiosk, { userId, userAgent, action: "kiosks.shift-begun" });
  return { opened, ended };
}

/** Their own PIN is settled before the other's is tried: who types that wrong locks nobody else. */
async function signOwn(
  services: Services,
  actor: Actor,
  leaving: LobbyPerson,
  { buildingId, pin, ownCedula }: { buildingId: string; pin: string; ownCedula: string },
): Promise<void> {
  try {
    const own = await signatureOf(services, { kiosk: actor.kiosk, buildingId }, leaving, ownCedula, pin);
    await services.db.transaction().execute((trx) => own.right(trx));
  } catch (error) {
    if (error instanceof Refused && error.code === "SHIFT_PIN_LOCKED" && actor.kiosk) {
      await endShiftOf(services, actor);
    }
    throw error instanceof Refused && error.code === "SHIFT_NOT_BEGUN"
      ? new Refused("HANDOVER_PIN_WRONG")
      : error;
  }
}

/**
 * Tries somebody's PIN. At a device its own count decides; elsewhere five wrong ones of a document in a building are held
 * back for a quarter of an hour, whoever types them.
 */
async function signatureOf(
  services: Services,
  { kiosk, buildingId }: { kiosk: KioskOfActor | undefined; buildingId: string },
  person: LobbyPerson | undefined,
  cedula: string,
  pin: string,
): Promise<Pick<LobbyPerson, "id"> & { right: (trx: Trx) => Promise<void> }> {
  if (kiosk) {
    return tryPin(services, kiosk, { person, cedula, pin });
  }
  const { db, clock } = services;
  const now = clock.now();
  const document = documentDigest(services, cedula).toString("hex");
  const limits: Limit[] = [{ subject: ["handover-pin", buildingId, document], most: SHIFT_PIN_FAILURES }];
  const retryAfter = await takeAttempt(db, limits, now);
  if (retryAfter > 0) {
    throw new Refused("TOO_OFTEN", { retryAfter });
  }
  if (!(await passwordMatches(person?.pinHash, pin)) || !person) {
    throw new Refused("SHIFT_NOT_BEGUN");
  }
  return {
    id: person.id,
    async right(trx) {
      if (!(await holdsShiftPin(trx, person.id, person.pinHash))) {
        throw new Refused("SHIFT_NOT_BEGUN");
      }
      await giveBackAttempt(trx, limits, now);
    },
  };
}
