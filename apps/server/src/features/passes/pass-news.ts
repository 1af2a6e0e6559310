import type { Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { platformPeople } from "../../platform/live.ts";
import { writeToMany } from "../notifications/notifications.service.ts";
import { peopleWhoMay } from "../spaces/index.ts";
import {
  findExitToTell,
  findHosts,
  findWhose,
  markArrivalTold,
  markOverstayTold,
  type ToldPass,
} from "./pass-notices.queries.ts";
import { newsOf, type PassNews } from "./pass-words.ts";

/** What a controller tells long afterwards, because it was away, is in the list alone. */
const NEWS_MS = 3_600_000;

/** A pass is another one: its home hears of it, and whoever may let in at the building. After the commit. */
export async function tellOfPass(
  { db, clock, live }: Services,
  { id: passId, buildingId, apartmentId }: { id: string; buildingId: string; apartmentId: string | null },
): Promise<void> {
  const people = await peopleWhoMay(db, "passes.make", { buildingId, apartmentId }, clock.now());
  live.tellPeople(people, "passes:changed", { buildingId, apartmentId, passId });
  live.tell(platformPeople, "passes:changed", { buildingId, apartmentId, passId });
}

/**
 * Somebody came in or went out by a pass, at the desk or at a door: screens hear of it, and its host's devices of the
 * first arrival, and of exits where that was chosen. After the commit of the movement.
 */
export async function tellOfMovement(
  services: Services,
  { passId, kind }: { passId: string; kind: "in" | "out" },
): Promise<void> {
  const { db, clock } = services;
  const whose = await findWhose(db, passId);
  if (!whose) {
    return;
  }
  await tellOfPass(services, whose);
  await db.transaction().execute(async (trx) => {
    const told =
      kind === "in" ? await markArrivalTold(trx, passId, clock.now()) : await findExitToTell(trx, passId);
    if (told) {
      await writeNews(services, trx, kind === "in" ? "arrival" : "exit", told, told.lastMovementAt);
    }
  });
  services.wakeOutbox();
}

/** Somebody stays beyond their time: told once. */
export async function tellOfOverstay(services: Services, passId: string): Promise<void> {
  const { db, clock } = services;
  const told = await db.transaction().execute(async (trx) => {
    const marked = await markOverstayTold(trx, passId, clock.now());
    if (marked) {
      await writeNews(services, trx, "overstay", marked, clock.now());
    }
    return marked;
  });
  if (told) {
    services.wakeOutbox();
    await tellOfPass(services, told);
  }
}

async function writeNews(
  services: Services,
  trx: Trx,
  news: PassNews,
  pass: ToldPass,
  happenedAt: Date | null,
): Promise<void> {
  const now = services.clock.now();
  const at = happenedAt ?? now;
  const expiresAt = new Date(at.getTime() + NEWS_MS);
  if (expiresAt <= now) {
    return;
  }
  const place = { name: pass.building, timeZone: pass.timeZone };
  await writeToMany(
    services,
    trx,
    { pushes: await findHosts(trx, pass, now), sms: [] },
    { ...newsOf(news, { ...pass, at }, place), expiresAt },
  );
}
