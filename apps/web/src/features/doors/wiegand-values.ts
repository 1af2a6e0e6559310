import {
  bitCounts,
  bitOrders,
  FRAME_BITS,
  hasFacility,
  type LineForm,
  lineDigits,
  readingOf,
} from "@umbral/contract/cards/wiegand-lines";
import type { Errors } from "../../ui/useForm.ts";

/** The form of a Wiegand board's lines, as a door's form holds it. */
export interface WiegandValues {
  readerPrefix: string;
  readerDigits: string;
  readerHasParity: boolean;
  /** `fixed`, or where a line says how many they are. */
  readerBitsFrom: string;
  readerBits: string;
  readerOrder: string;
}

const SPOKEN: LineForm = {
  prefix: "",
  digits: "hexadecimal",
  hasParity: true,
  bits: "before",
  order: "number",
};
const FIXED_BITS = 26;

export function wiegandValuesOf(lines: LineForm | null): WiegandValues {
  const { prefix, digits, hasParity, bits, order } = lines ?? SPOKEN;
  return {
    readerPrefix: prefix,
    readerDigits: digits,
    readerHasParity: hasParity,
    readerBitsFrom: typeof bits === "number" ? "fixed" : bits,
    readerBits: String(typeof bits === "number" ? bits : FIXED_BITS),
    readerOrder: order,
  };
}

/** Of binary digits each is a bit: their number is not asked for. */
export const asksForBits = ({ readerDigits, readerBitsFrom }: WiegandValues): boolean =>
  readerDigits !== "binary" && readerBitsFrom === "fixed";

export function wiegandErrors(
  given: WiegandValues,
): Errors<Pick<WiegandValues, "readerPrefix" | "readerBits">> {
  return {
    readerPrefix: /^[!-~]*$/.test(given.readerPrefix.trim()) ? undefined : "* Sin espacios ni tildes",
    readerBits: asksForBits(given) ? bitsError(given) : undefined,
  };
}

function bitsError({ readerBits, readerDigits }: WiegandValues): string | undefined {
  const bits = /^\d{1,3}$/.test(readerBits.trim()) ? Number(readerBits) : Number.NaN;
  if (readerDigits === "facility-number") {
    return hasFacility(bits) ? undefined : "* Con código de sitio son 26, 34 o 37";
  }
  return bits >= FRAME_BITS.least && bits <= FRAME_BITS.most
    ? undefined
    : `* Escribe de ${FRAME_BITS.least} a ${FRAME_BITS.most}`;
}

export function lineFormOf(given: WiegandValues): LineForm {
  const digits = lineDigits.find((one) => one === given.readerDigits) ?? SPOKEN.digits;
  const written = asksForBits(given) ? Number(given.readerBits) : FIXED_BITS;
  return {
    prefix: given.readerPrefix.trim(),
    digits,
    hasParity: digits !== "facility-number" && given.readerHasParity,
    bits: bitCounts.find((one) => digits !== "binary" && one === given.readerBitsFrom) ?? written,
    order: bitOrders.find((one) => one === given.readerOrder) ?? "number",
  };
}

const damages = {
  form: "No se entiende: esa línea no tiene esta forma.",
  bits: "No es una tarjeta: no tiene esos bits.",
  parity: "No es una tarjeta: la paridad no coincide.",
} as const;

/** How the controller would read a line that somebody copied from the board. */
export function wordsOfSample(sample: string, given: WiegandValues, hasKeypad: boolean): string {
  if (Object.values(wiegandErrors(given)).some((error) => error !== undefined)) {
    return "Corrige primero los campos de arriba.";
  }
  const reading = readingOf(sample, lineFormOf(given), hasKeypad);
  switch (reading.kind) {
    case "card":
      return `Se lee como la tarjeta ${reading.tag}.`;
    case "keys":
      return `Se lee como la tecla ${reading.keys}.`;
    case "other":
      return "No tiene el prefijo: no se toma como lectura.";
    case "damaged":
      return damages[reading.why];
  }
}
