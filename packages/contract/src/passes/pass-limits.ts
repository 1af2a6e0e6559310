/* How large a pass may be. Apart from its rules: a form asks this, and needs no schemas for it. */

/** Once, or some people once each, at the most. Null is any number of times. */
export const MOST_ENTRIES = 200;
/** Names in the list of a party at the most: a desk ticks them one by one. */
export const MOST_NAMES = 60;
/** A pass without hours of the week lasts so long at the most. */
export const LONGEST_WINDOW_DAYS = 30;
/** One with hours of the week, so long. */
export const LONGEST_RECURRING_DAYS = 366;
