import type { Services } from "../../platform/context.ts";
import type { LocalMonth } from "../../platform/local-month.ts";
import { countVisitsOfMonth } from "./visits-of-month.queries.ts";

/** Codes that were asked for, visits that were let in, and how many each day. */
export const visitsOfMonth = ({ db }: Services, month: LocalMonth) => countVisitsOfMonth(db, month);
