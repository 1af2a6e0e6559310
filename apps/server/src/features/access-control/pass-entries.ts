import type { AccessEntry } from "@umbral/contract/access-control/access-list";
import type { Trx } from "../../platform/database.ts";
import { findPresent } from "./access-list.queries.ts";
import { type Parts, underLock } from "./access-list.ts";
import { deleteGonePasses, findPassesInList, findPresentPasses, findWays } from "./pass-entries.queries.ts";
import { type PassForList, refusalsOf, typedDigits } from "./pass-source.ts";
import { type DoorToReach, findDoorsToReach } from "./reach.queries.ts";
import { type WantedEntries, want, wantPins } from "./wanted-entries.ts";

/** Passes whose entries are reckoned under one lock. */
const PASSES_AT_ONCE = 500;
/** A list remembers what is gone for so many of its changes. */
const GONE_KEPT = 10_000;

type Place = Pick<PassForList, "towerId" | "floorId">;

/** The doors of a building's own guests, who go to no home. */
const COMMON_WAY = "common";
const wayIdOf = ({ towerId, floorId }: Place): string =>
  towerId === null ? COMMON_WAY : `${towerId}:${floorId}`;
function placeOfWay(key: string): Place {
  const [, towerId = "", floorId = null] = key.split(":");
  return towerId === COMMON_WAY ? { towerId: null, floorId: null } : { towerId, floorId };
}

/** The doors of the way to a home: the perimeter is the common ones, or where there are none the first that there are. */
function wayTo(doors: readonly DoorToReach[], { towerId, floorId }: Place) {
  const rings = [
    doors.filter(({ scope }) => scope === "building"),
    doors.filter((door) => door.scope === "tower" && door.towerId === towerId),
    doors.filter((door) => door.scope === "floor" && door.floorId === floorId),
  ].filter((ring) => ring.length > 0);
  const [perimeter = [], ...inner] = rings.map((ring) => ring.map(({ id }) => id).sort());
  return { perimeter, inner: inner.flat().sort() };
}

/** A pass as controllers are told of it. */
function entryOfPass(pass: PassForList): Extract<AccessEntry, { kind: "pass" }> {
  return {
    kind: "pass",
    id: pass.id,
    digest: pass.digest,
    wayId: wayIdOf(pass),
    from: pass.startsAt.toISOString(),
    until: pass.endsAt.toISOString(),
    hours: pass.hours,
    entries: pass.entries,
    used: pass.entries === null ? 0 : pass.entered,
    enteredAt: pass.enteredAt?.toISOString() ?? null,
    decider: pass.controllerId,
  };
}

/**
 * Reckons anew what a building's list is to say of some passes, and writes what differs: one entry for one pass, however many
 * there are. The doors of a way are one entry for all who go it.
 * @returns whether anything differed
 */
export async function refreshPasses(
  parts: Parts,
  buildingId: string,
  passIds: readonly string[],
): Promise<boolean> {
  let hasChanged = false;
  for (let at = 0; at < passIds.length; at += PASSES_AT_ONCE) {
    const some = passIds.slice(at, at + PASSES_AT_ONCE);
    const refreshed = await underLock(parts, buildingId, (trx, now) =>
      compare(parts, trx, { buildingId, passIds: some, now }),
    );
    hasChanged ||= refreshed !== undefined && refreshed.before.number !== refreshed.after.number;
  }
  return hasChanged;
}

async function compare(
  parts: Parts,
  trx: Trx,
  asked: { buildingId: string; passIds: readonly string[]; now: Date },
) {
  const { buildingId, passIds, now } = asked;
  const refuse = refusalsOf(parts, buildingId);
  const living = await parts.passes.findLiving(trx, asked);
  const doors = living.length > 0 ? await findDoorsToReach(trx, buildingId) : [];
  const ofPasses: WantedEntries = new Map();
  for (const pass of living) {
    const wayKey = `way:${wayIdOf(pass)}`;
    if (!ofPasses.has(wayKey)) {
      want(ofPasses, { kind: "way", id: wayIdOf(pass), ...wayTo(doors, pass) }, refuse);
    }
    want(ofPasses, entryOfPass(pass), refuse, { passId: pass.id, wayKey });
  }
  // A keypad must know of a longer code before the first that is one.
  const wanted: WantedEntries = new Map();
  wantPins(wanted, await typedDigits(parts, trx, buildingId, now), refuse);
  return {
    wanted,
    present: await findPresent(trx, buildingId, { holderIds: [], keys: ["pins"] }),
    ofPasses: {
      wanted: ofPasses,
      present: await findPresentPasses(trx, buildingId, { passIds, keys: [...ofPasses.keys()] }),
    },
  };
}

/** Reckons anew which doors are on the ways of a building's passes. Ways that nobody goes any more are gone. */
export async function refreshWays(parts: Parts, buildingId: string): Promise<boolean> {
  const refuse = refusalsOf(parts, buildingId);
  const refreshed = await underLock(parts, buildingId, async (trx) => {
    const ways = await findWays(trx, buildingId);
    const doors = ways.length > 0 ? await findDoorsToReach(trx, buildingId) : [];
    const wanted: WantedEntries = new Map();
    for (const { key, isGone } of ways) {
      if (!isGone) {
        const place = placeOfWay(key);
        want(wanted, { kind: "way", id: wayIdOf(place), ...wayTo(doors, place) }, refuse);
      }
    }
    return { wanted: new Map(), present: [], ofPasses: { wanted, present: ways } };
  });
  return refreshed !== undefined && refreshed.before.number !== refreshed.after.number;
}

/** Reckons all passes of a building anew, some at a time. Those that are over for a day go. @param pause between two steps */
export async function refreshAllPasses(
  parts: Parts,
  buildingId: string,
  pause: () => Promise<void>,
): Promise<boolean> {
  const { db, clock, passes } = parts;
  const living = await passes.findLivingIds(db, buildingId, clock.now());
  const all = [...new Set([...living, ...(await findPassesInList(db, buildingId))])];
  let hasChanged = false;
  for (let at = 0; at < all.length; at += PASSES_AT_ONCE) {
    await pause();
    const isOther = await refreshPasses(parts, buildingId, all.slice(at, at + PASSES_AT_ONCE));
    hasChanged ||= isOther;
  }
  await deleteGonePasses(db, buildingId, GONE_KEPT);
  return hasChanged;
}
