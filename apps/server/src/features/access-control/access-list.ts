import { combineDigests, type KeptAccess, NO_ENTRIES } from "@umbral/contract/access-control/access-list";
import { LocalClock } from "@umbral/contract/lib/weekly-hours";
import type { Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import {
  findBuilding,
  findHeldCards,
  findPeopleOf,
  findPresent,
  findPresentOfBuilding,
  findSchedules,
  insertHead,
  type ListHead,
  lockHead,
  type PresentEntry,
  updateHead,
  type WrittenEntry,
  writeEntries,
} from "./access-list.queries.ts";
import { holidaysOf } from "./holidays.ts";
import { writePassEntries } from "./pass-entries.queries.ts";
import { type PassSource, refusalsOf, typedDigits } from "./pass-source.ts";
import { findHeldPins, removePinsOfGone } from "./pins.queries.ts";
import { findDoorsToReach } from "./reach.queries.ts";
import { accessOf } from "./reach.ts";
import { NOBODYS, type WantedEntries, want, wantPeople, wantPins } from "./wanted-entries.ts";

/** What lists are made of, and with; `program` is which one writes them. */
export type Parts = Pick<Services, "db" | "clock" | "log"> & { passes: PassSource; program: string };

/** People whose entries are reckoned under one lock: tens of milliseconds. */
const PEOPLE_AT_ONCE = 500;
/** Holidays are told for so many months from today: a controller without the server knows them for as long. */
const HOLIDAY_MONTHS = 13;

/** What became of a list. */
interface Refreshed {
  /** As it was under the lock, before anything was written. */
  before: KeptAccess;
  after: KeptAccess;
}

/**
 * Reckons anew what a building's list is to say of some people, and writes what differs, each with the next number. It
 * touches no others, however many there are.
 * @returns whether anything differed
 */
export async function refreshPeople(
  parts: Parts,
  buildingId: string,
  userIds: readonly string[],
): Promise<boolean> {
  let hasChanged = false;
  for (let at = 0; at < userIds.length; at += PEOPLE_AT_ONCE) {
    const some = userIds.slice(at, at + PEOPLE_AT_ONCE);
    const refreshed = await refreshSome(parts, buildingId, some);
    hasChanged ||= refreshed !== undefined && refreshed.before.number !== refreshed.after.number;
  }
  return hasChanged;
}

function refreshSome(
  parts: Parts,
  buildingId: string,
  userIds: readonly string[],
  seenAreas?: Set<string>,
): Promise<Refreshed | undefined> {
  return underLock(parts, buildingId, async (trx, now) => {
    const asked = { buildingId, userIds, now };
    await removePinsOfGone(trx, asked);
    const held = { cards: await findHeldCards(trx, asked), pins: await findHeldPins(trx, asked) };
    const [reachOf, refuse] = [await accessOf(trx, asked), refusalsOf(parts, buildingId)];
    const wanted: WantedEntries = new Map();
    wantPeople(wanted, held, reachOf, refuse);
    if (held.pins.length > 0) {
      wantPins(wanted, await typedDigits(parts, trx, buildingId, now), refuse);
    }
    const areas = [...wanted.keys()].filter(isArea);
    for (const area of areas) {
      seenAreas?.add(area);
    }
    const present = await findPresent(trx, buildingId, { holderIds: userIds, keys: [...wanted.keys()] });
    return { wanted, present };
  });
}

const isArea = (key: string): boolean => key.startsWith("area:");

/**
 * Reckons a building's whole list anew, a few hundred people at a time: whoever is taken away in between is not held up.
 * @param pause between two steps
 * @returns whether anything differed
 */
export async function refreshBuilding(
  parts: Parts,
  buildingId: string,
  pause: () => Promise<void>,
): Promise<boolean> {
  const { db, clock } = parts;
  const building = await findBuilding(db, buildingId);
  if (!building) {
    return false;
  }
  const first = await underLock(parts, buildingId, async (trx, now) => ({
    wanted: await wantedOfBuilding(parts, trx, { buildingId, ...building, now }),
    present: await findPresentOfBuilding(trx, buildingId, "others"),
  }));
  if (!first) {
    return false;
  }
  let last = first.after;
  let isAlone = true;
  const seenAreas = new Set<string>();
  const people = await findPeopleOf(db, buildingId, clock.now());
  for (let at = 0; at < people.length; at += PEOPLE_AT_ONCE) {
    await pause();
    const some = people.slice(at, at + PEOPLE_AT_ONCE);
    const refreshed = await refreshSome(parts, buildingId, some, seenAreas);
    isAlone &&= refreshed?.before.number === last.number;
    last = refreshed?.after ?? last;
  }
  const cleared = await underLock(parts, buildingId, async (trx, _now, head) => {
    // Somebody may have been given one of them meanwhile: then it waits for the next time.
    const areas =
      isAlone && head.number === last.number ? await findPresentOfBuilding(trx, buildingId, "areas") : [];
    return { wanted: new Map(), present: areas.filter(({ key }) => !seenAreas.has(key)) };
  });
  return (cleared?.after ?? last).number !== first.before.number;
}

async function wantedOfBuilding(
  parts: Parts,
  trx: Trx,
  building: { buildingId: string; offlineDays: number; timeZone: string; now: Date },
): Promise<WantedEntries> {
  const { buildingId, offlineDays, timeZone, now } = building;
  const wanted: WantedEntries = new Map();
  const refuse = refusalsOf(parts, buildingId);
  want(wanted, { kind: "building", offlineDays }, refuse);
  wantPins(wanted, await typedDigits(parts, trx, buildingId, now), refuse);
  for (const schedule of await findSchedules(trx, buildingId)) {
    want(wanted, { kind: "schedule", ...schedule }, refuse);
  }
  const stillOn = (until: Date | null) => (until !== null && until > now ? until.toISOString() : null);
  for (const { id, freeScheduleId, ...door } of await findDoorsToReach(trx, buildingId)) {
    const mode = {
      lockedUntil: stillOn(door.lockedUntil),
      freeUntil: stillOn(door.freeUntil),
      freeScheduleId,
    };
    if (Object.values(mode).some((value) => value !== null)) {
      want(wanted, { kind: "door", id, ...mode }, refuse);
    }
  }
  const clock = new LocalClock(timeZone);
  const end = new Date(now);
  end.setUTCMonth(end.getUTCMonth() + HOLIDAY_MONTHS);
  // Yesterday's too: its hours may go on beyond midnight.
  const yesterday = new Date(now.getTime() - 24 * 3_600_000);
  const days = [clock.read(yesterday).day, clock.read(end).day] as const;
  for (const { day } of await holidaysOf(trx, buildingId, ...days)) {
    want(wanted, { kind: "holiday", day }, refuse);
  }
  return wanted;
}

export interface Compared {
  wanted: WantedEntries;
  present: readonly PresentEntry[];
}
/** Passes and their ways are compared by themselves: not every controller is told of them. */
type ComparedLists = Compared & { ofPasses?: Compared };
const NOTHING: Compared = { wanted: new Map(), present: [] };

/**
 * One step: what is wanted is reckoned while nobody else writes this list, and what differs is written.
 * @returns undefined for a building that is gone
 */
export function underLock(
  parts: Parts,
  buildingId: string,
  reckon: (trx: Trx, now: Date, head: KeptAccess) => Promise<ComparedLists>,
): Promise<Refreshed | undefined> {
  const { db, clock, program } = parts;
  return db.transaction().execute(async (trx) => {
    const now = clock.now();
    const before = (await lockHead(trx, buildingId)) ?? (await beginList(parts, trx, buildingId, now));
    if (!before) {
      return undefined;
    }
    const { ofPasses = NOTHING, ...ofAll } = await reckon(trx, now, before);
    const all = differencesOf(before, ofAll);
    const passes = differencesOf({ ...all.after, digest: before.passDigest }, ofPasses);
    const { number, digest: passDigest } = passes.after;
    if (number !== before.number) {
      await writeEntries(trx, buildingId, all.entries);
      await writePassEntries(trx, buildingId, passes.entries);
      await updateHead(trx, buildingId, { ...all.after, number, passDigest }, { at: now, program });
    }
    return { before, after: { ...all.after, number } };
  });
}

async function beginList(
  { program }: Parts,
  trx: Trx,
  buildingId: string,
  now: Date,
): Promise<ListHead | undefined> {
  const head = { epoch: now.getTime(), number: 0, digest: NO_ENTRIES };
  await insertHead(trx, buildingId, head, { at: now, program });
  return lockHead(trx, buildingId);
}

/** What of the present is other than it is wanted: the gone first, so that a tag that is another's is not refused. */
function differencesOf(
  head: KeptAccess,
  { wanted, present }: Compared,
): { entries: WrittenEntry[]; after: KeptAccess } {
  let { number, digest } = head;
  const digests = new Map(present.map((entry) => [entry.key, entry.digest]));
  const entries: WrittenEntry[] = [];
  const next = (entry: Omit<WrittenEntry, "number">) => {
    number += 1;
    entries.push({ number, ...entry });
  };
  for (const [key, before] of digests) {
    if (!wanted.has(key)) {
      digest = combineDigests(digest, before);
      next({ key, body: null, digest: null, ...NOBODYS });
    }
  }
  for (const [key, entry] of wanted) {
    const before = digests.get(key);
    if (before !== entry.digest) {
      digest = combineDigests(before === undefined ? digest : combineDigests(digest, before), entry.digest);
      next({ key, ...entry });
    }
  }
  return { entries, after: { epoch: head.epoch, number, digest } };
}
