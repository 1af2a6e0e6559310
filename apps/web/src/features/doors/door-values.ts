import type { DoorFields, DoorSettings } from "@umbral/contract/doors/administering-doors.contract";
import { canClose } from "@umbral/contract/doors/doors.contract";
import { fieldSentences } from "../../lib/sentences.ts";
import { type Errors, required } from "../../ui/useForm.ts";
import {
  addressError,
  chipError,
  type GpioInputValues,
  gpioInputOf,
  gpioInputValuesOf,
  lineError,
  type MeansValues,
  meansErrors,
  meansOf,
  meansValuesOf,
  type RelayValues,
  relayErrors,
  relayOf,
  relayValuesOf,
} from "../controllers/index.ts";
import { type BoardValues, boardErrors, boardPlaceOf, boardValuesOf } from "./board-values.ts";
import { type ReaderValues, readerErrors, readerOf, readerValuesOf } from "./reader-values.ts";

/** A door as its form holds it: texts, and seconds where the controller counts milliseconds. */
export interface DoorValues extends RelayValues, ReaderValues, BoardValues, GpioInputValues, MeansValues {
  name: string;
  localId: string;
  floorId: string;
  scope: string;
  lockType: string;
  seconds: string;
  cameraIds: readonly string[];
  contactKind: string;
  /** Of a contact on a pin: the circuit while the door is open. */
  gpioOpenIs: string;
  contactAddress: string;
  openText: string;
  closedText: string;
  heldSeconds: string;
  /** Empty for never. */
  freeScheduleId: string;
  freesInEmergency: boolean;
  /** Of a new door, where the building has several. */
  controllerId: string;
}

/** How often a sensor is asked where nobody says otherwise. */
const CONTACT_EVERY_MS = 500;
const HELD_SECONDS = 30;

export function doorValuesOf(door: DoorSettings | null, floorId: string): DoorValues {
  const contact = door?.contact ?? null;
  const http = contact?.kind === "http" ? contact : null;
  return {
    name: door?.name ?? "",
    localId: door?.localId ?? "",
    floorId: door?.floor.id ?? floorId,
    scope: door?.scope ?? "building",
    lockType: door?.lockType ?? "fail-secure",
    seconds: String((door?.pulseMs ?? 1000) / 1000),
    cameraIds: door?.cameras.map(({ id }) => id) ?? [],
    ...readerValuesOf(door?.reader ?? null),
    ...boardValuesOf(door),
    contactKind: contact?.kind ?? "none",
    ...gpioInputValuesOf(contact?.kind === "gpio" ? contact : null),
    gpioOpenIs: contact?.kind === "gpio" ? contact.openIs : "open",
    contactAddress: http?.address ?? "",
    ...meansValuesOf(http),
    openText: http?.openText ?? "",
    closedText: http?.closedText ?? "",
    heldSeconds: String(door?.heldOpenAfterSeconds ?? HELD_SECONDS),
    freeScheduleId: door?.freeScheduleId ?? "",
    freesInEmergency: door?.freesInEmergency ?? false,
    controllerId: "",
    ...relayValuesOf(door === null ? { kind: "http", openAddress: "", closeAddress: null } : door.relay),
  };
}

/** What somebody wrote as a number, with a comma or a point; NaN for anything else. */
const numberIn = (written: string): number =>
  /^\d+([.,]\d+)?$/.test(written.trim()) ? Number(written.trim().replace(",", ".")) : Number.NaN;

export function doorErrors(given: DoorValues): Errors<DoorValues> {
  const seconds = numberIn(given.seconds);
  const held = numberIn(given.heldSeconds);
  const needs = (value: string) => required(value, fieldSentences.required);
  return {
    name: needs(given.name),
    localId:
      needs(given.localId) ??
      (/^[\w.-]{1,30}\$?$/.test(given.localId.trim())
        ? undefined
        : "* Usa letras, números y un $ al final") ??
      (given.relayKind === "gpio" && canClose(given.localId.trim())
        ? "* Un pin GPIO abre y no cierra: quita el $"
        : undefined),
    floorId: needs(given.floorId),
    seconds: seconds >= 0.05 && seconds <= 60 ? undefined : "* Escribe de 0,05 a 60 segundos",
    heldSeconds:
      given.contactKind === "none" || (Number.isInteger(held) && held >= 2 && held <= 3600)
        ? undefined
        : "* Escribe de 2 a 3600 segundos",
    ...readerErrors(given),
    ...boardErrors(given),
    ...(given.contactKind === "http"
      ? {
          contactAddress: needs(given.contactAddress) ?? addressError(given.contactAddress),
          openText: needs(given.openText),
          closedText: needs(given.closedText),
          ...meansErrors(given),
        }
      : {}),
    ...(given.contactKind === "gpio"
      ? { gpioChip: chipError(given.gpioChip), gpioLine: lineError(given.gpioLine) }
      : {}),
    ...relayErrors(given),
  };
}

/** What the form says, for a door that is made or changed. */
export function doorFieldsOf(given: DoorValues): Omit<DoorFields, "left" | "top"> {
  return {
    name: given.name.trim(),
    localId: given.localId.trim(),
    floorId: given.floorId,
    scope: given.scope === "tower" || given.scope === "floor" ? given.scope : "building",
    lockType: given.lockType === "fail-safe" ? "fail-safe" : "fail-secure",
    pulseMs: Math.round(numberIn(given.seconds) * 1000),
    relay: given.relayKind === "uhppote" ? boardPlaceOf(given) : (relayOf(given) ?? { kind: "simulated" }),
    cameraIds: [...given.cameraIds],
    reader: given.readerKind === "uhppote" ? boardPlaceOf(given) : readerOf(given),
    contact: contactOf(given),
    heldOpenAfterSeconds: given.contactKind === "none" ? HELD_SECONDS : numberIn(given.heldSeconds),
    freeScheduleId: given.freeScheduleId === "" ? null : given.freeScheduleId,
    freesInEmergency: given.freesInEmergency,
  };
}

function contactOf(given: DoorValues): DoorFields["contact"] {
  if (given.contactKind === "http") {
    return {
      kind: "http",
      address: given.contactAddress.trim(),
      everyMs: CONTACT_EVERY_MS,
      openText: given.openText.trim(),
      closedText: given.closedText.trim(),
      ...meansOf(given),
    };
  }
  if (given.contactKind === "uhppote") {
    return boardPlaceOf(given);
  }
  if (given.contactKind === "gpio") {
    return { ...gpioInputOf(given), openIs: given.gpioOpenIs === "closed" ? "closed" : "open" };
  }
  return given.contactKind === "simulated" ? { kind: "simulated" } : null;
}
