import { setTimeout as sleep } from "node:timers/promises";
import type { Visit } from "@umbral/contract/visits/visits.contract";
import { countAttempt, giveBackAttempt, type Limit, takeAttempt } from "../../platform/attempts.queries.ts";
import type { Actor, Services } from "../../platform/context.ts";
import type { Db } from "../../platform/database.ts";
import { Refused } from "../../platform/refused.ts";
import { writeAuditLine } from "../audit/audit.service.ts";
import { digestOfCode } from "./visit-codes.ts";
import { tellLobby } from "./visit-news.ts";
import { type FoundVisit, findBuildingDay, findVisitByDigest, markAuthorised } from "./visits.queries.ts";

/** Wrong codes of one person of a lobby in 15 minutes (decisions §3). */
const WRONG_CODES = 20;
/** Wrong codes of a whole building after which each next one waits, and how long: it gets slower and is never locked. */
const WRONG_CODES_BEFORE_WAITING = 20;
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5000;

/** How long an attempt waits before it is looked at. A few people may try here, so each sits it out. */
type Pause = (milliseconds: number) => Promise<unknown>;

/** A code as somebody typed it at a lobby. */
export interface TypedCode {
  buildingId: string;
  code: string;
}

/**
 * The visit that waits behind a code, with its two faces to compare. That they were shown is written down.
 * @throws {Refused} VISIT_CODE_NOT_VALID when none waits: never given, used, of yesterday or of elsewhere
 */
export async function findWaitingVisit(
  services: Services,
  actor: Actor,
  typed: TypedCode,
  pause: Pause = sleep,
): Promise<{ visit: Visit }> {
  const row = await findBehind(services, actor, typed, pause, (found) => found.authorisedAt === null);
  await services.db.transaction().execute((trx) =>
    writeAuditLine(trx, {
      buildingId: typed.buildingId,
      actorId: actor.id,
      action: "visits.shown",
      subjectId: row.id,
      detail: { faces: facesOf(row) },
      at: services.clock.now(),
    }),
  );
  return { visit: await describeVisit(services, typed.code, row) };
}

/**
 * Authorises a visit: writes down who and when. No door moves.
 * @throws {Refused} VISIT_CODE_NOT_VALID without such a code today, VISIT_ALREADY_AUTHORISED with what was
 * decided when somebody was first
 */
export async function authoriseVisitOf(
  services: Services,
  actor: Actor,
  typed: TypedCode & { requestId: string | undefined },
): Promise<{ visit: Visit }> {
  const { db, clock } = services;
  const { id, day } = await findBehind(services, actor, typed, sleep, () => true);
  const { isFirst, row } = await db.transaction().execute(async (trx) => {
    const at = clock.now();
    const by = { userId: actor.id, requestId: typed.requestId ?? null, at };
    const wasFirst = await markAuthorised(trx, id, by);
    const decided = await findVisitBehind(services, trx, typed, day);
    if (!decided) {
      throw new Refused("VISIT_CODE_NOT_VALID");
    }
    if (wasFirst) {
      await writeAuditLine(trx, {
        buildingId: typed.buildingId,
        actorId: actor.id,
        action: "visits.authorised",
        subjectId: id,
        detail: { faces: facesOf(decided) },
        at,
      });
    }
    return { isFirst: wasFirst, row: decided };
  });
  if (!isFirst && !isSamePress(row, actor, typed.requestId)) {
    throw alreadyAuthorised(row);
  }
  if (isFirst) {
    await tellLobby(services, typed.buildingId);
  }
  return { visit: await describeVisit(services, typed.code, row) };
}

/** A code counts against the limit before it is looked up, and no more when it led to what was meant. */
async function findBehind(
  services: Services,
  actor: Actor,
  typed: TypedCode,
  pause: Pause,
  isMeant: (row: FoundVisit) => boolean,
): Promise<FoundVisit & { day: string }> {
  const { db, clock } = services;
  const now = clock.now();
  const limits: Limit[] = [{ subject: ["visit-code", "wrong", actor.id], most: WRONG_CODES }];
  const ofBuilding = { subject: ["visit-code", "wrong", "building", typed.buildingId] };
  const retryAfter = await takeAttempt(db, limits, now);
  if (retryAfter > 0) {
    throw new Refused("TOO_OFTEN", { retryAfter });
  }
  await pause(waitAfter(await countAttempt(db, ofBuilding.subject, now)));
  const today = await findBuildingDay(db, typed.buildingId, now);
  const row = today && (await findVisitBehind(services, db, typed, today.today));
  if (!today || !row || !isMeant(row)) {
    throw new Refused("VISIT_CODE_NOT_VALID");
  }
  await giveBackAttempt(db, [...limits, ofBuilding], now);
  return { ...row, day: today.today };
}

/** Milliseconds that an attempt waits after so many wrong ones in its building. */
const waitAfter = (wrong: number): number =>
  wrong < WRONG_CODES_BEFORE_WAITING
    ? 0
    : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (wrong - WRONG_CODES_BEFORE_WAITING));

const findVisitBehind = ({ digest, clock }: Services, db: Db, { buildingId, code }: TypedCode, day: string) =>
  findVisitByDigest(db, buildingId, digestOfCode(digest, { buildingId, day }, code), clock.now());

const isSamePress = (row: FoundVisit, actor: Actor, requestId: string | undefined): boolean =>
  requestId !== undefined && row.requestId === requestId && row.authoriserId === actor.id;

function alreadyAuthorised(row: FoundVisit): Refused {
  return new Refused("VISIT_ALREADY_AUTHORISED", {
    decided: {
      approved: true,
      by: authoriserOf(row),
      at: (row.authorisedAt ?? row.requestedAt).toISOString(),
    },
  });
}

const authoriserOf = ({ authoriserId: id, authoriserName: name }: FoundVisit) =>
  id === null || name === null ? null : { id, name };

const facesOf = ({ photoFileId, registeredPhotoId }: FoundVisit): number =>
  [photoFileId, registeredPhotoId].filter((id) => id !== null).length;

async function describeVisit({ addresses }: Services, code: string, row: FoundVisit): Promise<Visit> {
  return {
    id: row.id,
    code,
    user: {
      id: row.userId,
      cedula: row.cedula,
      name: row.name,
      photo: await addresses.forFile(row.registeredPhotoId),
      attachments: row.photoFileId === null ? [] : [{ path: await addresses.forFile(row.photoFileId) }],
    },
    requestedAt: row.requestedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    authorised:
      row.authorisedAt === null ? null : { at: row.authorisedAt.toISOString(), by: authoriserOf(row) },
  };
}
