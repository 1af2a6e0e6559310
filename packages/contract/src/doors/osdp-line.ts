/*
 * Where an OSDP reader is. No schema library here: a screen uses the same rules while somebody types.
 */

/** The speeds of OSDP lines. Readers come from their maker with the first. */
export const osdpSpeeds = [9600, 19_200, 38_400, 57_600, 115_200, 230_400] as const;
/** 127 is everybody on the line. */
export const LAST_OSDP_ADDRESS = 126;
/** A serial port of the controller, or a bridge that puts a line on the network. */
export const OSDP_LINE = /^(\/dev\/[\w./:-]{1,190}|tcp:\/\/([\w.-]{1,150}|\[[\da-fA-F:.]{2,45}\]):\d{1,5})$/;
