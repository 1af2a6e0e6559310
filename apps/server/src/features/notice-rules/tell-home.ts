import type { NoticeKind } from "@umbral/contract/notice-rules/notice-rules.contract";
import { isNews, isWanted, NOTICE_MS } from "@umbral/contract/notice-rules/wanted";
import type { Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { clockOf, homesWithDoor } from "../access-control/index.ts";
import { writeToMany } from "../notifications/notifications.service.ts";
import type { PushKind } from "../notifications/push-kinds.ts";
import type { WhoHears } from "../passes/pass-news.ts";
import { arrivalWords, heldWords, type NoticeWords } from "./notice-words.ts";
import {
  countTold,
  findGuestRules,
  findPerimeterDoor,
  findPlace,
  findWhoAwaits,
  findWhoMindsDoors,
  type Hearer,
} from "./who-hears.queries.ts";

/*
 * What happened, told to who chose so: in the transaction in which it is written down, so that it is told once, whatever
 * dies. What each of these returns tells open screens, after the commit.
 */

type Telling = Promise<(() => void) | undefined>;

/** Their own card or PIN, or their press in the app. What others open for them says nothing of who came. */
const ownOrigins: ReadonlySet<string> = new Set(["CARD", "PIN", "APP"]);

/** A door opened for somebody. */
export interface Opened {
  id: string;
  buildingId: string;
  doorId: string;
  userId: string;
  origin: string;
  at: Date;
  /** They opened a common door just before: they come in by two, and are told of once. */
  wasJustHere: () => Promise<boolean>;
}

/** Somebody came home: those who live with them hear of it, whom they let. */
export async function tellArrival(services: Services, trx: Trx, opened: Opened): Telling {
  const { buildingId, doorId, userId, origin, at } = opened;
  const now = services.clock.now();
  if (!ownOrigins.has(origin) || !isNews(at, now)) {
    return undefined;
  }
  const awaiting = await findWhoAwaits(trx, { userId, buildingId, now });
  const [first] = awaiting;
  const place = first && (await findPerimeterDoor(trx, { id: doorId, buildingId }));
  const wanting = place ? wantedBy(awaiting, false, at, place.timeZone) : [];
  if (!place || wanting.length === 0 || (await opened.wasJustHere())) {
    return undefined;
  }
  return tell(services, trx, "arrivals", wanting, arrivalWords({ ...opened, name: first.name }, place), at);
}

/** A door that stays open. */
export interface HeldDoor {
  /** Of the one time that it stays open. */
  id: string;
  buildingId: string;
  doorId: string;
  door: string;
  at: Date;
}

/** A door stays open: those hear of it who chose so and on whose way home it is. */
export async function tellHeldDoor(services: Services, trx: Trx, held: HeldDoor): Telling {
  const { buildingId, doorId, at } = held;
  const now = services.clock.now();
  if (!isNews(at, now)) {
    return undefined;
  }
  const minding = await findWhoMindsDoors(trx, buildingId, now);
  const place = minding.length > 0 && (await findPlace(trx, buildingId));
  const wanting = place ? wantedBy(minding, false, at, place.timeZone) : [];
  if (!place || wanting.length === 0) {
    return undefined;
  }
  const homes = await homesWithDoor(trx, { buildingId, doorId, homes: wanting, now });
  return tell(
    services,
    trx,
    "doors",
    wanting.filter(({ apartmentId }) => homes.has(apartmentId)),
    heldWords(held, place),
    at,
  );
}

/**
 * Who of the hosts of a pass hears that somebody came by it. Of those who chose nothing all hear of the first, as always;
 * of whoever made it and lives elsewhere too.
 */
export const whoHearsOfGuests =
  ({ clock }: Pick<Services, "clock">): WhoHears =>
  async (trx, { people, apartmentId, isFirst, at, timeZone }) => {
    const now = clock.now();
    const rules = apartmentId === null ? [] : await findGuestRules(trx, { people, apartmentId, now });
    const wanting = wantedBy(rules, isFirst, at, timeZone);
    const told = await countTold(trx, "guests", wanting, now);
    const chose = new Set(rules.map(({ userId }) => userId));
    return people.filter((id) => (chose.has(id) ? told.has(id) : isFirst));
  };

const wantedBy = <H extends Hearer>(
  hearers: readonly H[],
  isFirst: boolean,
  at: Date,
  timeZone: string,
): H[] => {
  const moment = clockOf(timeZone).read(at);
  return hearers.filter((hearer) => isWanted(hearer, isFirst, moment));
};

const pushOf = { arrivals: "home-arrival", doors: "home-door" } as const satisfies Partial<
  Record<NoticeKind, PushKind>
>;

async function tell(
  services: Services,
  trx: Trx,
  kind: keyof typeof pushOf,
  hearers: readonly Hearer[],
  { subject, body, path, tag }: NoticeWords,
  at: Date,
): Telling {
  const told = await countTold(trx, kind, hearers, services.clock.now());
  const people = [...told].sort();
  if (people.length === 0) {
    return undefined;
  }
  await writeToMany(
    services,
    trx,
    { pushes: people, sms: [] },
    {
      push: pushOf[kind],
      subject,
      body,
      smsBody: "",
      data: { path, tag },
      expiresAt: new Date(at.getTime() + NOTICE_MS),
    },
  );
  return () => {
    services.wakeOutbox();
    services.live.tellPeople(people, "home_notice", { kind, title: subject, sentence: body });
  };
}
