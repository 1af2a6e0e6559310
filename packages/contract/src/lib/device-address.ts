import { z } from "zod";

/** What a screen is shown, and sends back, in the place of a password that is kept. */
export const PASSWORD_MASK = "***";

/**
 * Why a text is no address of a device. Programs disagree on where the machine's name begins in some texts
 * (`http://a\@b`, `http://a@b@c`, a raw `#`): those are none, so that everybody reads the same machine.
 */
export type AddressMistake =
  | "wrong-scheme"
  | "odd-character"
  | "raw-at"
  | "raw-hash"
  | "raw-slash"
  | "raw-percent"
  | "no-address";

export const addressSentences: Readonly<Record<AddressMistake, string>> = {
  "wrong-scheme": "La dirección no empieza como debe",
  "odd-character":
    "La dirección tiene un espacio o una barra invertida (\\): en la contraseña se escriben %20 y %5C",
  "raw-at": "Si el usuario o la contraseña tienen un @, escríbelo %40",
  "raw-hash": "Si la contraseña tiene un #, escríbelo %23; fuera de ella la dirección no lleva #",
  "raw-slash": "Si la contraseña tiene / o ?, escríbelos %2F y %3F",
  "raw-percent": "Si la contraseña tiene un %, escríbelo %25",
  "no-address": "La dirección no se entiende: revisa la máquina y el puerto",
};

/** The first thing that is wrong with a device's address; undefined when nothing is. */
export function addressMistake(text: string, schemes: readonly string[]): AddressMistake | undefined {
  const [, scheme = "", rest = ""] = /^([a-z]+):\/\/(.*)$/isu.exec(text) ?? [];
  if (!schemes.includes(scheme.toLowerCase())) {
    return "wrong-scheme";
  }
  if (/[\s\\\p{Cc}]/u.test(rest)) {
    return "odd-character";
  }
  if (rest.includes("#")) {
    return "raw-hash";
  }
  const [, authority = "", beyond = ""] = /^([^/?]*)(.*)$/su.exec(rest) ?? [];
  const [login, ...machines] = authority.split("@");
  if (machines.length > 1) {
    return "raw-at";
  }
  if (machines.length === 0 && beyond.includes("@") && /:(?!\d*$)/.test(authority)) {
    return "raw-slash";
  }
  if (machines.length === 1 && !isEscaped(login ?? "")) {
    return "raw-percent";
  }
  const isNamed = /^[^:]/.test(machines[0] ?? login ?? "");
  return isNamed && z.url().safeParse(text).success ? undefined : "no-address";
}

/** Is every `%` the beginning of a character that exists? */
function isEscaped(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

const LONGEST_ADDRESS = 500;
const HTTP = ["http", "https"] as const;
const RTSP = ["rtsp", "rtsps"] as const;

/** The schemes of what speaks HTTP, and of a camera that speaks RTSP. */
export const schemesOf = (kind: string): readonly string[] => (kind === "rtsp" ? RTSP : HTTP);

/** What has addresses: a camera's source, a relay, a contact. */
type Device = { kind: string } & Partial<
  Record<"address" | "openAddress" | "closeAddress", string | null | undefined>
>;

/** Refuses a device that somebody typed with an address that is none. */
export function refineAddresses(device: Device, context: z.RefinementCtx): void {
  for (const property of ["address", "openAddress", "closeAddress"] as const) {
    const text = device[property];
    if (typeof text !== "string") {
      continue;
    }
    const mistake = addressMistake(text, schemesOf(device.kind));
    if (mistake !== undefined || text.length > LONGEST_ADDRESS) {
      const message = mistake === undefined ? "La dirección es demasiado larga" : addressSentences[mistake];
      context.addIssue({ code: "custom", path: [property], message });
    }
  }
}
