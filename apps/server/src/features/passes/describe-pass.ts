import {
  isOverstaying,
  type PassMoment,
  type PassTimes,
  type PassUse,
  passState,
} from "@umbral/contract/passes/pass-rules";
import type { Pass } from "@umbral/contract/passes/passes.contract";
import type { PassLife } from "./pass-rows.queries.ts";
import type { PassRow } from "./passes.queries.ts";

type Life = Pick<PassLife, "startsAt" | "endsAt" | "hours" | "entries" | "entered" | "left" | "takenBackAt">;

/** When it holds, as the rules ask it. */
export const timesOf = ({ startsAt, endsAt, hours }: Life): PassTimes => ({
  from: startsAt.getTime(),
  until: endsAt.getTime(),
  hours,
});

/** What was written down of it, likewise. */
export const useOf = ({ takenBackAt, entries, entered, left }: Life): PassUse => ({
  isTakenBack: takenBackAt !== null,
  entries,
  entered,
  left,
});

/** A pass as its host sees it at a moment. */
export function describePass(row: PassRow, at: PassMoment): Pass {
  const [times, use] = [timesOf(row), useOf(row)];
  const { apartmentId, apartmentName, madeBy, makerName } = row;
  return {
    id: row.id,
    buildingId: row.buildingId,
    apartment:
      apartmentId === null || apartmentName === null ? null : { id: apartmentId, name: apartmentName },
    madeAs: row.madeAs,
    madeBy: madeBy === null || makerName === null ? null : { id: madeBy, name: makerName },
    guest: guestOf(row),
    from: row.startsAt.toISOString(),
    until: row.endsAt.toISOString(),
    hours: row.hours,
    entries: row.entries,
    entered: row.entered,
    left: row.left,
    tellsExit: row.tellsExit,
    tellsOverstay: row.tellsOverstay,
    state: passState(times, use, at.now),
    isOverstaying: isOverstaying(times, use, at),
    lastMovementAt: row.lastMovementAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}

export const guestOf = (row: PassRow) => ({
  name: row.name,
  cedula: row.cedula ?? "",
  phone: row.phone ?? "",
  email: row.email ?? "",
  plate: row.plate ?? "",
  company: row.company ?? "",
});
