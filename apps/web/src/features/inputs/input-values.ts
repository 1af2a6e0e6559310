import { DEBOUNCE_MS, InputKind, JsonPath } from "@umbral/contract/inputs/input-devices";
import type { InputFields, InputSettings } from "@umbral/contract/inputs/inputs.contract";
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
} from "../controllers/index.ts";

/** An input as its form holds it: texts. */
export interface InputValues extends Record<string, unknown>, GpioInputValues, MeansValues {
  name: string;
  kind: string;
  doorId: string;
  driverKind: string;
  address: string;
  closedText: string;
  openText: string;
  everySeconds: string;
  path: string;
  rest: string;
  debounce: string;
}

/** A button that is asked less often lets people wait. */
const EVERY_MS = 500;

export function inputValuesOf(input: InputSettings | null): InputValues {
  const http = input?.driver.kind === "http" ? input.driver : null;
  return {
    name: input?.name ?? "",
    kind: input?.kind ?? "exit-button",
    doorId: input?.door?.id ?? "",
    driverKind: input?.driver.kind ?? "http",
    ...gpioInputValuesOf(input?.driver.kind === "gpio" ? input.driver : null),
    address: http?.address ?? "",
    closedText: http?.closedText ?? "",
    openText: http?.openText ?? "",
    everySeconds: String((http?.everyMs ?? EVERY_MS) / 1000),
    path: http?.path ?? "",
    ...meansValuesOf(http),
    rest: input?.rest ?? "open",
    debounce: String(input?.debounceMs ?? DEBOUNCE_MS),
  };
}

const numberIn = (written: string): number =>
  /^\d+([.,]\d+)?$/.test(written.trim()) ? Number(written.trim().replace(",", ".")) : Number.NaN;

export function inputErrors(given: InputValues): Errors<InputValues> {
  const needs = (value: string) => required(value, fieldSentences.required);
  const debounce = numberIn(given.debounce);
  const every = numberIn(given.everySeconds);
  return {
    name: needs(given.name),
    doorId: given.kind === "exit-button" && given.doorId === "" ? "* Elige la puerta que abre" : undefined,
    debounce:
      Number.isInteger(debounce) && debounce <= 5000 ? undefined : "* Escribe de 0 a 5000 milisegundos",
    ...(given.driverKind === "gpio"
      ? { gpioChip: chipError(given.gpioChip), gpioLine: lineError(given.gpioLine) }
      : {}),
    ...(given.driverKind === "http"
      ? {
          address: needs(given.address) ?? addressError(given.address),
          closedText: needs(given.closedText),
          openText: needs(given.openText),
          path:
            given.path.trim() === "" || JsonPath.safeParse(given.path.trim()).success
              ? undefined
              : "* Escribe nombres separados por puntos",
          ...meansErrors(given),
          everySeconds: every >= 0.2 && every <= 60 ? undefined : "* Escribe de 0,2 a 60 segundos",
        }
      : {}),
  };
}

/** What the form says, for an input that is made or changed. */
export function inputFieldsOf(given: InputValues): InputFields {
  return {
    name: given.name.trim(),
    kind: InputKind.catch("exit-button").parse(given.kind),
    doorId: given.doorId === "" ? null : given.doorId,
    driver: driverOf(given),
    rest: given.rest === "closed" ? "closed" : "open",
    debounceMs: numberIn(given.debounce),
  };
}

function driverOf(given: InputValues): InputFields["driver"] {
  if (given.driverKind === "gpio") {
    return gpioInputOf(given);
  }
  const path = given.path.trim();
  return given.driverKind === "http"
    ? {
        kind: "http",
        address: given.address.trim(),
        everyMs: Math.round(numberIn(given.everySeconds) * 1000),
        closedText: given.closedText.trim(),
        openText: given.openText.trim(),
        ...(path === "" ? {} : { path }),
        ...meansOf(given),
      }
    : { kind: "simulated" };
}
