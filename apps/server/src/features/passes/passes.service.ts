import type { changePass, listPasses, Pass } from "@umbral/contract/passes/passes.contract";
import type { z } from "zod";
import { lockCodes } from "../../platform/code-pool.ts";
import type { Actor, Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { Refused } from "../../platform/refused.ts";
import { momentAt } from "../access-control/index.ts";
import { writeAction } from "../audit/audit.service.ts";
import { describePass } from "./describe-pass.ts";
import { auditedChange } from "./pass-audit.ts";
import { deciderFor } from "./pass-decider.ts";
import { type Host, hostIn, hostOf } from "./pass-hosts.ts";
import { lockStanding } from "./pass-makers.queries.ts";
import { namesOf, writeListOf } from "./pass-names.ts";
import { tellOfPass } from "./pass-news.ts";
import { refuseFull } from "./pass-room.ts";
import { lockPass } from "./pass-rows.queries.ts";
import { sharingOf } from "./pass-secrets.ts";
import { refuseTimes } from "./pass-times.ts";
import {
  findBuildingOfPass,
  findPass,
  findPasses,
  findStayIn,
  markTakenBack,
  type PassRow,
  updatePass,
} from "./passes.queries.ts";

/** Names a pass of a building. */
export interface OfPass {
  buildingId: string;
  passId: string;
}

/** @throws {Refused} NOT_FOUND, NOT_ALLOWED */
export async function listPassesOf(
  { db, clock }: Services,
  actor: Actor,
  buildingId: string,
  query: z.output<(typeof listPasses)["query"]>,
): Promise<z.input<(typeof listPasses)["reply"]>> {
  const { apartmentId = null, search, which } = query;
  const { as } = hostIn(actor, { buildingId, apartmentId });
  const now = clock.now();
  const moment = await momentAt(db, buildingId, now);
  if (!moment) {
    throw new Refused("NOT_FOUND");
  }
  // Guests of before are of those who lived there.
  const since = apartmentId === null ? null : await findStayIn(db, actor.id, apartmentId, now);
  const madeAs = as === "lobby" ? as : null;
  const wanted = { buildingId, apartmentId, madeAs, search, which, since, now };
  const { rows, total } = await findPasses(db, wanted, query);
  const names = await namesOf(db, rows);
  return {
    passes: rows.map((row) => describePass(row, names(row.id), moment)),
    totalPages: Math.ceil(total / query.limit),
  };
}

/** @throws {Refused} PASS_NOT_FOUND, PASS_IS_OVER, PASS_TIMES_NOT_VALID, PASSES_FULL, PASS_NAMES_DO_NOT_FIT, PASS_NAME_CAME */
export async function changePassOf(
  services: Services,
  actor: Actor,
  of: OfPass,
  wanted: z.output<(typeof changePass)["body"]>,
): Promise<{ pass: Pass }> {
  return changeAs(services, { actor, ...(await findOwn(services, actor, of)) }, wanted);
}

/** The same of a pass of which it is known whose it is. */
export async function changeAs(
  services: Services,
  { actor, host, row: seen }: { actor: Pick<Actor, "id">; host: Host; row: PassRow },
  wanted: z.output<(typeof changePass)["body"]>,
): Promise<{ pass: Pass }> {
  const { clock } = services;
  const of = { buildingId: seen.buildingId, passId: seen.id };
  const row = await services.db.transaction().execute(async (trx) => {
    const now = clock.now();
    // One whose time or entries are over is one more that may be used: it takes a place as a new one does.
    const isUsedUp = (most: number | null, { entered }: PassRow) => most !== null && entered >= most;
    const isOver = (pass: PassRow) => pass.endsAt <= now || isUsedUp(pass.entries, pass);
    const isRevived = isOver(seen);
    if (isRevived) {
      await lockCodes(trx, of.buildingId);
    }
    // The spaces before the pass, as what ends them does.
    const standsUntil = await lockStandings(trx, { actor, host, row: seen }, now);
    const before = await lockAlive(trx, of);
    const building = await findBuildingOfPass(trx, of.buildingId, now);
    if (!building) {
      throw new Refused("PASS_NOT_FOUND");
    }
    const { guest, entries, tellsExit, tellsOverstay, hours } = wanted;
    const times = { startsAt: new Date(wanted.from), endsAt: new Date(wanted.until), hours };
    refuseTimes(times, {
      now,
      standsUntil,
      dayEndsAt: host.as === "lobby" ? building.dayEndsAt : null,
    });
    if (isRevived && isOver(before) && !isUsedUp(entries, before)) {
      await refuseFull(trx, before, now);
    }
    // Who counts goes on counting: what it knows of the pass is nobody else's.
    const controllerId =
      entries === null ? null : (before.controllerId ?? (await deciderFor(trx, before, now)));
    const pass = { guest, ...times, entries, tellsExit, tellsOverstay, controllerId };
    await updatePass(trx, of.passId, pass);
    await writeListOf(services, trx, of.passId, wanted);
    const after = await findAgain(trx, of);
    await writeAction(services, trx, actor, {
      buildingId: of.buildingId,
      action: "passes.changed",
      subjectId: of.passId,
      change: auditedChange(before, after),
    });
    return after;
  });
  await tellOfPass(services, row);
  return { pass: await shownNow(services, row) };
}

/** At once, and for good. Who took it back first is what is written down. @throws {Refused} PASS_NOT_FOUND */
export async function takeBackPassOf(services: Services, actor: Actor, of: OfPass): Promise<{ pass: Pass }> {
  await findOwn(services, actor, of);
  return takeBackAs(services, actor, of);
}

/** The same of a pass of which it is known whose it is. */
export async function takeBackAs(
  services: Services,
  actor: Pick<Actor, "id">,
  of: OfPass,
): Promise<{ pass: Pass }> {
  const { row, isFirst } = await services.db.transaction().execute(async (trx) => {
    const held = await lockPass(trx, of.passId);
    const wasThere = held !== undefined && held.takenBackAt === null;
    if (wasThere) {
      await markTakenBack(trx, of.passId, { userId: actor.id, at: services.clock.now() });
      await writeAction(services, trx, actor, {
        buildingId: of.buildingId,
        action: "passes.taken-back",
        subjectId: of.passId,
      });
    }
    return { row: await findAgain(trx, of), isFirst: wasThere };
  });
  if (isFirst) {
    await tellOfPass(services, row);
  }
  return { pass: await shownNow(services, row) };
}

/** What the guest is to have, as often as its host asks. @throws {Refused} PASS_NOT_FOUND, PASS_IS_OVER */
export async function sharePassOf(
  services: Services,
  actor: Actor,
  of: OfPass,
): Promise<{ address: string; code: string }> {
  await findOwn(services, actor, of);
  return services.db.transaction().execute(async (trx) => {
    const sharing = sharingOf(services, await lockAlive(trx, of));
    await writeAction(services, trx, actor, {
      buildingId: of.buildingId,
      action: "passes.shared",
      subjectId: of.passId,
      detail: { by: "screen" },
    });
    return sharing;
  });
}

/** A pass that this person looks after, and as what. @throws {Refused} PASS_NOT_FOUND */
export async function findOwn(
  { db }: Services,
  actor: Actor,
  { buildingId, passId }: OfPass,
): Promise<{ host: Host; row: PassRow }> {
  const row = await findPass(db, buildingId, passId);
  if (!row) {
    throw new Refused("PASS_NOT_FOUND");
  }
  return { host: hostOf(actor, row), row };
}

/** Held until the transaction ends. @throws {Refused} PASS_IS_OVER for one that was taken back, or whose code is gone */
export async function lockAlive(trx: Trx, of: OfPass): Promise<PassRow> {
  await lockPass(trx, of.passId);
  const row = await findAgain(trx, of);
  if (row.takenBackAt !== null || row.sealed === null) {
    throw new Refused("PASS_IS_OVER");
  }
  return row;
}

/** It may have been forgotten meanwhile. */
async function findAgain(trx: Trx, { buildingId, passId }: OfPass): Promise<PassRow> {
  const row = await findPass(trx, buildingId, passId);
  if (!row) {
    throw new Refused("PASS_NOT_FOUND");
  }
  return row;
}

/** The ends of what a pass stands on, and of what lets this person change it. */
async function lockStandings(
  trx: Trx,
  { actor, host, row }: { actor: Pick<Actor, "id">; host: Host; row: PassRow },
  now: Date,
): Promise<(Date | null)[]> {
  const ofMaker = { ...host, as: row.madeAs };
  const ends = [
    await lockStanding(trx, actor.id, host, now),
    row.madeBy === null ? undefined : await lockStanding(trx, row.madeBy, ofMaker, now),
  ];
  return ends.map((end) => {
    if (end === undefined) {
      throw new Refused("PASS_IS_OVER");
    }
    return end;
  });
}

/** As its host sees it now. */
export async function shownNow({ db, clock }: Services, row: PassRow): Promise<Pass> {
  const moment = await momentAt(db, row.buildingId, clock.now());
  if (!moment) {
    throw new Refused("PASS_NOT_FOUND");
  }
  const names = await namesOf(db, [row]);
  return describePass(row, names(row.id), moment);
}
