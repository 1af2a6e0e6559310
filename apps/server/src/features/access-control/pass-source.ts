import type { AccessEntry } from "@umbral/contract/access-control/access-list";
import type { ScheduleHours } from "@umbral/contract/access-control/schedules";
import type { Services } from "../../platform/context.ts";
import type { Db } from "../../platform/database.ts";
import { longestPin } from "./pins.queries.ts";

/** A pass that a keypad may be asked for. */
export interface PassForList {
  id: string;
  /** Of its code, in hexadecimal. */
  digest: string;
  startsAt: Date;
  endsAt: Date;
  hours: ScheduleHours | null;
  entries: number | null;
  entered: number;
  /** When somebody last came in by it, where there is a number. */
  enteredAt: Date | null;
  controllerId: string | null;
  /** Of its home; null of both for a guest of the building's own. */
  towerId: string | null;
  floorId: string | null;
}

/** What lists have to know of passes, which are a later room's. */
export interface PassSource {
  /** Those of these that may be asked for. */
  findLiving(
    db: Db,
    asked: { buildingId: string; passIds: readonly string[]; now: Date },
  ): Promise<PassForList[]>;
  findLivingIds(db: Db, buildingId: string, now: Date): Promise<string[]>;
  /** Digits of the longest code; null without any. */
  longestCode(db: Db, buildingId: string, now: Date): Promise<number | null>;
}

/** Digits of whatever is the longest that may be typed in a building; null where there is nothing. */
export async function typedDigits(
  { passes }: { passes: PassSource },
  db: Db,
  buildingId: string,
  now: Date,
): Promise<number | null> {
  const longest = Math.max(
    (await longestPin(db, buildingId)) ?? 0,
    (await passes.longestCode(db, buildingId, now)) ?? 0,
  );
  return longest === 0 ? null : longest;
}

export const refusalsOf =
  ({ log }: Pick<Services, "log">, buildingId: string) =>
  (entry: AccessEntry): void =>
    log.error(
      { buildingId, kind: entry.kind, id: "id" in entry ? entry.id : undefined },
      "an entry that no list takes",
    );
