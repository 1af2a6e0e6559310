/*
 * Where an OSDP reader is. No schema library here: a screen uses the same rules while somebody types.
 */

/** The speeds of OSDP lines. Readers come from their maker with the first. */
export const osdpSpeeds = [9600, 19_200, 38_400, 57_600, 115_200, 230_400] as const;
/** 127 is everybody on the line. */
export const LAST_OSDP_ADDRESS = 126;
