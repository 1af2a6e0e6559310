import type { Services } from "../../platform/context.ts";
import { letCodesGo } from "./visits.queries.ts";

/** A code can be shown again until its day is over; then neither it nor the browser that asked for it is kept. */
export const tidyVisitCodes = ({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> =>
  letCodesGo(db, clock.now());
