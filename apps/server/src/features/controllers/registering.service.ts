import type { ControllerState } from "@umbral/contract/controllers/registering.contract";
import type { Actor, Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { Refused } from "../../platform/refused.ts";
import { changeOf, writeAuditLine } from "../audit/audit.service.ts";
import type { AuditLine } from "../audit/audit-line.ts";
import type { ControllerHub } from "./controller-hub.ts";
import {
  findState,
  insertController,
  lockController,
  offerPairing,
  removeController,
} from "./controllers.queries.ts";
import { hashPairingCode, newPairingCode, PAIRING_MS, pairingOf } from "./pairing.ts";

interface Offered {
  controller: ControllerState;
  pairing: { code: string; expiresAt: string };
}

/** The building's controller and how it is now. */
export async function readState(
  { db, clock }: Services,
  hub: ControllerHub,
  buildingId: string,
): Promise<{ controller: ControllerState | null }> {
  const row = await findState(db, buildingId);
  if (!row) {
    return { controller: null };
  }
  const { status, statusAt, publicKey, pairingExpiresAt, secondSignIn } = row;
  const isPaired = publicKey !== null;
  const isExpired = pairingExpiresAt === null || pairingExpiresAt <= clock.now();
  const waits = isExpired ? "expired" : "waiting";
  const lives = (await hub.isPresent(buildingId)) ? "connected" : "away";
  return {
    controller: {
      id: row.id,
      state: isPaired ? lives : waits,
      version: row.version,
      lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
      pairingExpiresAt: isPaired ? null : (pairingExpiresAt?.toISOString() ?? null),
      secondSignIn,
      status: status && statusAt && { ...status, at: statusAt.toISOString() },
    },
  };
}

/** @throws {Refused} CONTROLLER_REGISTERED when the building has one, also when somebody was quicker */
export async function register(
  services: Services,
  hub: ControllerHub,
  actor: Actor,
  buildingId: string,
): Promise<Offered> {
  const offer = newOffer(services);
  const id = services.newId();
  await services.db.transaction().execute(async (trx) => {
    if (!(await insertController(trx, { id, buildingId, ...offer.kept }))) {
      throw new Refused("CONTROLLER_REGISTERED");
    }
    await writeDown(services, trx, actor, {
      action: "controllers.registered",
      id,
      buildingId,
      change: changeOf(null, {}, pairingOf(null)),
    });
  });
  return shown(services, hub, buildingId, offer);
}

/** A new code for a controller: whoever used its key is let go, and the key is not believed any more. */
export async function replace(
  services: Services,
  hub: ControllerHub,
  actor: Actor,
  id: string,
): Promise<Offered> {
  const offer = newOffer(services);
  const buildingId = await services.db.transaction().execute(async (trx) => {
    const controller = await lockKnown(trx, id);
    await offerPairing(trx, { id, buildingId: controller.buildingId, ...offer.kept });
    await writeDown(services, trx, actor, {
      action: "controllers.replaced",
      id,
      buildingId: controller.buildingId,
      change: changeOf(null, pairingOf(controller.publicKey), pairingOf(null)),
    });
    return controller.buildingId;
  });
  hub.dismiss(buildingId);
  return shown(services, hub, buildingId, offer);
}

/** Takes the controller away: its doors cannot be opened from here until there is another. */
export async function remove(
  services: Services,
  hub: ControllerHub,
  actor: Actor,
  id: string,
): Promise<{ ok: true }> {
  const buildingId = await services.db.transaction().execute(async (trx) => {
    const controller = await lockKnown(trx, id);
    await removeController(trx, id);
    await writeDown(services, trx, actor, {
      action: "controllers.removed",
      id,
      buildingId: controller.buildingId,
      change: changeOf(null, pairingOf(controller.publicKey), {}),
    });
    return controller.buildingId;
  });
  hub.dismiss(buildingId);
  return { ok: true };
}

interface Offer {
  code: string;
  kept: { codeHash: Buffer; expiresAt: Date };
}

function newOffer({ clock }: Services): Offer {
  const code = newPairingCode();
  const expiresAt = new Date(clock.now().getTime() + PAIRING_MS);
  return { code, kept: { codeHash: hashPairingCode(code), expiresAt } };
}

async function shown(
  services: Services,
  hub: ControllerHub,
  buildingId: string,
  { code, kept }: Offer,
): Promise<Offered> {
  const { controller } = await readState(services, hub, buildingId);
  if (controller === null) {
    throw new Refused("NOT_FOUND");
  }
  return { controller, pairing: { code, expiresAt: kept.expiresAt.toISOString() } };
}

async function lockKnown(trx: Trx, id: string) {
  const controller = await lockController(trx, id);
  if (!controller) {
    throw new Refused("NOT_FOUND");
  }
  return controller;
}

function writeDown(
  { clock }: Services,
  trx: Trx,
  actor: Actor,
  { id, ...deed }: Pick<AuditLine, "action" | "change"> & { id: string; buildingId: string },
): Promise<void> {
  return writeAuditLine(trx, { ...deed, actorId: actor.id, subjectId: id, detail: {}, at: clock.now() });
}
