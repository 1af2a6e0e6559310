import type { Services } from "../../platform/context.ts";
import type { LocalMonth } from "../../platform/local-month.ts";
import { countEntriesOfMonth } from "./entries-of-month.queries.ts";

/** How many people came in by passes, each day. */
export const entriesOfMonth = ({ db }: Services, month: LocalMonth) => countEntriesOfMonth(db, month);
