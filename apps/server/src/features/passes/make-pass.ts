import type { makePass, Pass } from "@umbral/contract/passes/passes.contract";
import type { z } from "zod";
import { lockCodes } from "../../platform/code-pool.ts";
import type { Actor, Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { Refused } from "../../platform/refused.ts";
import { writeAction } from "../audit/audit.service.ts";
import { auditedChange } from "./pass-audit.ts";
import { deciderFor } from "./pass-decider.ts";
import { type Host, hostIn } from "./pass-hosts.ts";
import { lockStanding } from "./pass-makers.queries.ts";
import { writeListOf } from "./pass-names.ts";
import { tellOfPass } from "./pass-news.ts";
import { refuseFull } from "./pass-room.ts";
import { newSecrets, sharingOf } from "./pass-secrets.ts";
import { refuseTimes } from "./pass-times.ts";
import { findBuildingOfPass, findPass, findPassOfPress, insertPass, type PassRow } from "./passes.queries.ts";
import { shownNow } from "./passes.service.ts";

type Wanted = z.output<(typeof makePass)["body"]>;

/**
 * Lets a guest come. The same press again is answered as the first time.
 * @throws {Refused} NOT_FOUND, NOT_ALLOWED, PASS_TIMES_NOT_VALID, PASS_NAMES_DO_NOT_FIT, PASSES_FULL; PASS_IS_OVER for a press of long ago
 */
export async function makePassOf(
  services: Services,
  actor: Actor,
  buildingId: string,
  wanted: Wanted,
  newCode?: (length: number) => string,
): Promise<{ pass: Pass; sharing: { address: string; code: string } }> {
  const host = hostIn(actor, { buildingId, apartmentId: wanted.apartmentId });
  return makePassAs(services, { actor, host }, wanted, newCode);
}

/** The same as somebody of whom it is known what they are there: a person, or a program under its account. */
export async function makePassAs(
  services: Services,
  { actor, host }: { actor: Pick<Actor, "id">; host: Host },
  wanted: Wanted,
  newCode?: (length: number) => string,
): Promise<{ pass: Pass; sharing: { address: string; code: string } }> {
  const { buildingId } = host;
  const { row, isNew } = await services.db.transaction().execute(async (trx) => {
    // Before the people and their spaces: whoever changes staff locks in this order.
    await lockCodes(trx, buildingId);
    const before = await findPassOfPress(trx, buildingId, {
      madeBy: actor.id,
      requestId: wanted.requestId,
    });
    return before
      ? { row: before, isNew: false }
      : { row: await writePass(services, trx, { actor, host, wanted, newCode }), isNew: true };
  });
  if (isNew) {
    await tellOfPass(services, row);
  }
  return { pass: await shownNow(services, row), sharing: sharingOf(services, row) };
}

async function writePass(
  services: Services,
  trx: Trx,
  {
    actor,
    host,
    wanted,
    newCode,
  }: {
    actor: Pick<Actor, "id">;
    host: Host;
    wanted: Wanted;
    newCode: ((length: number) => string) | undefined;
  },
): Promise<PassRow> {
  const { clock, newId } = services;
  const now = clock.now();
  const { buildingId, apartmentId } = host;
  const standsUntil = await lockStanding(trx, actor.id, host, now);
  const building = await findBuildingOfPass(trx, buildingId, now);
  if (standsUntil === undefined || !building) {
    throw new Refused("NOT_FOUND");
  }
  const times = {
    startsAt: new Date(wanted.from),
    endsAt: new Date(wanted.until),
    hours: wanted.hours,
  };
  refuseTimes(times, {
    now,
    standsUntil: [standsUntil],
    dayEndsAt: host.as === "lobby" ? building.dayEndsAt : null,
  });
  await refuseFull(trx, host, now);
  const id = newId();
  const { guest, entries, tellsExit, tellsOverstay } = wanted;
  const isNew = await insertPass(trx, {
    ...times,
    ...(await newSecrets(services, trx, { passId: id, buildingId }, newCode)),
    id,
    buildingId,
    apartmentId,
    madeBy: actor.id,
    madeAs: host.as,
    requestId: wanted.requestId,
    guest,
    entries,
    tellsExit,
    tellsOverstay,
    controllerId: entries === null ? null : await deciderFor(trx, host, now),
    createdAt: now,
  });
  if (isNew) {
    await writeListOf(services, trx, id, wanted);
  }
  const row = isNew ? await findPass(trx, buildingId, id) : undefined;
  if (!row) {
    // The same press made one elsewhere.
    throw new Refused("PASS_NOT_FOUND");
  }
  await writeAction(services, trx, actor, {
    buildingId,
    action: "passes.made",
    subjectId: id,
    detail: { apartmentId, madeAs: host.as },
    change: auditedChange(null, row),
  });
  return row;
}
