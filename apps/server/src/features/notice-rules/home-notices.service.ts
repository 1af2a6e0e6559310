import { type HomeNotices, NoticeRule } from "@umbral/contract/notice-rules/notice-rules.contract";
import { takeAttempt } from "../../platform/attempts.queries.ts";
import type { Actor, Services } from "../../platform/context.ts";
import type { Db, Trx } from "../../platform/database.ts";
import { Refused } from "../../platform/refused.ts";
import { writeToMany } from "../notifications/notifications.service.ts";
import {
  decideWatch,
  deleteOfEndedStays,
  deleteWatch,
  findOwnHome,
  findPeopleOfHome,
  findResidents,
  findRules,
  findWatchers,
  insertWatch,
  type OwnHome,
  type PersonOfHome,
  upsertRule,
} from "./notice-rules.queries.ts";
import { askedWords } from "./notice-words.ts";

/** What holds until somebody chooses: of a guest the home always heard once. */
const usual: readonly NoticeRule[] = [
  { kind: "arrivals", tells: "every", hours: [] },
  { kind: "guests", tells: "first", hours: [] },
  { kind: "doors", tells: "no", hours: [] },
];

/** In 15 minutes: enough for a family, too few to wear somebody down. */
const ASKED_AT_MOST = 10;
/** A question waits for so long on a device; in the app it stands until it is answered. */
const ASKING_MS = 24 * 3_600_000;

/** @throws {Refused} NOTICES_FOR_RESIDENTS */
export async function readHomeNoticesOf(
  services: Services,
  actor: Actor,
  apartmentId: string,
): Promise<HomeNotices> {
  return describe(services, actor, await ownHome(services, services.db, actor, apartmentId));
}

/** @throws {Refused} NOTICES_FOR_RESIDENTS */
export async function changeNoticeRuleOf(
  services: Services,
  actor: Actor,
  apartmentId: string,
  rule: NoticeRule,
): Promise<HomeNotices> {
  const home = await services.db.transaction().execute(async (trx) => {
    const own = await ownHome(services, trx, actor, apartmentId);
    await upsertRule(trx, own, rule);
    return own;
  });
  return describe(services, actor, home);
}

/**
 * Somebody asks to be told when another of their home comes, or no more. Nobody is told before whoever it is about said
 * yes; for who has no account a leader of the home says it.
 * @throws {Refused} NOTICES_FOR_RESIDENTS, PERSON_NOT_OF_HOME, ARRIVALS_NOT_ALLOWED, TOO_OFTEN
 */
export async function watchArrivalsOf(
  services: Services,
  actor: Actor,
  { apartmentId, personId, wants }: { apartmentId: string; personId: string; wants: boolean },
): Promise<HomeNotices> {
  const { db, clock } = services;
  const now = clock.now();
  if (wants) {
    const retryAfter = await takeAttempt(db, [{ subject: ["arrivals", actor.id], most: ASKED_AT_MOST }], now);
    if (retryAfter > 0) {
      throw new Refused("TOO_OFTEN", { retryAfter });
    }
  }
  const home = await db.transaction().execute(async (trx) => {
    const own = await ownHome(services, trx, actor, apartmentId);
    const [watched] = await findPeopleOfHome(trx, own, now, personId);
    if (!watched) {
      throw new Refused("PERSON_NOT_OF_HOME");
    }
    if (wants) {
      await askToWatch(services, trx, actor, own, watched);
    } else {
      await deleteWatch(trx, own, personId);
    }
    return own;
  });
  await tellHome(services, apartmentId);
  return describe(services, actor, home);
}

