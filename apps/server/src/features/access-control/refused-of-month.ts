import type { Services } from "../../platform/context.ts";
import type { LocalMonth } from "../../platform/local-month.ts";
import { countRefusedOfMonth } from "./refused-of-month.queries.ts";

/** Why cards and PINs were refused, and how many each day. */
export const refusedOfMonth = ({ db }: Services, month: LocalMonth) => countRefusedOfMonth(db, month);
