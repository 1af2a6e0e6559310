import { READER_SETUP_MS } from "@umbral/contract/cards/reader-setup";
import { normalTag } from "@umbral/contract/cards/tags";
import { may } from "@umbral/contract/lib/policy";
import type { ErrorCode } from "@umbral/contract/lib/refusals";
import type { Actor, Services } from "../../platform/context.ts";
import { device, session } from "../../platform/live.ts";
import { Refused } from "../../platform/refused.ts";
import { writeAuditLine } from "../audit/audit.service.ts";
import type { ControllerHub, ReaderResult } from "../controllers/controller-hub.ts";
import { dropSetup, dropSetupOf, findReaderDoor, putSetup, takeSetup } from "./reader-setups.queries.ts";

const refusalOf: Record<Exclude<ReaderResult, "waiting">, ErrorCode> = {
  none: "READER_NOT_THERE",
  failed: "READER_FAILED",
  "no-answer": "READER_FAILED",
  offline: "CONTROLLER_AWAY",
};

/**
 * The next card at a door's reader is told to this device. Written down before the controller is asked, so
 * that a card held to it at once finds who asked.
 * @throws {Refused} DOOR_NOT_FOUND, READER_NOT_THERE, READER_FAILED, CONTROLLER_AWAY
 */
export async function setUpReader(
  services: Services,
  hub: ControllerHub,
  actor: Actor,
  asked: { socketId: string; buildingId: string; door: string },
): Promise<{ doorId: string; until: string; setupId: string }> {
  const { db, clock, newId } = services;
  const door = await findReaderDoor(db, asked.buildingId, asked.door);
  if (!door) {
    throw new Refused("DOOR_NOT_FOUND");
  }
  const now = clock.now();
  const setup = {
    id: newId(),
    doorId: door.id,
    sessionId: actor.sessionId,
    socketId: asked.socketId,
    expiresAt: new Date(now.getTime() + READER_SETUP_MS),
  };
  await db.transaction().execute(async (trx) => {
    await putSetup(trx, setup);
    await writeAuditLine(trx, {
      buildingId: asked.buildingId,
      actorId: actor.id,
      action: "cards.reader-set-up",
      subjectId: door.id,
      detail: {},
      at: now,
    });
  });
  const outcome =
    door.controllerId === null
      ? "offline"
      : await hub.setUpReader(door.controllerId, {
          setupId: setup.id,
          doorId: door.id,
          forMs: READER_SETUP_MS,
        });
  if (outcome !== "waiting") {
    const isOurs = await dropSetup(db, setup.id);
    if (outcome === "no-answer" && isOurs && door.controllerId !== null) {
      // It may wait all the same, and the next card would open for nobody and be told to nobody.
      letReaderGo(services, hub, { doorId: door.id, controllerId: door.controllerId }).catch(
        (error: unknown) => services.log.warn({ err: error, doorId: door.id }, "a reader was not let go"),
      );
    }
    throw new Refused(refusalOf[outcome]);
  }
  return { doorId: door.id, until: setup.expiresAt.toISOString(), setupId: setup.id };
}

/** Its cards open again: its controller is given a setup that is over at once. */
async function letReaderGo(
  { newId }: Services,
  hub: ControllerHub,
  { doorId, controllerId }: { doorId: string; controllerId: string },
): Promise<void> {
  await hub.setUpReader(controllerId, { setupId: newId(), doorId, forMs: 1 });
}

/** The reader waits for nobody any more, and its cards open again. Of a controller that is away it ends by itself. */
export async function stopReader(
  services: Services,
  hub: ControllerHub,
  actor: Actor,
  { buildingId, setupId }: { buildingId: string; setupId: string },
): Promise<void> {
  const asked = { id: setupId, sessionId: actor.sessionId, buildingId };
  const stopped = await dropSetupOf(services.db, asked);
  if (stopped !== undefined && stopped.controllerId !== null) {
    await letReaderGo(services, hub, { doorId: stopped.doorId, controllerId: stopped.controllerId });
  }
}

/** A card was read at a reader that was set up: told to who asked, if they may still know it, and once. */
export async function tellTag(
  services: Services,
  buildingId: string,
  read: { setupId: string; doorId: string; tag: string },
): Promise<void> {
  const { db, clock, gate, live } = services;
  const setup = await takeSetup(db, { id: read.setupId, doorId: read.doorId, buildingId }, clock.now());
  const actor = setup && (await gate.actorOfSession(setup.sessionId));
  if (!setup || !actor || !may(actor, "buildings.administer", { buildingId })) {
    return;
  }
  // A device that lost its line meanwhile is back under another name, in the same session.
  const ofSession = session(setup.sessionId);
  const isThere = await live.includes(ofSession, setup.socketId);
  live.tell(isThere ? device(setup.socketId) : ofSession, "read_tag", normalTag(read.tag) ?? read.tag);
}
