import type { ControllerState } from "@umbral/contract/controllers/registering.contract";
import type { Actor, Services } from "../../platform/context.ts";
import { isDuplicate, type Trx } from "../../platform/database.ts";
import { Refused } from "../../platform/refused.ts";
import { tellOfBuilding } from "../spaces/index.ts";
import { comparisonOf } from "./access-comparison.ts";
import { configurationOf } from "./configurations.ts";
import type { ControllerHub } from "./controller-hub.ts";
import { findStates } from "./controller-states.queries.ts";
import {
  insertController,
  lockController,
  offerPairing,
  removeController,
  renameController,
} from "./controllers.queries.ts";
import { changeDevice } from "./device-changes.ts";
import { hashPairingCode, newPairingCode, PAIRING_MS, pairingOf } from "./pairing.ts";

interface Offered {
  controller: ControllerState;
  pairing: { code: string; expiresAt: string };
}

/** The building's controllers and how each of them is now. */
export async function readStates(
  services: Services,
  hub: ControllerHub,
  buildingId: string,
): Promise<{ controllers: ControllerState[] }> {
  const rows = await findStates(services.db, { buildingId });
  return { controllers: await Promise.all(rows.map((row) => asState(services, hub, row))) };
}

async function asState(services: Services, hub: ControllerHub, row: State): Promise<ControllerState> {
  const { status, statusAt, publicKey, pairingExpiresAt, secondSignIn } = row;
  const isPaired = publicKey !== null;
  const isExpired = pairingExpiresAt === null || pairingExpiresAt <= services.clock.now();
  const waits = isExpired ? "expired" : "waiting";
  const [isThere, wanted] = await Promise.all([
    hub.lines.isThere(row.id),
    isPaired ? configurationOf(services, row.id) : null,
  ]);
  return {
    id: row.id,
    name: row.name,
    state: isPaired ? (isThere ? "connected" : "away") : waits,
    doors: row.doors ?? [],
    cameras: row.cameras ?? [],
    hasSiren: row.hasSiren,
    isMain: row.isMain,
    version: row.version,
    lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
    pairingExpiresAt: isPaired ? null : (pairingExpiresAt?.toISOString() ?? null),
    secondSignIn,
    access: isPaired ? comparisonOf(row) : null,
    configuration: wanted && {
      state:
        row.configurationKept === null
          ? "none"
          : row.configurationKept === wanted.revision
            ? "same"
            : "other",
      kept: row.configurationKept,
      keptAt: row.configurationAt?.toISOString() ?? null,
      wanted: wanted.revision,
    },
    status: status && statusAt && { ...status, at: statusAt.toISOString() },
  };
}

type State = Awaited<ReturnType<typeof findStates>>[number];

/** @throws {Refused} CONTROLLER_REGISTERED when the building has one of that name, also when somebody was quicker */
export async function register(
  services: Services,
  hub: ControllerHub,
  actor: Actor,
  buildingId: string,
  name: string,
): Promise<Offered> {
  const offer = newOffer(services);
  const id = services.newId();
  await changeDevice(services, {
    actor,
    id,
    action: "controllers.registered",
    hold: () => ({ buildingId, before: {} }),
    async write(trx) {
      if (!(await insertController(trx, { id, buildingId, name, ...offer.kept }))) {
        throw new Refused("CONTROLLER_REGISTERED");
      }
    },
    after: () => ({ name, ...pairingOf(null) }),
    tell: () => tellOfBuilding(services, buildingId),
  });
  return shown(services, hub, id, offer);
}

/** A new code for a controller: whoever used its key is let go, and the key is not believed any more. */
export async function replace(
  services: Services,
  hub: ControllerHub,
  actor: Actor,
  id: string,
): Promise<Offered> {
  const offer = newOffer(services);
  await changeDevice(services, {
    actor,
    id,
    action: "controllers.replaced",
    hold: (trx) => lockKnown(trx, id),
    write: (trx, { buildingId }) => offerPairing(trx, { id, buildingId, ...offer.kept }),
    after: () => pairingOf(null),
    tell: () => hub.lines.dismiss(id),
  });
  return shown(services, hub, id, offer);
}

/** @throws {Refused} CONTROLLER_REGISTERED when another of the building has that name */
export async function rename(
  services: Services,
  hub: ControllerHub,
  actor: Actor,
  id: string,
  name: string,
): Promise<{ controller: ControllerState }> {
  await changeDevice(services, {
    actor,
    id,
    action: "controllers.renamed",
    hold: async (trx) => {
      const { name: before, buildingId } = await lockKnown(trx, id);
      return { buildingId, before: { name: before } };
    },
    write: (trx) => renameController(trx, id, name),
    after: () => ({ name }),
    tell: (buildingId) => tellOfBuilding(services, buildingId),
  }).catch((error: unknown) => {
    throw isDuplicate(error, "controllers_name") ? new Refused("CONTROLLER_REGISTERED") : error;
  });
  return { controller: await readOne(services, hub, id) };
}

/** Nobody tells any more how the doors of this controller are: what it last said of them is over. */
export type LettingGo = (trx: Trx, controllerId: string) => Promise<unknown>;

/** Takes the controller away: its doors are without one, and cannot be opened from here until they have another. */
export async function remove(
  services: Services,
  hub: ControllerHub,
  actor: Actor,
  id: string,
  letGo: LettingGo,
): Promise<{ ok: true }> {
  await changeDevice(services, {
    actor,
    id,
    action: "controllers.removed",
    hold: (trx) => lockKnown(trx, id),
    async write(trx) {
      await letGo(trx, id);
      await removeController(trx, id);
    },
    after: () => ({}),
    tell: (buildingId) => {
      hub.lines.dismiss(id);
      return tellOfBuilding(services, buildingId);
    },
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
  id: string,
  { code, kept }: Offer,
): Promise<Offered> {
  const controller = await readOne(services, hub, id);
  return { controller, pairing: { code, expiresAt: kept.expiresAt.toISOString() } };
}

async function readOne(services: Services, hub: ControllerHub, id: string): Promise<ControllerState> {
  const [row] = await findStates(services.db, { id });
  if (!row) {
    throw new Refused("NOT_FOUND");
  }
  return asState(services, hub, row);
}

async function lockKnown(trx: Trx, id: string) {
  const controller = await lockController(trx, id);
  if (!controller) {
    throw new Refused("NOT_FOUND");
  }
  return {
    name: controller.name,
    buildingId: controller.buildingId,
    before: pairingOf(controller.publicKey),
  };
}
