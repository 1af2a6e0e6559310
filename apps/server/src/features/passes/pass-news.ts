import type { Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { platformPeople } from "../../platform/live.ts";
import { writeToMany } from "../notifications/notifications.service.ts";
import { peopleWhoMay } from "../spaces/index.ts";
import {
  findEndedByThemselves,
  findHosts,
  findToldPass,
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

/** Who of a pass's hosts wants to hear that somebody came by it. The room of that choice says so. */
export type WhoHears = (
  trx: Trx,
  news: {
    people: readonly string[];
    apartmentId: string | null;
    isFirst: boolean;
    at: Date;
    timeZone: string;
  },
) => Promise<readonly string[]>;

/**
 * Somebody came in by a pass, at the desk or at a door: what its hosts are told is written with the movement itself, once
 * counted. Of the first arrival and of others, as each of them chose.
 * @returns tells screens, after the commit
 */
export async function writeArrival(
  services: Services,
  trx: Trx,
  passId: string,
  whoHears: WhoHears,
): Promise<() => void> {
  const first = await markArrivalTold(trx, passId, services.clock.now());
  const told = first ?? (await findToldPass(trx, passId));
  const tell = told && (await writeNews(services, trx, "arrival", told, { whoHears, isFirst: !!first }));
  return () => afterwards(services, passId, tell);
}

/** The same of an exit, of which hosts hear where that was chosen with the pass. */
export async function writeExit(services: Services, trx: Trx, passId: string): Promise<() => void> {
  const told = await findToldPass(trx, passId);
  const tell = told?.tellsExit ? await writeNews(services, trx, "exit", told) : undefined;
  return () => afterwards(services, passId, tell);
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

function afterwards(services: Services, passId: string, tell: (() => void) | undefined): void {
  tell?.();
  findWhose(services.db, passId)
    .then((whose) => whose && tellOfPass(services, whose))
    // What was not told is on their next look.
    .catch((error: unknown) =>
      services.log.error({ err: error, passId }, "a movement of a pass was not told"),
    );
}

/** Somebody stays beyond their time: told once. */
export async function tellOfOverstay(services: Services, passId: string): Promise<void> {
  const { db, clock } = services;
  const told = await db.transaction().execute(async (trx) => {
    const marked = await markOverstayTold(trx, passId, clock.now());
    return marked && { pass: marked, tell: await writeNews(services, trx, "overstay", marked) };
  });
  if (told) {
    told.tell?.();
    await tellOfPass(services, told.pass);
  }
}

async function writeNews(
  services: Services,
  trx: Trx,
  news: PassNews,
  pass: ToldPass,
  arrival?: { whoHears: WhoHears; isFirst: boolean },
): Promise<(() => void) | undefined> {
  const now = services.clock.now();
  const at = (news === "overstay" ? null : pass.lastMovementAt) ?? now;
  const expiresAt = new Date(at.getTime() + NEWS_MS);
  if (expiresAt <= now) {
    return undefined;
  }
  const { apartmentId, timeZone } = pass;
  const people = await findHosts(trx, pass, now);
  const hearing = arrival
    ? await arrival.whoHears(trx, { people, apartmentId, isFirst: arrival.isFirst, at, timeZone })
    : people;
  const words = newsOf(news, { ...pass, at }, { name: pass.building, timeZone });
  await writeToMany(services, trx, { pushes: hearing, sms: [] }, { ...words, expiresAt });
  const { subject: title, body } = words;
  return () => {
    services.wakeOutbox();
    services.live.tellPeople(hearing, "home_notice", { kind: "guests", title, sentence: body });
  };
}
