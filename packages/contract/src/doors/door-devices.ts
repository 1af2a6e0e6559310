import { z } from "zod";
import { BoardState, uhppoteDoor } from "../boards/boards.ts";
import { bitCounts, bitOrders, FRAME_BITS, hasFacility, lineDigits } from "../cards/wiegand-lines.ts";
import { GPIO_CHIP, gpioBiases, LAST_GPIO_LINE } from "./gpio-line.ts";
import { LAST_OSDP_ADDRESS, osdpSpeeds } from "./osdp-line.ts";
import { SERIAL_LINE, serialSpeeds } from "./serial-line.ts";

/** How a device on the building's network is asked, and how it is believed and believes us. */
export const httpMeans = {
  /** GET where nothing is said. */
  method: z.enum(["GET", "POST", "PUT"]).optional(),
  /** Sent with it; no place for a password. */
  body: z.string().min(1).max(1000).optional(),
  /** `bearer`: the password in its address is a token. Else Basic or Digest, as the device asks. */
  auth: z.enum(["login", "bearer"]).optional(),
  /** SHA-256 of its certificate: this one is believed and no other, whoever signed it. */
  certificate: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
};
const HttpMeans = z.object(httpMeans);
export type HttpMeans = z.infer<typeof HttpMeans>;

/** A pin of the controller's own computer. `activeLow`: it is on while its voltage is low. */
const gpioLine = {
  chip: z.string().regex(GPIO_CHIP),
  line: z.number().int().min(0).max(LAST_GPIO_LINE),
  activeLow: z.boolean(),
};
/** A pin that a contact or a button hangs on; on means that its circuit is closed. */
export const GpioInput = z.object({
  kind: z.literal("gpio"),
  ...gpioLine,
  /** What holds it while the circuit is open. */
  bias: z.enum(gpioBiases),
});
export type GpioInput = z.infer<typeof GpioInput>;

/** How a relay is moved. */
export const RelayDriver = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("simulated") }),
  z.object({ kind: z.literal("gpio"), ...gpioLine }),
  z.object({
    kind: z.literal("http"),
    /** `{seconds}` in it is for how long it opens, for a device that times its own pulse. */
    openAddress: z.url(),
    closeAddress: z.url().nullable(),
    /** An answer that lacks it is no yes, whatever its status. */
    okText: z.string().min(1).max(120).optional(),
    ...httpMeans,
  }),
  z.object({ kind: z.literal("uhppote"), ...uhppoteDoor }),
]);
export type RelayDriver = z.infer<typeof RelayDriver>;

/** Stands in an address for how long its device opens. */
export const SECONDS = "{seconds}";

/**
 * Can this relay be held, so that its door is free for hours? One over HTTP only where its second address lets go and its first
 * one does not say for how long: else its device ends the pulse by itself. A UHPPOTE board never: it would hold on after its
 * controller is gone.
 * @param closes the second address closes the door instead
 */
export const canHold = (relay: RelayDriver, closes: boolean): boolean =>
  relay.kind === "simulated" ||
  relay.kind === "gpio" ||
  (relay.kind === "http" && !closes && relay.closeAddress !== null && !relay.openAddress.includes(SECONDS));

/** How it is known whether a door's leaf is open. */
export const DoorContact = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("simulated") }),
  /** `openIs`: the circuit while the leaf is open. */
  GpioInput.extend({ openIs: z.enum(["open", "closed"]) }),
  z.object({
    kind: z.literal("http"),
    /** Asked again and again; the contact's own device answers with its state. */
    address: z.url({ protocol: /^https?$/ }),
    everyMs: z.number().int().min(200).max(60_000),
    /** Text in the answer when the door is open, and when it is closed. */
    openText: z.string().min(1).max(120),
    closedText: z.string().min(1).max(120),
    ...httpMeans,
  }),
  z.object({ kind: z.literal("uhppote"), ...uhppoteDoor }),
]);
export type DoorContact = z.infer<typeof DoorContact>;
/** How long a door may stand open where nobody said otherwise. */
export const HELD_OPEN_AFTER_SECONDS = 30;
export const HeldOpenAfterSeconds = z.number().int().min(2).max(3600);

/** What any reader may have besides: keys on which a PIN is typed, or an eye that reads codes as QR. */
const besides = { hasKeypad: z.boolean().optional() };
const serialLine = z.string().regex(SERIAL_LINE, "debe empezar por /dev/ o ser tcp://equipo:puerto");

/** How a board writes down what a Wiegand reader sends: `LineForm` says what each means. */
const WiegandLines = z
  .object({
    prefix: z.string().regex(/^[!-~]{0,16}$/),
    digits: z.enum(lineDigits),
    hasParity: z.boolean(),
    bits: z.union([z.number().int().min(FRAME_BITS.least).max(FRAME_BITS.most), z.enum(bitCounts)]),
    order: z.enum(bitOrders),
  })
  .refine(
    ({ digits, hasParity, bits }) =>
      digits !== "facility-number" || (!hasParity && (typeof bits === "string" || hasFacility(bits))),
    "con código de sitio son 26, 34 o 37 bits, sin paridad",
  );

/**
 * How cards are read at a door. A keyboard-wedge is a reader that types: `device` is its Linux input device. It has no
 * keypad, whoever says so: a PIN that is typed there cannot be told from a card's number. Of an OSDP reader `pairing` names
 * the key that its controller makes and keeps for it; another pairing is another key, and null is a line that anybody on it
 * can read and speak on. `wiegand-serial` is a board that prints what a Wiegand reader sends, one line a frame, in a form
 * that its door says.
 */
export const CardReader = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("simulated"), ...besides }),
  z.object({
    kind: z.literal("keyboard-wedge"),
    device: z.string().regex(/^\/dev\/input\/[\w./:-]+$/),
  }),
  z.object({
    kind: z.literal("osdp"),
    line: serialLine,
    baud: z.literal(osdpSpeeds),
    address: z.number().int().min(0).max(LAST_OSDP_ADDRESS),
    pairing: z.uuid().nullable(),
    ...besides,
  }),
  z.object({
    kind: z.literal("wiegand-serial"),
    line: serialLine,
    baud: z.literal(serialSpeeds),
    lines: WiegandLines,
    ...besides,
  }),
  z.object({ kind: z.literal("uhppote"), ...uhppoteDoor, ...besides }),
]);
export type CardReader = z.infer<typeof CardReader>;

/** Can a PIN be typed at this reader? */
export const hasKeypad = (reader: CardReader): boolean =>
  reader.kind !== "keyboard-wedge" && reader.hasKeypad === true;

/**
 * How a door's reader is. `away`: nothing is heard of it, for the reason that stands there in Spanish, as whoever wires it
 * reads it. `isSecure`: whether nobody on its wires can read or speak for it; null where that is not known. `damage`: why
 * the last reading was no card, until the next one is.
 */
export const ReaderState = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("none") }),
  z.object({ outcome: z.literal("starting") }),
  z.object({
    outcome: z.literal("listening"),
    isSecure: z.boolean().nullable(),
    isTampered: z.boolean(),
    hasPower: z.boolean(),
    damage: z.string().max(300).optional(),
    /** Of a reader that hangs on a board. */
    board: BoardState.optional(),
  }),
  z.object({
    outcome: z.literal("away"),
    why: z.string().max(300),
    /** A controller of an earlier version does not say it. */
    since: z.iso.datetime().optional(),
  }),
]);
export type ReaderState = z.infer<typeof ReaderState>;
