import type { CardReader } from "@umbral/contract/doors/door-devices";
import { LAST_OSDP_ADDRESS, OSDP_LINE, osdpSpeeds } from "@umbral/contract/doors/osdp-line";
import type { Errors } from "../../ui/useForm.ts";

/** A card reader as its form holds it. */
export interface ReaderValues {
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

const [FIRST_SPEED] = osdpSpeeds;

export function readerValuesOf(reader: CardReader | null): ReaderValues {
  const osdp = reader?.kind === "osdp" ? reader : null;
  return {
    readerKind: reader?.kind ?? "none",
    readerHasKeypad: reader?.hasKeypad === true,
    readerDevice: reader?.kind === "keyboard-wedge" ? reader.device : "",
    readerLine: osdp?.line ?? "",
    readerBaud: String(osdp?.baud ?? FIRST_SPEED),
    readerAddress: String(osdp?.address ?? 0),
    readerIsSecure: osdp === null || osdp.pairing !== null,
    readerPairing: osdp?.pairing ?? "",
    readerPairsAnew: false,
  };
}

export function readerErrors(
  given: ReaderValues,
): Errors<Pick<ReaderValues, "readerDevice" | "readerLine" | "readerAddress">> {
  if (given.readerKind === "keyboard-wedge") {
    const isDevice = /^\/dev\/input\/[\w./:-]+$/.test(given.readerDevice.trim());
    return { readerDevice: isDevice ? undefined : "* Empieza por /dev/input/" };
  }
  if (given.readerKind !== "osdp") {
    return {};
  }
  const address = given.readerAddress.trim();
  return {
    readerLine: OSDP_LINE.test(given.readerLine.trim())
      ? undefined
      : "* Escribe /dev/… o tcp://equipo:puerto",
    readerAddress:
      /^\d{1,3}$/.test(address) && Number(address) <= LAST_OSDP_ADDRESS ? undefined : "* Escribe de 0 a 126",
  };
}

export function readerOf(given: ReaderValues): CardReader | null {
  const keypad = given.readerHasKeypad ? { hasKeypad: true } : {};
  switch (given.readerKind) {
    case "keyboard-wedge":
      return { kind: "keyboard-wedge", device: given.readerDevice.trim(), ...keypad };
    case "osdp":
      return {
        kind: "osdp",
        line: given.readerLine.trim(),
        baud: osdpSpeeds.find((speed) => String(speed) === given.readerBaud) ?? FIRST_SPEED,
        address: Number(given.readerAddress),
        pairing: given.readerIsSecure ? pairingOf(given) : null,
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
