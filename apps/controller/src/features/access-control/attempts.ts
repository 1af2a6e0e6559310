import type { AccessEntry } from "@umbral/contract/access-control/access-list";
import type { Attempt, DoorMode, Reach, Span } from "@umbral/contract/access-control/decision";
import type { ScheduleHours } from "@umbral/contract/access-control/schedules";
import type { AccessList } from "./access-list.ts";

type List = Pick<AccessList, "find">;
type Credential = Extract<AccessEntry, { kind: "card" | "pin" }>;

/** What was held to a reader or typed there: a card's tag, or the digest of a code; null for one that no list can have. */
export type Held = { kind: "card"; key: string } | { kind: "pin"; key: string | null };

/** A schedule that the list names and does not have: nobody comes in by it. */
const NEVER: ScheduleHours = { hours: [], onHolidays: { kind: "closed" } };

/** What the list says of what is held to the reader of a door. */
export function readAttempt(
  list: List,
  doorId: string,
  { kind, key }: Held,
): { found: Credential | undefined; attempt: Attempt } {
  const found = key === null ? undefined : list.find(kind, key);
  const holder = found && list.find("holder", found.holderId);
  const attempt: Attempt = {
    doorId,
    credential: found && { kind, state: found.state, ...spanOf(found) },
    isHolderSuspended: holder?.isSuspended ?? false,
    reaches: (holder?.areas ?? []).flatMap((place) => {
      const area = list.find("area", place.areaId);
      return area ? [reachOf(list, area, spanOf(place))] : [];
    }),
    mode: readMode(list, doorId),
  };
  return { found, attempt };
}

function reachOf(list: List, area: Extract<AccessEntry, { kind: "area" }>, span: Span): Reach {
  const { levelId, doorIds, scheduleId, passesLocked, outlastsServer } = area;
  const schedule = scheduleId === null ? null : (list.find("schedule", scheduleId) ?? NEVER);
  return { ...span, levelId, doors: new Set(doorIds), schedule, passesLocked, outlastsServer };
}

/** What the list says of a door's mode. Hours that it names and does not have free nothing. */
export function readMode(list: List, doorId: string): DoorMode {
  const door = list.find("door", doorId);
  const freeHours = door?.freeScheduleId ? list.find("schedule", door.freeScheduleId) : undefined;
  return {
    lockedUntil: momentOf(door?.lockedUntil ?? null),
    freeUntil: momentOf(door?.freeUntil ?? null),
    freeHours: freeHours ?? null,
  };
}

const spanOf = ({ from, until }: { from: string | null; until: string | null }): Span => ({
  from: momentOf(from),
  until: momentOf(until),
});

const momentOf = (iso: string | null): number | null => (iso === null ? null : Date.parse(iso));
