import { dayAfter, dayBefore, LocalClock } from "@umbral/contract/lib/weekly-hours";
import {
  type PassRefusal,
  type PassTimes,
  type PassUse,
  passVerdict,
} from "@umbral/contract/passes/pass-rules";
import type { Services } from "../../platform/context.ts";
import { holidaysOf } from "../access-control/index.ts";

/** What is asked of a pass to know whether somebody comes in by it. */
export interface JudgedPass {
  buildingId: string;
  timeZone: string;
  startsAt: Date;
  endsAt: Date;
  hours: PassTimes["hours"];
  entries: number | null;
  entered: number;
  left: number;
  takenBackAt: Date | null;
}

/** Why nobody comes in by it now; null when somebody does. */
export async function refusalOfPass(
  { db, clock }: Pick<Services, "db" | "clock">,
  pass: JudgedPass,
): Promise<PassRefusal | null> {
  const now = clock.now();
  const local = new LocalClock(pass.timeZone).read(now);
  const near = await holidaysOf(db, pass.buildingId, dayBefore(local).day, dayAfter(local).day);
  const times: PassTimes = {
    from: pass.startsAt.getTime(),
    until: pass.endsAt.getTime(),
    hours: pass.hours,
  };
  const use: PassUse = {
    isTakenBack: pass.takenBackAt !== null,
    entries: pass.entries,
    entered: pass.entered,
    left: pass.left,
  };
  const isHoliday = (day: string) => near.some((holiday) => holiday.day === day);
  const verdict = passVerdict(times, use, { now: now.getTime(), local, isHoliday });
  return verdict.outcome === "refused" ? verdict.reason : null;
}
