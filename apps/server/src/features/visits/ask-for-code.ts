import { normalCedula, normalPhone, takesSms } from "@umbral/contract/registration/personal-data";
import type { AskedVisit } from "@umbral/contract/visits/visits.contract";
import { networkOf } from "../../platform/address.ts";
import { type Limit, takeAttempt } from "../../platform/attempts.queries.ts";
import { drawCode, lockCodes } from "../../platform/code-pool.ts";
import type { Actor, Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { takeOfHour } from "../../platform/hourly-ceilings.queries.ts";
import { withPictures } from "../../platform/kept-pictures.ts";
import { readPicture } from "../../platform/pictures.ts";
import { Refused } from "../../platform/refused.ts";
import { writeAuditLine } from "../audit/audit.service.ts";
import { writeMessage } from "../notifications/notifications.service.ts";
import { digestOfCode, newVisitCode } from "./visit-codes.ts";
import { tellLobby } from "./visit-news.ts";
import {
  findBuildingDay,
  findVisitOfDevice,
  findVisitor,
  insertVisit,
  lockVisitor,
  replacePicture,
} from "./visits.queries.ts";

/** Codes asked for in 15 minutes, whether they were given or not (decisions §3): of one cédula and one address in all. */
const REQUESTS_OF_CEDULA = 5;
const REQUESTS_OF_ADDRESS = 60;
/** SMS to one person in 15 minutes, whoever asks. */
const MESSAGES_OF_PERSON = 5;

export interface CodeRequest {
  cedula: string;
  buildingId: string;
  photo: Blob;
  /** What the browser keeps, to be shown the same code again. */
  device?: string | undefined;
  /** Where it comes from, as far as the trusted proxies tell. */
  address: string;
  /** Whoever happens to be signed in where it was asked; null for nobody. */
  actor: Actor | null;
}

type Day = NonNullable<Awaited<ReturnType<typeof findBuildingDay>>>;

/**
 * Gives somebody who is registered, as whatever and wherever, a code of today's visit to a building: the same to the
 * device that asks again, one more to any other. It is told here and by SMS, and then known to nobody but them.
 * @throws {Refused} VISITOR_NOT_KNOWN for a cédula that nobody active has, NOT_FOUND without such a building
 */
export async function askForCode(
  services: Services,
  request: CodeRequest,
  newCode: () => string = newVisitCode,
): Promise<{ code: string; visit: AskedVisit }> {
  const { db, clock } = services;
  const cedula = normalCedula(request.cedula);
  const network = networkOf(request.address);
  const limits: Limit[] = [
    { subject: ["visit-code", "cedula", cedula, network], most: REQUESTS_OF_CEDULA },
    { subject: ["visit-code", "address", network], most: REQUESTS_OF_ADDRESS },
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
  const nextHour = request.actor === null ? await takeOfHour(db, services, "visitor-pictures") : 0;
  if (nextHour > 0) {
    throw new Refused("UNAVAILABLE", { retryAfter: nextHour });
  }
  // Outside of the transaction: decoding takes a while.
  const photo = await readPicture(request.photo, "photo");

  const { id, code, day } = await withPictures(services, async (trx, keep) => {
    // Before the person: whoever makes a pass of theirs at the same moment locks in this order.
    await lockCodes(trx, request.buildingId);
    const held = await lockVisitor(trx, visitor.id);
    // Asked of the clock once more: a picture may be decoded on either side of midnight.
    const now = clock.now();
    const today = await findBuildingDay(trx, request.buildingId, now);
    if (!held || !today) {
      throw new Refused(held ? "NOT_FOUND" : "VISITOR_NOT_KNOWN");
    }
    const photoFileId = await keep("visit", photo.bytes);
    const wanted = { userId: visitor.id, device: request.device, photoFileId, now, today };
    const shown = await showAgain(services, trx, wanted);
    const given = shown ?? (await giveCode(services, trx, wanted, newCode));
    await writeAuditLine(trx, {
      buildingId: today.id,
      actorId: request.actor?.id ?? null,
      action: "visits.requested",
      subjectId: given.id,
      detail: { userId: visitor.id },
      at: now,
    });
    if (!shown) {
      await writeSms(services, trx, { userId: visitor.id, phone: held.phone, code: given.code, today });
    }
    return { ...given, day: today };
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

interface Wanted {
  userId: string;
  device: string | undefined;
  photoFileId: string;
  now: Date;
  today: Day;
}

interface Given {
  id: string;
  code: string;
}

/** The code that this device was given before, while it waits. Its picture is from now on the newer one. */
async function showAgain(services: Services, trx: Trx, wanted: Wanted): Promise<Given | undefined> {
  const { userId, device, photoFileId, today } = wanted;
  const where = { buildingId: today.id, userId, day: today.today };
  const before =
    device === undefined ? undefined : await findVisitOfDevice(trx, where, deviceDigestOf(services, device));
  if (!before?.closedCode) {
    return undefined;
  }
  await replacePicture(trx, before.id, photoFileId);
  return { id: before.id, code: services.secrets.open(before.id, before.closedCode).toString() };
}

async function giveCode(
  services: Services,
  trx: Trx,
  { userId, device, photoFileId, now, today }: Wanted,
  newCode: () => string,
): Promise<Given> {
  const { digest, secrets, newId } = services;
  const [id, buildingId, day] = [newId(), today.id, today.today];
  const code = await drawCode(services, trx, buildingId, newCode);
  const isGiven =
    code !== null &&
    (await insertVisit(trx, {
      id,
      buildingId,
      userId,
      day,
      codeDigest: digestOfCode(digest, { buildingId, day }, code),
      photoFileId,
      requestedAt: now,
      expiresAt: today.endsAt,
      deviceDigest: device === undefined ? null : deviceDigestOf(services, device),
      closedCode: device === undefined ? null : secrets.close(id, Buffer.from(code)),
    }));
  if (!isGiven) {
    throw new Refused("UNAVAILABLE");
  }
  return { id, code };
}

const deviceDigestOf = ({ digest }: Services, device: string): Buffer =>
  digest.of("visit-code device", device);

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
  // Those that came are enough to know that somebody asks; the code is on the screen of who did.
  const limits: Limit[] = [{ subject: ["visit-code", "sms", userId], most: MESSAGES_OF_PERSON }];
  if (
    (await takeAttempt(trx, limits, services.clock.now())) > 0 ||
    (await takeOfHour(trx, services, "visit-codes")) > 0
  ) {
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
