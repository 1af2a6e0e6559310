import type { KeptAccess } from "@umbral/contract/access-control/access-list";
import type { AccessComparison, ControllerState } from "@umbral/contract/controllers/registering.contract";
import type { Actor, Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { Refused } from "../../platform/refused.ts";
import type { ControllerHub } from "./controller-hub.ts";
import {
  findState,
  insertController,
  lockController,
  offerPairing,
  removeController,
} from "./controllers.queries.ts";
import { changeDevice } from "./device-changes.ts";
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
      access: isPaired ? comparisonOf(row) : null,
      status: status && statusAt && { ...status, at: statusAt.toISOString() },
    },
  };
}

type State = NonNullable<Awaited<ReturnType<typeof findState>>>;

/** By number and digest: of the same ones the same entries. */
function comparisonOf({
  accessKept: kept,
  accessAt,
  listChangedAt,
  ...head
}: State): AccessComparison | null {
  const { epoch, number, digest } = head;
  if (epoch === null || number === null || digest === null || listChangedAt === null) {
    return null;
  }
  const wanted = { epoch, number, digest };
  return {
    state: kept ? howItCompares(kept, wanted) : "none",
    kept,
    keptAt: accessAt?.toISOString() ?? null,
    wanted,
    wantedSince: listChangedAt.toISOString(),
  };
}

function howItCompares(kept: KeptAccess, wanted: KeptAccess): AccessComparison["state"] {
  if (kept.epoch !== wanted.epoch || kept.number > wanted.number) {
    return "other";
  }
  if (kept.number < wanted.number) {
    return "behind";
  }
  return kept.digest === wanted.digest ? "same" : "other";
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
  await changeDevice(services, {
    actor,
    id,
    action: "controllers.registered",
    hold: () => ({ buildingId, before: {} }),
    async write(trx) {
      if (!(await insertController(trx, { id, buildingId, ...offer.kept }))) {
        throw new Refused("CONTROLLER_REGISTERED");
      }
    },
    after: () => pairingOf(null),
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
  const known = await changeDevice(services, {
    actor,
    id,
    action: "controllers.replaced",
    hold: (trx) => lockKnown(trx, id),
    write: (trx, { buildingId }) => offerPairing(trx, { id, buildingId, ...offer.kept }),
    after: () => pairingOf(null),
    tell: (buildingId) => hub.dismiss(buildingId),
  });
  return shown(services, hub, known.buildingId, offer);
}

/** Takes the controller away: its doors cannot be opened from here until there is another. */
export async function remove(
  services: Services,
  hub: ControllerHub,
  actor: Actor,
  id: string,
): Promise<{ ok: true }> {
  await changeDevice(services, {
    actor,
    id,
    action: "controllers.removed",
    hold: (trx) => lockKnown(trx, id),
    write: (trx) => removeController(trx, id),
    after: () => ({}),
    tell: (buildingId) => hub.dismiss(buildingId),
  });
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
  return { buildingId: controller.buildingId, before: pairingOf(controller.publicKey) };
}
