import type { Buildings } from "@umbral/contract/lib/policy";
import type { Services } from "../../platform/context.ts";
import { countVisitsToday } from "./visits-today.queries.ts";

/** Visits that were let in today in these buildings, by the hour of their own day. */
export const visitsByHour = ({ db, clock }: Services, buildings: Buildings) =>
  countVisitsToday(db, buildings, clock.now());
