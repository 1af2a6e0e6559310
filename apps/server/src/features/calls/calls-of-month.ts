import type { Services } from "../../platform/context.ts";
import type { LocalMonth } from "../../platform/local-month.ts";
import { countRingingsOfMonth } from "./calls-of-month.queries.ts";

/** Ringings by where they went: answered by somebody, or by nobody. */
export const ringingsOfMonth = ({ db }: Services, month: LocalMonth) => countRingingsOfMonth(db, month);
