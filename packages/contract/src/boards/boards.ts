import { z } from "zod";
import { BOARD_DOORS, BOARD_HOST, LAST_BOARD_SERIAL } from "./uhppote-place.ts";

/** A door of a UHPPOTE board: what hangs there is moved and read by the board. */
export const uhppoteDoor = {
  host: z.string().regex(BOARD_HOST, "debe ser la dirección IP de la placa, con :puerto si no es 60000"),
  serial: z.number().int().min(1).max(LAST_BOARD_SERIAL),
  door: z.literal(BOARD_DOORS),
};

/** How a door's board is, beside its reader. */
export const BoardState = z.object({
  /** Who lets in now: the controller, or the board by its own list. */
  decides: z.enum(["controller", "board"]),
  /** Cards on the board's own list; null while it has not been read. */
  cards: z.number().int().nullable(),
  /** How many of them should be there. */
  cardsExpected: z.number().int().nullable(),
  /** Cards that such a board cannot hold: their number is not one of 26 or 34 bits, or two share it. */
  cardsLeftOut: z.number().int(),
  /** Events that the board wrote over before they were fetched. */
  eventsLost: z.number().int(),
});
export type BoardState = z.infer<typeof BoardState>;
