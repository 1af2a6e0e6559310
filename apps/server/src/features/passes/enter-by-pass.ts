import type { PassAtDesk } from "@umbral/contract/passes/pass-desk.contract";
import { type PassRefusal, passVerdict } from "@umbral/contract/passes/pass-rules";
import type { Actor, Services } from "../../platform/context.ts";
import type { Db } from "../../platform/database.ts";
import { withPictures } from "../../platform/kept-pictures.ts";
import { readPicture } from "../../platform/pictures.ts";
import { Refused } from "../../platform/refused.ts";
import { writeAction } from "../audit/audit.service.ts";
import { timesOf, useOf } from "./describe-pass.ts";
import { describeAtDesk, momentAtDesk } from "./pass-at-desk.ts";
import { type Desk, findDesk, findPassAtDesk, type PassRow } from "./pass-desk.queries.ts";
import { isSameMovement } from "./pass-movements.ts";
import { markNameCame, nameMovement } from "./pass-names.queries.ts";
import { refuseUnlessAwaited, whileClaimed } from "./pass-names.ts";
import { type WhoHears, writeArrival } from "./pass-news.ts";
import { countMovement, insertMovement, lockPass, type PassLife } from "./pass-rows.queries.ts";

/** Asks the controller that alone counts a pass's entries, which writes one down before it grants it. */
export type AskDecider = (asked: {
  controllerId: string;
  passId: string;
  people: number;
  requestId: string;
}) => Promise<"granted" | PassRefusal | "away">;

/** Who stands at the desk with a pass. */
export interface Entering {
  buildingId: string;
  passId: string;
  requestId: string;
  people: number;
  /** Somebody of the party's list. */
  nameId?: string | undefined;
  picture?: Blob | undefined;
  document?: Blob | undefined;
}

/**
 * Lets a guest in: writes down who came, and opens nothing. Whether they may is asked before their pictures are looked
 * at, and once more under the pass's lock: it may have ended, been taken back or been used up meanwhile. What a controller
 * granted it has counted, and is asked no more than whether it was taken back: refused here, it would be an entry of nobody.
 * @throws {Refused} PASS_NOT_FOUND, PASS_REFUSED, PASS_DECIDER_AWAY, PICTURE_ASKED, DOCUMENT_ASKED, PASS_NAME_NOT_FOUND,
 * PASS_NAME_INSIDE
 */
