import type { Buildings } from "@umbral/contract/lib/policy";
import type { Services } from "../../platform/context.ts";
import { countOpeningsToday } from "./openings-today.queries.ts";

/** Doors that opened today in these buildings, by the hour of their own day. */
export const openingsByHour = ({ db, clock }: Services, buildings: Buildings) =>
  countOpeningsToday(db, buildings, clock.now());
