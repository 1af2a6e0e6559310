import type { ComponentKind } from "@umbral/contract/system-state/system-state.contract";

/** How a component was found. */
export interface Reading {
  kind: ComponentKind;
  /** Of a controller or device; a word for a part of the server. */
  id: string;
  buildingId: string | null;
  name: string | null;
  /** Null where nobody can know now: what hangs on a controller that is away. */
  isWell: boolean | null;
  /** Since when, where whoever found it knows. */
  since: Date | null;
  figure: number | null;
}

/** What reads components: all that there is of its kinds, so that what it does not find is not there any more. */
export interface ComponentReader {
  kinds: readonly ComponentKind[];
  read: () => Promise<readonly Reading[]>;
}

/** What is kept of a component. */
export interface Kept {
  isWell: boolean;
  since: Date;
  noticedAt: Date | null;
}

/** What changed of a component that people are told of. */
export type News = Reading & Kept & { tell: "trouble" | "well" };

const MINUTE_MS = 60_000;

/** How long something may be away before people are told. */
const limits: Readonly<Record<ComponentKind, number>> = {
  controller: 5 * MINUTE_MS,
  "controller-disk": 5 * MINUTE_MS,
  "controller-clock": 15 * MINUTE_MS,
  "controller-list": 5 * MINUTE_MS,
  camera: 15 * MINUTE_MS,
  reader: 10 * MINUTE_MS,
  contact: 10 * MINUTE_MS,
  // Of a door that may stand open: as long as the switch that it hangs on takes to start.
  relay: 3 * MINUTE_MS,
  input: 10 * MINUTE_MS,
  facts: 0,
  "files-disk": MINUTE_MS,
  "files-store": MINUTE_MS,
  clock: MINUTE_MS,
  outbox: 0,
  backups: 0,
  job: 10 * MINUTE_MS,
  certificate: 0,
};

/** What blinks is not told of each time: that it is well again is told once it has stayed so. */
const STAYS_WELL_MS = MINUTE_MS;

/**
 * What is kept of a component after a look at it, and what people are told of it: once that it has been away for longer than
 * its limit, and once that it is back.
 */
export function judge(
  kept: Kept | undefined,
  reading: Pick<Reading, "kind" | "since"> & { isWell: boolean },
  now: Date,
): { kept: Kept; tell: "trouble" | "well" | null } {
  const { isWell } = reading;
  const begun = reading.since !== null && reading.since < now ? reading.since : now;
  // What was noted by a clock that was ahead would be told of when that day comes.
  const since = kept?.isWell === isWell && kept.since <= now ? kept.since : begun;
  const forMs = now.getTime() - since.getTime();
  const noticedAt = kept?.noticedAt ?? null;
  if (!isWell && noticedAt === null && forMs >= limits[reading.kind]) {
    return { kept: { isWell, since, noticedAt: now }, tell: "trouble" };
  }
  if (isWell && noticedAt !== null && forMs >= STAYS_WELL_MS) {
    return { kept: { isWell, since, noticedAt: null }, tell: "well" };
  }
  return { kept: { isWell, since, noticedAt }, tell: null };
}
