import type { PassRefusal } from "@umbral/contract/passes/pass-rules";
import type { Services } from "../../platform/context.ts";
import type { ControllerHub } from "../controllers/controller-hub.ts";
import { findNumbers } from "./passes-in-lists.queries.ts";

/** What the desk asks the controller that alone counts the entries of a pass. */
export interface AskedOfDecider {
  controllerId: string;
  passId: string;
  people: number;
  /** Names the press at the desk: asked again it is the first time again. */
  requestId: string;
}

/**
 * May so many more come in by a pass? What was granted is written down at the controller, and has to be written down here
 * under the same `requestId`. When the pass holds is for the caller to judge beforehand. Not to be asked under a lock: a
 * controller takes its time.
 * @returns `away` where no answer came: nobody comes in by it then, and the same request may be asked again
 */
export async function askDecider(
  { db }: Pick<Services, "db">,
  hub: Pick<ControllerHub, "enterByPass">,
  { controllerId, passId, people, requestId }: AskedOfDecider,
): Promise<"granted" | PassRefusal | "away"> {
  const pass = await findNumbers(db, passId);
  if (!pass || pass.isTakenBack) {
    return "taken-back";
  }
  if (pass.entries === null) {
    return "granted";
  }
  const numbers = { entries: pass.entries, used: pass.entered };
  const outcome = await hub.enterByPass(controllerId, { requestId, passId, people, ...numbers });
  return outcome === "granted" || outcome === "used-up" ? outcome : "away";
}
