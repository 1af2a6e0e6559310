import type { RelayDriver } from "@umbral/contract/doors/door-devices";
import { addressMistake, addressSentences, schemesOf } from "@umbral/contract/lib/device-address";
import { fieldSentences } from "../../lib/sentences.ts";
import { type Errors, required } from "../../ui/useForm.ts";

/** A relay as a form holds it. */
export interface RelayValues extends Record<string, unknown> {
  relayKind: string;
  openAddress: string;
  closeAddress: string;
}

export const relayValuesOf = (relay: RelayDriver | null): RelayValues => ({
  relayKind: relay?.kind ?? "none",
  openAddress: relay?.kind === "http" ? relay.openAddress : "",
  closeAddress: relay?.kind === "http" ? (relay.closeAddress ?? "") : "",
});

/** What the form says of a relay; null for none. */
export function relayOf({ relayKind, openAddress, closeAddress }: RelayValues): RelayDriver | null {
  if (relayKind === "http") {
    const close = closeAddress.trim();
    return { kind: "http", openAddress: openAddress.trim(), closeAddress: close === "" ? null : close };
  }
  return relayKind === "simulated" ? { kind: "simulated" } : null;
}

/** What is wrong with the address of a device, in the form's words; `kind` says how it is spoken to. */
export function addressError(address: string, kind = "http"): string | undefined {
  const mistake = address.trim() === "" ? undefined : addressMistake(address.trim(), schemesOf(kind));
  if (mistake === "wrong-scheme") {
    return `* Escribe una dirección que empiece por ${kind === "rtsp" ? "rtsp://" : "http:// o https://"}`;
  }
  return mistake === undefined ? undefined : `* ${addressSentences[mistake]}`;
}

export const relayErrors = ({ relayKind, openAddress, closeAddress }: RelayValues): Errors<RelayValues> =>
  relayKind === "http"
    ? {
        openAddress: required(openAddress, fieldSentences.required) ?? addressError(openAddress),
        closeAddress: addressError(closeAddress),
      }
    : {};
