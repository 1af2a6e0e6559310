/*
 * Where a reader's line is. No schema library here: a screen uses the same rules while somebody types.
 */

/** A serial port of the controller, or a bridge that puts a line on the network. */
export const SERIAL_LINE =
  /^(\/dev\/[\w./:-]{1,190}|tcp:\/\/([\w.-]{1,150}|\[[\da-fA-F:.]{2,45}\]):\d{1,5})$/;

/** The speeds of boards that print what a reader sends. */
export const serialSpeeds = [1200, 2400, 4800, 9600, 19_200, 38_400, 57_600, 115_200, 230_400] as const;
