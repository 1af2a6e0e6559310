import type { Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { platformPeople } from "../../platform/live.ts";
import { writeToMany } from "../notifications/notifications.service.ts";
import { peopleWhoMay } from "../spaces/index.ts";
import {
  findEndedByThemselves,
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
 * Somebody came in or went out by a pass, at the desk or at a door: its host's devices hear of the first arrival, and of
 * exits where that was chosen. In the transaction of the movement.
 */
export async function writeMovementNews(
  services: Services,
  trx: Trx,
  { passId, kind }: { passId: string; kind: "in" | "out" },
): Promise<void> {
  const told =
    kind === "in"
      ? await markArrivalTold(trx, passId, services.clock.now())
      : await findExitToTell(trx, passId);
  if (told) {
    await writeNews(services, trx, kind === "in" ? "arrival" : "exit", told, told.lastMovementAt);
  }
}

/** Screens hear of it, and what was written to devices leaves. After the commit of the movement. */
export async function tellOfMovement(services: Services, passId: string): Promise<void> {
  services.wakeOutbox();
  const whose = await findWhose(services.db, passId);
  if (whose) {
    await tellOfPass(services, whose);
  }
}

/**
 * Some of these passes may have been taken back by the database itself, because a home was left or a role ended: screens
 * hear of those. After the commit.
 */
export async function tellOfEnded(services: Services, passIds: readonly string[]): Promise<void> {
  for (const pass of await findEndedByThemselves(services.db, passIds)) {
    await tellOfPass(services, pass);
  }
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
