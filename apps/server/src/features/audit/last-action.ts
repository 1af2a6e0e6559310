import type { Db } from "../../platform/database.ts";
import { findLastAction } from "./last-action.queries.ts";

export interface LastAction {
  action: string;
  actorId: string | null;
  at: Date;
}

/** What was done to a thing last, and by whom: who takes something back has to be the last who did anything. */
export const lastActionOn = (db: Db, subjectId: string): Promise<LastAction | undefined> =>
  findLastAction(db, subjectId);
