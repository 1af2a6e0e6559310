import type { Visit } from "@umbral/contract/visits/visits.contract";
import type { Actor, Services } from "../../platform/context.ts";
import type { Db } from "../../platform/database.ts";
import { named } from "../../platform/named.ts";
import { Refused } from "../../platform/refused.ts";
import { writeAuditLine } from "../audit/audit.service.ts";
import { guessCode, type Pause } from "./code-guesses.ts";
import { digestOfCode } from "./visit-codes.ts";
import { tellLobby } from "./visit-news.ts";
import { type FoundVisit, findBuildingDay, findVisitByDigest, markAuthorised } from "./visits.queries.ts";

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
  pause?: Pause,
): Promise<{ visit: Visit }> {
  const row = await findBehind(services, actor, typed, (found) => found.authorisedAt === null, pause);
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
  const { id, day } = await findBehind(services, actor, typed, () => true);
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

/** The visit behind a code, when it is what was meant; anything else is a wrong code. */
async function findBehind(
  services: Services,
  actor: Actor,
  typed: TypedCode,
  isMeant: (row: FoundVisit) => boolean,
  pause?: Pause,
): Promise<FoundVisit & { day: string }> {
  const found = await guessCode(
    services,
    { actor, buildingId: typed.buildingId },
    async () => {
      const today = await findBuildingDay(services.db, typed.buildingId, services.clock.now());
      const row = today && (await findVisitBehind(services, services.db, typed, today.today));
      return today && row && isMeant(row) ? { ...row, day: today.today } : undefined;
    },
    pause,
  );
  if (!found) {
    throw new Refused("VISIT_CODE_NOT_VALID");
  }
  return found;
}

const findVisitBehind = ({ digest, clock }: Services, db: Db, { buildingId, code }: TypedCode, day: string) =>
  findVisitByDigest(db, buildingId, digestOfCode(digest, { buildingId, day }, code), clock.now());

/** Does a code name a visit of today there? For who looks for something else that it may be. */
export async function isCodeOfVisit(services: Services, typed: TypedCode): Promise<boolean> {
  const { db, clock } = services;
  const today = await findBuildingDay(db, typed.buildingId, clock.now());
  return today !== undefined && (await findVisitBehind(services, db, typed, today.today)) !== undefined;
}

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

const authoriserOf = ({ authoriserId, authoriserName }: FoundVisit) => named(authoriserId, authoriserName);

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
