import { PHONE_CALL_AFTER_MS, SMS_AFTER_MS } from "@umbral/contract/calls/calls.contract";
import type { Channel } from "@umbral/contract/notifications/notifications.contract";
import type { Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { publicUrlOf } from "../../platform/env.ts";
import { takeOfHour } from "../../platform/hourly-ceilings.queries.ts";
import { device, person } from "../../platform/live.ts";
import { writeMessage, writePushesToEach } from "../notifications/notifications.service.ts";
import {
  beginLeg,
  beginLegs,
  findAnsweredBySign,
  findRingingOf,
  type LegChannel,
  lockCallsWithoutLeg,
  longestRungWithoutLeg,
  reachLeg,
} from "./call-legs.queries.ts";
import { subjectOf } from "./call-words.ts";
import { type CallRow, findCall } from "./calls.queries.ts";
import { menuOf, opensByTelephone, whoCalls, whoCallsAloud } from "./telephone-words.ts";

/** How long after it rang a call goes by each of these ways, if nobody answered (decisions §6). */
const later = { voice: PHONE_CALL_AFTER_MS, sms: SMS_AFTER_MS } as const;
type LaterLeg = keyof typeof later;
const laterLegs = ["voice", "sms"] as const satisfies readonly LaterLeg[];

/** A number that can be dialled from anywhere; an empty or half-written one is none. */
const DIALLABLE = /^\+\d{8,15}$/;

const reachedEvent = {
  push: "push_notification:success",
  voice: "twilio:success",
  sms: "sms:success",
} as const satisfies Record<LegChannel, string>;

/** Sends a push to every registered device of the people called, the first time it rings. */
export async function beginPushLegs(
  services: Services,
  trx: Trx,
  calls: readonly CallRow[],
  now: Date,
): Promise<void> {
  if (calls.length === 0) {
    return;
  }
  const ids = calls.map(({ id }) => id);
  const begun = await beginLegs(trx, ids, "push", now);
  await writePushesToEach(
    services,
    trx,
    calls
      .filter(({ id }) => begun.has(id))
      .map((call) => ({
        ...about(call),
        body: `${call.callerName} ${call.isUnverified || call.isBySign ? "dice que está en la entrada y llama" : "llama"}${fromOrToApartment(call)} · ${call.buildingName}`,
        push: "call" as const,
        data: { path: pathOf(call), tag: call.id },
      })),
  );
}

/**
 * Begins the legs whose time has come: the automatic phone call, then the SMS. Any process may, after any
 * restart; each leg is begun once a call.
 */
export async function beginDueLegs(services: Services): Promise<void> {
  const { db, clock } = services;
  const now = clock.now();
  const begun = await db.transaction().execute(async (trx) => {
    let count = 0;
    for (const leg of laterLegs) {
      const rungUntil = new Date(now.getTime() - later[leg]);
      for (const { id, phone } of await lockCallsWithoutLeg(trx, leg, rungUntil, now)) {
        count += (await beginLaterLeg(services, trx, leg, { id, phone, now })) ? 1 : 0;
      }
    }
    return count;
  });
  if (begun > 0) {
    services.wakeOutbox();
  }
}

async function beginLaterLeg(
  services: Services,
  trx: Trx,
  leg: LaterLeg,
  { id, phone, now }: { id: string; phone: string; now: Date },
): Promise<boolean> {
  const isNew = await beginLeg(trx, id, leg, now);
  const call = await findCall(trx, id);
  const number = phone.replaceAll(" ", "");
  if (!isNew || !call || !DIALLABLE.test(number)) {
    return false;
  }
  if ((await takeOfHour(trx, services, call.isFromLobby ? "lobby-calls" : "other-calls")) > 0) {
    return false;
  }
  const root = publicUrlOf(services.env);
  const words =
    leg === "voice"
      ? {
          body: `${whoCallsAloud(call)} ${menuOf(opensByTelephone(call))}`,
          data: { url: `${root}/api/call/${id}/telephone` },
        }
      : { body: `Umbral: ${whoCalls(call)} Contesta aquí: ${root}${pathOf(call)}`, data: {} };
  await writeMessage(services, trx, leg, number, { ...about(call), ...words });
  return true;
}

/** The next moment at which a ringing call goes another way; null when none will. */
export async function nextLegAt({ db, clock }: Services): Promise<Date | null> {
  const moments = await Promise.all(
    laterLegs.map(async (leg) => {
      const rungAt = await longestRungWithoutLeg(db, leg, clock.now());
      return rungAt === null ? [] : [rungAt.getTime() + later[leg]];
    }),
  );
  const all = moments.flat();
  return all.length === 0 ? null : new Date(Math.min(...all));
}

/** A provider took the message of a leg. The caller hears it once for each leg, after the commit. */
export async function legReached(
  { clock, live }: Services,
  trx: Trx,
  { channel, call_id: callId }: { channel: Channel; call_id: string | null },
): Promise<(() => void) | undefined> {
  if (callId === null || channel === "mail") {
    return undefined;
  }
  const people = await reachLeg(trx, callId, channel, clock.now());
  if (people?.isBySign) {
    // Whoever rings by the sign learns nothing of who is there.
    return undefined;
  }
  return (
    people &&
    (() => live.tell(person(people.callerId), reachedEvent[channel], { callId, userId: people.calleeId }))
  );
}

/** Tells a caller's device that has just signed in how far the ringing went while it was away. */
export async function tellProgress(
  { db, clock, live }: Services,
  socketId: string,
  userId: string,
): Promise<void> {
  const rung = new Set<string>();
  for (const { id: callId, calleeId, channel } of await findRingingOf(db, userId, clock.now())) {
    const reached = { callId, userId: calleeId };
    if (!rung.has(callId)) {
      rung.add(callId);
      if ((await live.count(person(calleeId))) > 0) {
        live.tell(device(socketId), "request:socket:success", reached);
      }
    }
    if (channel !== null) {
      live.tell(device(socketId), reachedEvent[channel], reached);
    }
  }
  // Its page knows no call that it could ask for: one that lost its line is told what was answered meanwhile.
  for (const answered of await findAnsweredBySign(db, userId)) {
    live.tell(device(socketId), "call_accepted", answered);
  }
}

function about(call: CallRow) {
  return {
    subject: subjectOf(call),
    userId: call.calleeId,
    callId: call.id,
    // After that there is nothing to answer.
    expiresAt: call.expiresAt,
  };
}

const fromOrToApartment = ({ apartmentName, isToLobby }: CallRow): string =>
  apartmentName === null ? "" : ` ${isToLobby ? "desde el" : "al"} apartamento ${apartmentName}`;

/** The screen of the call, which answers it on opening. */
const pathOf = (call: CallRow): string => `/llamada-visitante/${call.id}/${call.isFromLobby}`;
