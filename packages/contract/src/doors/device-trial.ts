import { z } from "zod";
import { personal } from "../lib/personal.ts";
import { ReaderState } from "./door-devices.ts";

/** What is tried of a door or of the building, besides relays, cameras and sirens, which are moved or looked through. */
export const TriedDevice = z.enum(["reader", "contact", "input"]);
export type TriedDevice = z.infer<typeof TriedDevice>;

/**
 * How a contact or an input is. `isOn`: the door is open, the button is pressed, the panel says fire. `away`: nobody knows,
 * for the reason that stands there in Spanish, as whoever wires it reads it.
 */
export const CircuitState = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("none") }),
  z.object({ outcome: z.literal("starting") }),
  z.object({ outcome: z.literal("known"), isOn: z.boolean(), since: z.iso.datetime() }),
  z.object({ outcome: z.literal("away"), why: z.string().max(300), since: z.iso.datetime() }),
]);
export type CircuitState = z.infer<typeof CircuitState>;

/** Digits of a card's number that are shown to who tries a reader. */
export const CARD_ENDING = 4;

/** What a reader read last: of a card the end of its number, of keys only that there were any. */
export const LastRead = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("card"), ending: personal("movement", z.string().max(CARD_ENDING)) }),
  z.object({ kind: z.literal("keys") }),
]);
export type LastRead = z.infer<typeof LastRead>;

const counted = {
  /** How often it read or changed since its controller took it into use: whoever tries it waits for another number. */
  count: z.number().int().nonnegative(),
};

/** How a device is now, and what it did last. The trial only watches: a card that is read decides as always. */
export const DeviceTrial = z.discriminatedUnion("device", [
  z.object({ device: z.literal("reader"), state: ReaderState, ...counted, last: LastRead.nullable() }),
  z.object({ device: z.literal("contact"), state: CircuitState, ...counted }),
  z.object({ device: z.literal("input"), state: CircuitState, ...counted }),
]);
export type DeviceTrial = z.infer<typeof DeviceTrial>;

/** How long whoever tries a device waits for it to read or change. */
export const DEVICE_TRIAL_MS = 30_000;
