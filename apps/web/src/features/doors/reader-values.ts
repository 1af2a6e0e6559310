import { type CardReader, hasKeypad } from "@umbral/contract/doors/door-devices";
import { LAST_OSDP_ADDRESS, osdpSpeeds } from "@umbral/contract/doors/osdp-line";
import { SERIAL_LINE, serialSpeeds } from "@umbral/contract/doors/serial-line";
import type { Errors } from "../../ui/useForm.ts";
import { lineFormOf, type WiegandValues, wiegandErrors, wiegandValuesOf } from "./wiegand-values.ts";

/** A card reader as its form holds it. */
export interface ReaderValues extends WiegandValues {
  readerKind: string;
  readerHasKeypad: boolean;
  readerDevice: string;
  readerLine: string;
  readerBaud: string;
  readerAddress: string;
  readerIsSecure: boolean;
  /** Names the key that the controller keeps for it; empty while it has none. */
  readerPairing: string;
  readerPairsAnew: boolean;
}

/** Boards and readers come from their maker with it. */
const FIRST_SPEED = 9600;

export function readerValuesOf(reader: CardReader | null): ReaderValues {
  const osdp = reader?.kind === "osdp" ? reader : null;
  const wiegand = reader?.kind === "wiegand-serial" ? reader : null;
  const serial = osdp ?? wiegand;
  return {
    readerKind: reader?.kind ?? "none",
    readerHasKeypad: reader !== null && hasKeypad(reader),
    readerDevice: reader?.kind === "keyboard-wedge" ? reader.device : "",
    readerLine: serial?.line ?? "",
    readerBaud: String(serial?.baud ?? FIRST_SPEED),
    readerAddress: String(osdp?.address ?? 0),
    readerIsSecure: osdp === null || osdp.pairing !== null,
    readerPairing: osdp?.pairing ?? "",
    readerPairsAnew: false,
    ...wiegandValuesOf(wiegand?.lines ?? null),
  };
}

export function readerErrors(
  given: ReaderValues,
): Errors<
  Pick<ReaderValues, "readerDevice" | "readerLine" | "readerAddress" | "readerPrefix" | "readerBits">
> {
  const readerLine = SERIAL_LINE.test(given.readerLine.trim())
    ? undefined
    : "* Escribe /dev/… o tcp://equipo:puerto";
  switch (given.readerKind) {
    case "keyboard-wedge": {
      const isDevice = /^\/dev\/input\/[\w./:-]+$/.test(given.readerDevice.trim());
      return { readerDevice: isDevice ? undefined : "* Empieza por /dev/input/" };
    }
    case "osdp": {
      const address = given.readerAddress.trim();
      const isAddress = /^\d{1,3}$/.test(address) && Number(address) <= LAST_OSDP_ADDRESS;
      return { readerLine, readerAddress: isAddress ? undefined : "* Escribe de 0 a 126" };
    }
    case "wiegand-serial":
      return { readerLine, ...wiegandErrors(given) };
    default:
      return {};
  }
}

export function readerOf(given: ReaderValues): CardReader | null {
  const keypad = given.readerHasKeypad ? { hasKeypad: true } : {};
  switch (given.readerKind) {
    case "keyboard-wedge":
      return { kind: "keyboard-wedge", device: given.readerDevice.trim() };
    case "osdp":
      return {
        kind: "osdp",
        line: given.readerLine.trim(),
        baud: osdpSpeeds.find((speed) => String(speed) === given.readerBaud) ?? FIRST_SPEED,
        address: Number(given.readerAddress),
        pairing: given.readerIsSecure ? pairingOf(given) : null,
        ...keypad,
      };
    case "wiegand-serial":
      return {
        kind: "wiegand-serial",
        line: given.readerLine.trim(),
        baud: serialSpeeds.find((speed) => String(speed) === given.readerBaud) ?? FIRST_SPEED,
        lines: lineFormOf(given),
        ...keypad,
      };
    case "simulated":
      return { kind: "simulated", ...keypad };
    default:
      return null;
  }
}

/** A name for a key that the controller is to make. */
const pairingOf = ({ readerPairing, readerPairsAnew }: ReaderValues): string =>
  readerPairing === "" || readerPairsAnew ? crypto.randomUUID() : readerPairing;
