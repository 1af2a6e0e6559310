import {
  isOverstaying,
  type PassMoment,
  type PassTimes,
  type PassUse,
  passState,
} from "@umbral/contract/passes/pass-rules";
import type { Pass } from "@umbral/contract/passes/passes.contract";
import { named } from "../../platform/named.ts";
import type { KeptLife } from "./pass-columns.ts";
import type { PassRow } from "./passes.queries.ts";

type Life = Omit<KeptLife, "id" | "buildingId">;

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

/** A pass with its guest and its home, as both who made it and the desk read it. */
interface Described extends KeptLife {
  apartmentId: string | null;
  apartmentName: string | null;
  madeAs: Pass["madeAs"];
  cedula: string | null;
  phone: string | null;
  email: string | null;
  plate: string | null;
  company: string | null;
  lastMovementAt: Date | null;
  createdAt: Date;
}

/** When and how often somebody may come by a pass, and how that stands at a moment. */
export function standingOf(row: Life & { lastMovementAt: Date | null }, at: PassMoment) {
  const [times, use] = [timesOf(row), useOf(row)];
  return {
    from: row.startsAt.toISOString(),
    until: row.endsAt.toISOString(),
    hours: row.hours,
    entries: row.entries,
    entered: row.entered,
    left: row.left,
    state: passState(times, use, at.now),
    isOverstaying: isOverstaying(times, use, at),
    lastMovementAt: row.lastMovementAt?.toISOString() ?? null,
  };
}

/** What both who made it and the desk see of a pass at a moment. */
export const describeFor = (
  row: Described,
  { name, maker }: { name: string; maker: { id: string | null; name: string | null } },
  at: PassMoment,
) => ({
  id: row.id,
  buildingId: row.buildingId,
  apartment: named(row.apartmentId, row.apartmentName),
  madeAs: row.madeAs,
  madeBy: named(maker.id, maker.name),
  guest: guestOf(row, name),
  ...standingOf(row, at),
  createdAt: row.createdAt.toISOString(),
});

/** A pass as its host sees it at a moment. @param names of its list */
export const describePass = (row: PassRow, names: Pass["names"], at: PassMoment): Pass => ({
  ...describeFor(row, { name: row.name, maker: { id: row.madeBy, name: row.makerName } }, at),
  names,
  tellsExit: row.tellsExit,
  tellsOverstay: row.tellsOverstay,
});

export const guestOf = (
  row: Pick<Described, "cedula" | "phone" | "email" | "plate" | "company">,
  name: string,
) => ({
  name,
  cedula: row.cedula ?? "",
  phone: row.phone ?? "",
  email: row.email ?? "",
  plate: row.plate ?? "",
  company: row.company ?? "",
});
