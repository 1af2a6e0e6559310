import type { EntranceSign } from "@umbral/contract/entrance-sign/entrance-sign.contract";
import type { SignHours } from "@umbral/contract/entrance-sign/sign-page.contract";
import type { Actor, Services } from "../../platform/context.ts";
import { Refused } from "../../platform/refused.ts";
import { writeAction } from "../audit/audit.service.ts";
import {
  findBuildingName,
  findSign,
  lockBuildingOfSign,
  type SignRow,
  updateSign,
  upsertSign,
} from "./entrance-sign.queries.ts";
import { addressOfSign, sealedSecret } from "./sign-secret.ts";

/** A building's sign; null before one was made, and where its key was lost: then it is made anew. */
export async function readSignOf(
  services: Services,
  buildingId: string,
): Promise<{ buildingName: string; sign: EntranceSign | null }> {
  const building = await findBuildingName(services.db, buildingId);
  if (!building) {
    throw new Refused("NOT_FOUND");
  }
  const row = await findSign(services.db, { buildingId });
  const isReadable = row !== undefined && services.secrets.tryOpen(row.id, row.sealed) !== null;
  return { buildingName: building.name, sign: isReadable ? asSign(services, row) : null };
}

/** Makes a building's sign, or gives it another secret: what was printed before is dead at once. */
export async function renewSignOf(
  services: Services,
  actor: Actor,
  buildingId: string,
): Promise<{ sign: EntranceSign }> {
  const { db, clock, newId } = services;
  const row = await db.transaction().execute(async (trx) => {
    await lockBuildingOfSign(trx, buildingId);
    const before = await findSign(trx, { buildingId });
    const id = before?.id ?? newId();
    await upsertSign(trx, { id, buildingId, ...sealedSecret(services, id), at: clock.now() });
    await writeAction(services, trx, actor, {
      buildingId,
      action: before === undefined ? "entrance-sign.made" : "entrance-sign.renewed",
      subjectId: id,
    });
    return findSign(trx, { buildingId });
  });
  return { sign: asSign(services, mustBeMade(row)) };
}

/** @throws {Refused} SIGN_NOT_MADE */
export async function changeSignOf(
  services: Services,
  actor: Actor,
  buildingId: string,
  change: { isOn?: boolean | undefined; hours?: SignHours | undefined },
): Promise<{ sign: EntranceSign }> {
  const row = await services.db.transaction().execute(async (trx) => {
    await lockBuildingOfSign(trx, buildingId);
    const { id, isOn, from, to } = mustBeMade(await findSign(trx, { buildingId }));
    const after = { isOn: change.isOn ?? isOn, from: change.hours?.from ?? from, to: change.hours?.to ?? to };
    await updateSign(trx, id, after);
    await writeAction(services, trx, actor, {
      buildingId,
      action: "entrance-sign.changed",
      subjectId: id,
      detail: after,
    });
    return findSign(trx, { buildingId });
  });
  return { sign: asSign(services, mustBeMade(row)) };
}

function mustBeMade(row: SignRow | undefined): SignRow {
  if (!row) {
    throw new Refused("SIGN_NOT_MADE");
  }
  return row;
}

const asSign = (services: Services, row: SignRow): EntranceSign => ({
  isOn: row.isOn,
  hours: { from: row.from, to: row.to },
  address: addressOfSign(services, row),
  madeAt: row.madeAt.toISOString(),
});
