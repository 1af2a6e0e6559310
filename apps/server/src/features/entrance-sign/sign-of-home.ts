import type { Actor, Services } from "../../platform/context.ts";
import { Refused } from "../../platform/refused.ts";
import { writeAction } from "../audit/audit.service.ts";
import { findHomeAtSign, findOwnHome, findSign, setHome } from "./entrance-sign.queries.ts";

/** Whether the sign rings this home, for who is rung there. */
export async function readSignAtHome(
  services: Services,
  actor: Actor,
  apartmentId: string,
): Promise<{ rings: boolean; hasSign: boolean }> {
  const { buildingId } = await ownHome(services, actor, apartmentId);
  const [home, sign] = await Promise.all([
    findHomeAtSign(services.db, buildingId, apartmentId, services.clock.now()),
    findSign(services.db, { buildingId }),
  ]);
  return { rings: home?.offSince === null, hasSign: sign !== undefined };
}

/** Whoever rings by the sign is not told that this home wants none of it. */
export async function changeSignAtHome(
  services: Services,
  actor: Actor,
  { apartmentId, rings }: { apartmentId: string; rings: boolean },
): Promise<{ rings: boolean }> {
  const { buildingId } = await ownHome(services, actor, apartmentId);
  await services.db.transaction().execute(async (trx) => {
    if (await setHome(trx, { apartmentId, rings, at: services.clock.now() })) {
      await writeAction(services, trx, actor, {
        buildingId,
        action: "entrance-sign.home-changed",
        subjectId: apartmentId,
        detail: { rings },
      });
    }
  });
  return { rings };
}

/** @throws {Refused} NOT_FOUND for who is not rung there */
async function ownHome({ db, clock }: Services, actor: Actor, apartmentId: string) {
  const home = await findOwnHome(db, actor.id, apartmentId, clock.now());
  if (!home) {
    throw new Refused("NOT_FOUND");
  }
  return home;
}
