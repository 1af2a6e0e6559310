import type { Services } from "../../platform/context.ts";
import { forgetVisitors } from "./entrance-sign.queries.ts";

/** So long a browser that nobody opens the page in is known: what a home blocked, or rang too often, is until then. */
const BROWSER_KEPT_MS = 90 * 24 * 3_600_000;

/** Lets go what is kept of browsers in which a sign's page was opened. That somebody rang, and when, stays. */
export async function tidySignVisitors({ db, clock }: Services): Promise<void> {
  await forgetVisitors(db, new Date(clock.now().getTime() - BROWSER_KEPT_MS));
}
