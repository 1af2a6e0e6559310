import type { Services } from "../../platform/context.ts";
import type { LocalMonth } from "../../platform/local-month.ts";
import { findAbsencesOfMonth } from "./absences.queries.ts";

/** How often and how many minutes each controller was away in a month, up to now. */
export const absencesOfMonth = ({ db, clock }: Services, month: LocalMonth) =>
  findAbsencesOfMonth(db, month, clock.now());
