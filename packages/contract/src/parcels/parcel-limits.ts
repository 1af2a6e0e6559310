/* What a screen counts with, and needs no schemas for. */

/** A code to collect parcels with is good for so long: enough to walk down to the lobby. */
export const PARCEL_CODE_MS = 10 * 60_000;

/** Handed over or given back at once. */
export const MOST_AT_ONCE = 30;
