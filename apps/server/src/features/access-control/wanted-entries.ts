import { createHash } from "node:crypto";
import { AccessEntry, entryText, keyOfEntry } from "@umbral/contract/access-control/access-list";
import type { HeldCard } from "./access-list.queries.ts";
import type { HeldPin } from "./pins.queries.ts";
import type { AccessReach } from "./reach.ts";

/** An entry as a list is to have it. */
export interface WantedEntry {
  body: string;
  digest: string;
  holderId: string | null;
  cardId: string | null;
  /** Of an entry of a pass; and the way that it goes. */
  passId: string | null;
  wayKey: string | null;
}
export type WantedEntries = Map<string, WantedEntry>;

/**
 * Adds an entry to what is wanted. One that a controller would not understand is left out, and nobody comes in by it:
 * it must not keep the others from being told.
 */
export function want(
  wanted: WantedEntries,
  entry: AccessEntry,
  refuse: (entry: AccessEntry) => void,
  of: Partial<Omit<WantedEntry, "body" | "digest">> = {},
): void {
  const parsed = AccessEntry.safeParse(entry);
  if (!parsed.success) {
    refuse(entry);
    return;
  }
  const key = keyOfEntry(entry);
  const body = JSON.stringify(parsed.data);
  const digest = createHash("sha256").update(entryText(key, body)).digest("hex");
  wanted.set(key, { body, digest, ...NOBODYS, ...of });
}

/** An entry that is about no one thing or person. */
export const NOBODYS = { holderId: null, cardId: null, passId: null, wayKey: null };

const text = (moment: Date | null): string | null => moment?.toISOString() ?? null;

/** What is wanted of all that is typed together. @param digits of the longest; null without any */
export function wantPins(
  wanted: WantedEntries,
  digits: number | null,
  refuse: (entry: AccessEntry) => void,
): void {
  if (digits !== null) {
    want(wanted, { kind: "pins", digits }, refuse);
  }
}

/** What is wanted of some people: the doors that they reach, themselves, their cards and PINs. Doors come first. */
export function wantPeople(
  wanted: WantedEntries,
  { cards, pins }: { cards: readonly HeldCard[]; pins: readonly HeldPin[] },
  reachOf: ReadonlyMap<string, readonly AccessReach[]>,
  refuse: (entry: AccessEntry) => void,
): void {
  const held = cards.filter(({ userId, belongs }) => belongs || reachOf.has(userId));
  const holders = new Map([...held, ...pins].map(({ userId, isActive }) => [userId, isActive]));
  for (const userId of holders.keys()) {
    for (const { areaId: id, levelId, doorIds, scheduleId, ...reach } of reachOf.get(userId) ?? []) {
      const { passesLocked, outlastsServer } = reach;
      if (!wanted.has(`area:${id}`)) {
        const doors = { doorIds: [...doorIds].sort(), scheduleId, passesLocked, outlastsServer };
        want(wanted, { kind: "area", id, levelId, ...doors }, refuse);
      }
    }
  }
  for (const [id, isActive] of holders) {
    const areas = (reachOf.get(id) ?? []).map(({ areaId, from, until }) => ({
      areaId,
      from: text(from),
      until: text(until),
    }));
    areas.sort((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)));
    want(wanted, { kind: "holder", id, isSuspended: !isActive, areas }, refuse, { holderId: id });
  }
  for (const { userId: holderId, cardId, tag, from, until, ...how } of held) {
    const state = how.isLost ? "lost" : how.isCardActive ? "active" : "suspended";
    const span = { from: text(from), until: text(until) };
    want(wanted, { kind: "card", id: cardId, tag, holderId, state, ...span }, refuse, { holderId, cardId });
  }
  for (const { userId: holderId, pinId: id, digest, isSuspended, from, until } of pins) {
    const state = isSuspended ? "suspended" : "active";
    const span = { from: text(from), until: text(until) };
    want(wanted, { kind: "pin", id, digest, holderId, state, ...span }, refuse, { holderId });
  }
}
