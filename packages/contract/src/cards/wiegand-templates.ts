import type { LineForm } from "./wiegand-lines.ts";

/** A form of line that many boards have, with how one looks: facility 57, number 32768, of 26 bits. */
export interface LineTemplate {
  id: string;
  label: string;
  example: string;
  form: LineForm;
}

const plain = { prefix: "", bits: 26, order: "number" } as const;

/** Ready-made forms. docs/devices/wiegand-serial.md says of each what was tried. */
export const lineTemplates: readonly LineTemplate[] = [
  {
    id: "counted-hexadecimal",
    label: "Bits y trama en hexadecimal",
    example: "26:2730001",
    form: { ...plain, digits: "hexadecimal", hasParity: true, bits: "before" },
  },
  {
    id: "binary",
    label: "Trama en binario",
    example: "10011100110000000000000001",
    form: { ...plain, digits: "binary", hasParity: true },
  },
  {
    id: "bytes",
    label: "Trama en bytes hexadecimales, completados con ceros al final",
    example: "9C C0 00 40",
    form: { ...plain, digits: "hexadecimal", hasParity: true, order: "bytes" },
  },
  {
    id: "hexadecimal-26",
    label: "Número en hexadecimal, sin paridad (26 bits)",
    example: "398000",
    form: { ...plain, digits: "hexadecimal", hasParity: false },
  },
  {
    id: "hexadecimal-34",
    label: "Número en hexadecimal, sin paridad (34 bits)",
    example: "00398000",
    form: { ...plain, digits: "hexadecimal", hasParity: false, bits: 34 },
  },
  {
    id: "decimal-26",
    label: "Número en decimal, sin paridad (26 bits)",
    example: "0003768320",
    form: { ...plain, digits: "decimal", hasParity: false },
  },
  {
    id: "decimal-34",
    label: "Número en decimal, sin paridad (34 bits)",
    example: "0003768320",
    form: { ...plain, digits: "decimal", hasParity: false, bits: 34 },
  },
  {
    id: "facility-number",
    label: "Código de sitio y número, en decimal (26 bits)",
    example: "057,32768",
    form: { ...plain, digits: "facility-number", hasParity: false },
  },
];
