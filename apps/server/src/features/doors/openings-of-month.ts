import type { Services } from "../../platform/context.ts";
import type { LocalMonth } from "../../platform/local-month.ts";
import { countOpeningsOfMonth } from "./openings-of-month.queries.ts";

/** How often each door opened and how, and how many opened each day. */
export const openingsOfMonth = ({ db }: Services, month: LocalMonth) => countOpeningsOfMonth(db, month);
