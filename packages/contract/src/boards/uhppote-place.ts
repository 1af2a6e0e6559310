/*
 * Where a UHPPOTE board is. No schema library here: a screen uses the same while somebody types.
 */

/** Its IPv4 address on the controller's isolated network, with `:port` where that is not 60000. */
export const BOARD_HOST =
  /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!:|$)|(?=:|$))){4}(?::(?:[1-9]\d{0,3}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d\d|655[0-2]\d|6553[0-5]))?$/;
/** Printed on the board. */
export const LAST_BOARD_SERIAL = 0xffff_ffff;
export const BOARD_DOORS = [1, 2, 3, 4] as const;
