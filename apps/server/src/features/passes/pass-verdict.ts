import { type PassRefusal, type PassTimes, passVerdict } from "@umbral/contract/passes/pass-rules";
import type { Services } from "../../platform/context.ts";
import { momentAt } from "../access-control/index.ts";
import { timesOf, useOf } from "./describe-pass.ts";

/** What is asked of a pass to know whether somebody comes in by it. */
export interface JudgedPass {
  buildingId: string;
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
  const moment = await momentAt(db, pass.buildingId, clock.now());
  if (!moment) {
    return "expired";
  }
  const verdict = passVerdict(timesOf(pass), useOf(pass), moment);
  return verdict.outcome === "refused" ? verdict.reason : null;
}
