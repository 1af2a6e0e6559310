import type { Buildings } from "@umbral/contract/lib/policy";
import type { Services } from "../../platform/context.ts";
import { countEntriesToday } from "./entries-today.queries.ts";

/** People who came in by passes today in these buildings, by the hour of their own day. */
export const entriesByHour = ({ db, clock }: Services, buildings: Buildings) =>
  countEntriesToday(db, buildings, clock.now());
