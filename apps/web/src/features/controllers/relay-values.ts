import type { RelayDriver } from "@umbral/contract/controllers/controllers.contract";
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

const notAnAddress = "* Escribe una dirección que empiece por http:// o https://";
export const addressError = (address: string): string | undefined =>
  address.trim() !== "" && !/^https?:\/\/[^\s/]+/.test(address.trim()) ? notAnAddress : undefined;

export const relayErrors = ({ relayKind, openAddress, closeAddress }: RelayValues): Errors<RelayValues> =>
  relayKind === "http"
    ? {
        openAddress: required(openAddress, fieldSentences.required) ?? addressError(openAddress),
        closeAddress: addressError(closeAddress),
      }
    : {};
