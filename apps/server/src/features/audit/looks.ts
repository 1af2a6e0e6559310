import type { Buildings } from "@umbral/contract/lib/policy";
import type { Db } from "../../platform/database.ts";
import { findLooks } from "./looks.queries.ts";

/** Who looked at somebody's pictures lately, or took all that is kept of them. */
export const looksAt = (
  db: Db,
  asked: { personId: string; buildings: Buildings; limit: number },
): Promise<{ at: Date; by: string; isTaken: boolean }[]> => findLooks(db, asked);
