import { isWithinDay } from "../lib/weekly-hours.ts";
import type { SignHours } from "./sign-page.contract.ts";

const DAY_MINUTES = 24 * 60;

/** Does the sign ring at this minute of the building's day? All day where both ends are the same. */
export const ringsAt = (hours: SignHours, minute: number): boolean =>
  isWithinDay(hours, minute) || isWithinDay(hours, minute + DAY_MINUTES);
