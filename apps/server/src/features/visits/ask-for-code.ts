import { normalCedula, normalPhone, takesSms } from "@umbral/contract/registration/personal-data";
import type { AskedVisit } from "@umbral/contract/visits/visits.contract";
import { type Limit, takeAttempt } from "../../platform/attempts.queries.ts";
import type { Actor, Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { withPictures } from "../../platform/kept-pictures.ts";
import { readPicture } from "../../platform/pictures.ts";
import { Refused } from "../../platform/refused.ts";
import { writeAuditLine } from "../audit/audit.service.ts";
import { writeMessage } from "../notifications/notifications.service.ts";
import { digestOfCode, newVisitCode } from "./visit-codes.ts";
import { tellLobby } from "./visit-news.ts";
import { findBuildingDay, findVisitor, insertVisit, lockVisitor, replaceVisits } from "./visits.queries.ts";

/** Codes asked for in 15 minutes, whether they were given or not, and with them the SMS (decisions §3). */
const REQUESTS_OF_CEDULA = 5;
const REQUESTS_OF_ADDRESS = 60;
/** Even with ten thousand codes live in a building, that all of these are taken happens never. */
const TRIES_FOR_A_FREE_CODE = 20;

export interface CodeRequest {
  cedula: string;
  buildingId: string;
  photo: Blob;
  /** Where it comes from, as far as the trusted proxies tell. */
  address: string;
  /** Whoever happens to be signed in where it was asked; null for nobody. */
  actor: Actor | null;
}

type Day = NonNullable<Awaited<ReturnType<typeof findBuildingDay>>>;

/**
 * Gives somebody who is registered, as whatever and wherever, the code of today's visit to a building. It
 * takes the place of the one they had there. It is told here and by SMS, and then known to nobody but them.
 * @throws {Refused} VISITOR_NOT_KNOWN for a cédula that nobody active has, NOT_FOUND without such a building
 */
export async function askForCode(
  services: Services,
  request: CodeRequest,
  newCode: () => string = newVisitCode,
): Promise<{ code: string; visit: AskedVisit }> {
  const { db, clock, newId } = services;
  const cedula = normalCedula(request.cedula);
  const limits: Limit[] = [
    { subject: ["visit-code", "cedula", cedula], most: REQUESTS_OF_CEDULA },
    { subject: ["visit-code", "address", request.address], most: REQUESTS_OF_ADDRESS },
  ];
  const retryAfter = await takeAttempt(db, limits, clock.now());
  if (retryAfter > 0) {
    throw new Refused("TOO_OFTEN", { retryAfter });
  }
  const visitor = await findVisitor(db, cedula);
  if (!visitor) {
    throw new Refused("VISITOR_NOT_KNOWN");
  }
  if (!(await findBuildingDay(db, request.buildingId, clock.now()))) {
    throw new Refused("NOT_FOUND");
  }
  // Outside of the transaction: decoding takes a while.
  const photo = await readPicture(request.photo, "photo");

  const id = newId();
  const { code, day } = await withPictures(services, async (trx, keep) => {
    const held = await lockVisitor(trx, visitor.id);
    // Asked of the clock once more: a picture may be decoded on either side of midnight.
    const now = clock.now();
    const today = await findBuildingDay(trx, request.buildingId, now);
    if (!held || !today) {
      throw new Refused(held ? "NOT_FOUND" : "VISITOR_NOT_KNOWN");
    }
    const where = { buildingId: today.id, userId: visitor.id, day: today.today };
    await replaceVisits(trx, where, now);
    const photoFileId = await keep("visit", photo.bytes);
    const given = await giveCode(services, trx, { id, ...where, photoFileId, now, today }, newCode);
    await writeAuditLine(trx, {
      buildingId: today.id,
      actorId: request.actor?.id ?? null,
      action: "visits.requested",
      subjectId: id,
      detail: { userId: visitor.id },
      at: now,
    });
    await writeSms(services, trx, { userId: visitor.id, phone: held.phone, code: given, today });
    return { code: given, day: today };
  });
  services.wakeOutbox();
  await tellLobby(services, day.id);
  return {
    code,
    visit: {
      id,
      building: { id: day.id, name: day.name, timeZone: day.timeZone },
      expiresAt: day.endsAt.toISOString(),
    },
  };
}

async function giveCode(
  { digest }: Services,
  trx: Trx,
  visit: {
    id: string;
    buildingId: string;
    userId: string;
    day: string;
    photoFileId: string;
    now: Date;
    today: Day;
  },
  newCode: () => string,
): Promise<string> {
  const { id, buildingId, userId, day, photoFileId, now, today } = visit;
  for (let turn = 0; turn < TRIES_FOR_A_FREE_CODE; turn += 1) {
    const code = newCode();
    const isFree = await insertVisit(trx, {
      id,
      buildingId,
      userId,
      day,
      codeDigest: digestOfCode(digest, { buildingId, day }, code),
      photoFileId,
      requestedAt: now,
      expiresAt: today.endsAt,
    });
    if (isFree) {
      return code;
    }
  }
  throw new Refused("UNAVAILABLE");
}

/** To the telephone that the person is registered with: whoever asked in their name has the code, they the news. */
async function writeSms(
  services: Services,
  trx: Trx,
  { userId, phone, code, today }: { userId: string; phone: string; code: string; today: Day },
): Promise<void> {
  const number = normalPhone(phone);
  if (number === null || !takesSms(number)) {
    return;
  }
  await writeMessage(services, trx, "sms", number, {
    subject: "Código de ingreso",
    body: `Umbral: tu código de ingreso a ${today.name} es ${code}. Sirve solo por hoy y una sola vez. Si no lo pediste, avisa en portería.`,
    data: {},
    userId,
    callId: null,
    expiresAt: today.endsAt,
  });
}