async function askToWatch(
  services: Services,
  trx: Trx,
  actor: Actor,
  home: OwnHome,
  watched: PersonOfHome,
): Promise<void> {
  const now = services.clock.now();
  const decides = !watched.hasAccount && isLeaderOf(actor, home.apartmentId);
  if (watched.state === "refused" && !decides) {
    throw new Refused("ARRIVALS_NOT_ALLOWED");
  }
  const decided = decides
    ? ({ state: "allowed", by: actor.id, at: now } as const)
    : ({ state: "asked", by: null, at: now } as const);
  const isNew = await insertWatch(trx, home, watched, decided);
  const rules = await findRules(trx, home.spaceId);
  if (!rules.some(({ kind }) => kind === "arrivals")) {
    await upsertRule(trx, home, { kind: "arrivals", tells: "every", hours: [] });
  }
  if (!isNew || decides) {
    return;
  }
  const deciders = watched.hasAccount
    ? [watched.id]
    : await findResidents(trx, home.apartmentId, now, "RESIDENTE_LIDER");
  const { subject, body, path, tag } = askedWords(
    { watcher: home.name, of: watched.hasAccount ? null : watched.name },
    `${actor.id}-${watched.id}`,
  );
  await writeToMany(
    services,
    trx,
    { pushes: deciders, sms: [] },
    {
      push: "arrivals-asked",
      subject,
      body,
      smsBody: "",
      data: { path, tag },
      expiresAt: new Date(now.getTime() + ASKING_MS),
    },
  );
}

/**
 * A yes or a no to who wants to know. It may be another one at any time, and holds from then on.
 * @throws {Refused} NOTICES_FOR_RESIDENTS, PERSON_NOT_OF_HOME
 */
export async function decideArrivalsOf(
  services: Services,
  actor: Actor,
  asked: { apartmentId: string; personId: string; watcherId: string; allows: boolean },
): Promise<HomeNotices> {
  const { apartmentId, ...decision } = asked;
  const home = await services.db.transaction().execute(async (trx) => {
    const own = await ownHome(services, trx, actor, apartmentId);
    const isLeader = isLeaderOf(actor, apartmentId);
    if (!(await decideWatch(trx, own, { ...decision, isLeader, now: services.clock.now() }))) {
      throw new Refused("PERSON_NOT_OF_HOME");
    }
    return own;
  });
  await tellHome(services, apartmentId);
  return describe(services, actor, home);
}

/** What was chosen in homes that were left is let go. It was told no more from the moment that they were. */
export const tidyNotices = ({ db, clock }: Services): Promise<void> => deleteOfEndedStays(db, clock.now());

async function ownHome({ clock }: Services, db: Db, actor: Actor, apartmentId: string): Promise<OwnHome> {
  const home = await findOwnHome(db, actor.id, apartmentId, clock.now());
  if (!home) {
    throw new Refused("NOTICES_FOR_RESIDENTS");
  }
  return home;
}

const isLeaderOf = ({ spaces }: Actor, apartmentId: string): boolean =>
  spaces.some((space) => space.apartmentId === apartmentId && space.role === "RESIDENTE_LIDER");

async function tellHome({ db, clock, live, wakeOutbox }: Services, apartmentId: string): Promise<void> {
  wakeOutbox();
  live.tellPeople(await findResidents(db, apartmentId, clock.now()), "notices:changed", { apartmentId });
}

async function describe({ db, clock }: Services, actor: Actor, home: OwnHome): Promise<HomeNotices> {
  const now = clock.now();
  const [chosen, people, watchers] = await Promise.all([
    findRules(db, home.spaceId),
    findPeopleOfHome(db, home, now),
    findWatchers(db, home, isLeaderOf(actor, home.apartmentId), now),
  ]);
  return {
    timeZone: home.timeZone,
    rules: usual.map((rule) =>
      NoticeRule.parse({ ...rule, ...chosen.find(({ kind }) => kind === rule.kind) }),
    ),
    people: people.map(({ id, name, hasAccount, state }) => ({ id, name, hasAccount, state })),
    watchers: watchers.map(({ watcherId, watcherName, ofId, ofName, state }) => ({
      watcher: { id: watcherId, name: watcherName },
      of: { id: ofId, name: ofName },
      isMe: ofId === actor.id,
      state,
    })),
  };
}
