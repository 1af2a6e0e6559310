import type { PassAtDesk } from "@umbral/contract/passes/pass-desk.contract";
import type { Actor, Services } from "../../platform/context.ts";
import { pinDigest } from "../../platform/pin-key.ts";
import { Refused } from "../../platform/refused.ts";
import { writeAction } from "../audit/audit.service.ts";
import { noteInLogbook } from "../logbook/note-line.ts";
import { guessCode, type Pause } from "../visits/code-guesses.ts";
import { isCodeOfVisit } from "../visits/verify-code.ts";
import { describeAtDesk, momentAtDesk } from "./pass-at-desk.ts";
import { findDesk, findPassAtDesk } from "./pass-desk.queries.ts";

/** A code as somebody typed it at a desk, or as a scanner read it. */
export interface TypedPass {
  buildingId: string;
  code: string;
  /** A screen follows who stands on it already. */
  follows?: boolean;
}

/** Whether a code is of something that a later room keeps: a home's, to collect its parcels. */
export type IsCodeOfParcels = (typed: TypedPass) => Promise<boolean>;

/**
 * The pass behind a code, also one that holds no more, and why, of which the lobby's logbook has a line unless a screen only
 * `follows` who stands there already. That a face of its guest was shown is written down. The
 * code of a visit, or of a home that collects its parcels, is no pass's and no wrong one either: who typed it may have
 * meant that.
 * @returns no pass for those, and which of them it is
 * @throws {Refused} PASS_NOT_VALID, TOO_OFTEN
 */
export async function findPassOf(
  services: Services,
  actor: Actor,
  typed: TypedPass,
  isCodeOfParcels: IsCodeOfParcels,
  pause?: Pause,
): Promise<{ pass: PassAtDesk | null; other?: "visit" | "parcels" }> {
  const { db, clock } = services;
  const { buildingId, code, follows } = typed;
  const codeDigest = pinDigest(services, buildingId, code);
  const found = await guessCode(
    services,
    { actor, buildingId },
    async () =>
      (await findPassAtDesk(db, buildingId, { codeDigest })) ??
      ((await isCodeOfVisit(services, typed)) ? ("visit" as const) : undefined) ??
      ((await isCodeOfParcels(typed)) ? ("parcels" as const) : undefined),
    pause,
  );
  if (found === "visit" || found === "parcels") {
    return { pass: null, other: found };
  }
  const now = clock.now();
  const desk = await findDesk(db, buildingId, now);
  if (found === undefined || !desk) {
    throw new Refused("PASS_NOT_VALID");
  }
  const pass = await describeAtDesk(services, desk, await momentAtDesk(db, desk, now), found);
  await db.transaction().execute(async (trx) => {
    if (found.photoFileId !== null) {
      await writeAction(services, trx, actor, {
        buildingId,
        action: "passes.shown",
        subjectId: found.id,
        detail: { faces: 1 },
      });
    }
    // Whoever is inside by it wants to go out; and who only stands on a screen was refused once.
    if (!follows && pass.refusal !== null && found.entered === found.left) {
      await noteInLogbook(trx, {
        kind: "PASS_REFUSED",
        buildingId,
        at: now,
        actorId: actor.id,
        subjectId: found.id,
        apartmentId: found.apartmentId,
        person: found.name === null ? undefined : { id: found.hostId, name: found.name },
        detail: { reason: pass.refusal },
      });
    }
  });
  return { pass };
}
