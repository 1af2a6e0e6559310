import type { RelayDriver } from "@umbral/contract/doors/door-devices";
import { FIRST_GPIO_CHIP } from "@umbral/contract/doors/gpio-line";
import { addressMistake, addressSentences, schemesOf } from "@umbral/contract/lib/device-address";
import { fieldSentences } from "../../lib/sentences.ts";
import { type Errors, required } from "../../ui/useForm.ts";
import { chipError, lineError } from "./gpio-values.ts";

/** A relay as a form holds it. */
export interface RelayValues extends Record<string, unknown> {
  relayKind: string;
  openAddress: string;
  closeAddress: string;
  relayMethod: string;
  relayBody: string;
  relayOkText: string;
  relayAuth: string;
  /** Of its certificate; empty for one that some authority signed. */
  relayCertificate: string;
  relayChip: string;
  relayLine: string;
  /** `high` or `low`: the level that moves it. */
  relayLevel: string;
}

export function relayValuesOf(relay: RelayDriver | null): RelayValues {
  const http = relay?.kind === "http" ? relay : null;
  const gpio = relay?.kind === "gpio" ? relay : null;
  return {
    relayKind: relay?.kind ?? "none",
    openAddress: http?.openAddress ?? "",
    closeAddress: http?.closeAddress ?? "",
    relayMethod: http?.method ?? "GET",
    relayBody: http?.body ?? "",
    relayOkText: http?.okText ?? "",
    relayAuth: http?.auth ?? "login",
    relayCertificate: http?.certificate ?? "",
    relayChip: gpio?.chip ?? FIRST_GPIO_CHIP,
    relayLine: gpio === null ? "" : String(gpio.line),
    relayLevel: gpio?.activeLow === true ? "low" : "high",
  };
}

/** What the form says of a relay; null for none. */
export function relayOf(given: RelayValues): RelayDriver | null {
  const { relayKind, openAddress, closeAddress, relayMethod, relayBody, relayOkText, relayCertificate } =
    given;
  if (relayKind === "http") {
    const [close, body, okText] = [closeAddress.trim(), relayBody.trim(), relayOkText.trim()];
    return {
      kind: "http",
      openAddress: openAddress.trim(),
      closeAddress: close === "" ? null : close,
      // What is as always is not said.
      ...(relayMethod === "POST" || relayMethod === "PUT" ? { method: relayMethod } : {}),
      ...(body === "" || relayMethod === "GET" ? {} : { body }),
      ...(okText === "" ? {} : { okText }),
      ...(given.relayAuth === "bearer" ? { auth: "bearer" as const } : {}),
      ...(relayCertificate === "" ? {} : { certificate: relayCertificate }),
    };
  }
  if (relayKind === "gpio") {
    const { relayChip, relayLine, relayLevel } = given;
    return { kind: "gpio", chip: relayChip.trim(), line: Number(relayLine), activeLow: relayLevel === "low" };
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

export function relayErrors({
  relayKind,
  openAddress,
  closeAddress,
  relayChip,
  relayLine,
}: RelayValues): Errors<RelayValues> {
  switch (relayKind) {
    case "http":
      return {
        openAddress: required(openAddress, fieldSentences.required) ?? addressError(openAddress),
        closeAddress: addressError(closeAddress),
      };
    case "gpio":
      return { relayChip: chipError(relayChip), relayLine: lineError(relayLine) };
    default:
      return {};
  }
}