export async function enterByPassOf(
  services: Services,
  actor: Actor,
  entering: Entering,
  { askDecider, whoHears }: { askDecider: AskDecider; whoHears: WhoHears },
): Promise<{ pass: PassAtDesk }> {
  const { db, clock } = services;
  const { buildingId, passId, requestId, people, nameId } = entering;
  const who = { byUser: actor.id, nameId: nameId ?? null };
  const movement = { id: requestId, passId, kind: "in", people, ...who } as const;
  refuseNamedTogether(entering);
  const desk = await findDesk(db, buildingId, clock.now());
  const asked = await findPassAtDesk(db, buildingId, { id: passId });
  if (!desk || !asked) {
    throw new Refused("PASS_NOT_FOUND");
  }
  if (await isSameMovement(db, movement)) {
    return { pass: await describeNow(services, desk, asked) };
  }
  refuseWithoutPictures(desk, entering);
  await refuseUnlessHolds(services, db, desk, asked, people);
  await refuseUnlessAwaited(db, passId, nameId);
  // Outside of the transaction: decoding takes a while, and so does a controller.
  const picture = await readAsked(desk.picture, entering.picture, "picture");
  const document = await readAsked(desk.document, entering.document, "document");
  const { controllerId } = asked;
  if (controllerId !== null) {
    await whileClaimed(services, { nameId, requestId }, () =>
      refuseUnlessDecided(askDecider, { controllerId, passId, people, requestId }),
    );
  }

  const { row, tell } = await withPictures(services, async (trx, keep) => {
    const pass = await lockPass(trx, passId);
    if (!pass) {
      throw new Refused("PASS_NOT_FOUND");
    }
    const isKnown = await isSameMovement(trx, movement);
    if (!isKnown) {
      if (pass.controllerId !== asked.controllerId) {
        // Somebody else counts by now, and was not asked.
        throw new Refused("PASS_DECIDER_AWAY");
      }
      if (controllerId === null) {
        await refuseUnlessHolds(services, trx, desk, pass, people);
      } else if (pass.takenBackAt !== null) {
        throw refusedFor("taken-back");
      }
      await refuseUnlessAwaited(trx, passId, nameId);
      const entry = {
        ...movement,
        at: clock.now(),
        doorId: null,
        pictureFileId: picture && (await keep("pass", picture.bytes)),
        documentFileId: document && (await keep("pass", document.bytes)),
      };
      if (!(await insertMovement(trx, entry))) {
        throw new Refused("BAD_REQUEST");
      }
      await countMovement(trx, entry);
      if (nameId !== undefined) {
        await markNameCame(trx, nameId, entry.at);
      }
    } else if (nameId !== undefined && (await nameMovement(trx, requestId, nameId))) {
      await markNameCame(trx, nameId, clock.now());
    }
    const entered = await findPassAtDesk(trx, buildingId, { id: passId });
    if (!entered) {
      throw new Refused("PASS_NOT_FOUND");
    }
    if (!isKnown) {
      await writeAction(services, trx, actor, {
        buildingId,
        action: "passes.entered",
        subjectId: passId,
        detail: { people, faces: entered.photoFileId === null ? 0 : 1 },
      });
    }
    return { row: entered, tell: isKnown ? undefined : await writeArrival(services, trx, passId, whoHears) };
  });
  tell?.();
  return { pass: await describeNow(services, desk, row) };
}

/** A name is one person. @throws {Refused} BAD_REQUEST */
export function refuseNamedTogether({ nameId, people }: Pick<Entering, "nameId" | "people">): void {
  if (nameId !== undefined && people !== 1) {
    throw new Refused("BAD_REQUEST", { errors: [{ property: "people", message: "must be 1 with a name" }] });
  }
}

function refuseWithoutPictures(
  asks: Pick<Desk, "picture" | "document">,
  given: Pick<Entering, "picture" | "document">,
): void {
  if (asks.picture === "must" && !given.picture) {
    throw new Refused("PICTURE_ASKED");
  }
  if (asks.document === "must" && !given.document) {
    throw new Refused("DOCUMENT_ASKED");
  }
}

/** Nothing is kept that the building does not ask for, whoever sends it. */
const readAsked = async (asks: Desk["picture"], sent: Blob | undefined, property: string) =>
  asks === "no" || sent === undefined ? null : readPicture(sent, property);

async function refuseUnlessHolds(
  { clock }: Services,
  db: Db,
  desk: Desk,
  pass: PassRow | PassLife,
  people: number,
): Promise<void> {
  const moment = await momentAtDesk(db, desk, clock.now());
  const verdict = passVerdict(timesOf(pass), useOf(pass), moment, people);
  if (verdict.outcome === "refused") {
    throw refusedFor(verdict.reason);
  }
}

/** The controller's own count decides; while it is away nobody is let in by this pass. */
async function refuseUnlessDecided(askDecider: AskDecider, asked: Parameters<AskDecider>[0]): Promise<void> {
  const decided = await askDecider(asked);
  if (decided === "away") {
    throw new Refused("PASS_DECIDER_AWAY");
  }
  if (decided !== "granted") {
    throw refusedFor(decided);
  }
}

const refusedFor = (reason: PassRefusal): Refused =>
  new Refused("PASS_REFUSED", { errors: [{ property: "pass", message: reason }] });

async function describeNow(services: Services, desk: Desk, row: PassRow): Promise<PassAtDesk> {
  const moment = await momentAtDesk(services.db, desk, services.clock.now());
  return describeAtDesk(services, desk, moment, row);
}
