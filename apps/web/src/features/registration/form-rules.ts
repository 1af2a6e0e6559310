import { isCedulaOf, normalCedula, normalPhone } from "@umbral/contract/registration/personal-data";
import { type Errors, required } from "../../ui/useForm.ts";
import type { FormKind, FormValues } from "./form-values.ts";
import { messagesOf, PASSWORDS_DIFFER, type RequiredField, shapeMessages } from "./registration.strings.ts";

/** Characters of a password at least (decisions §3); which ones are too common, the server knows. */
const PASSWORD_LENGTH = 8;

const passingBy: readonly RequiredField[] = ["photo", "cedula", "phone", "buildingId", "acceptTerms"];
const account: readonly RequiredField[] = [...passingBy, "name", "email", "password", "passwordConfirmation"];
const home: readonly RequiredField[] = [...account, "towerId", "floorId", "apartmentId"];

const requiredFields: Readonly<Record<FormKind, readonly RequiredField[]>> = {
  resident: home,
  owner: home,
  visitor: account,
  express: passingBy,
};

/** What is wrong with each field of a form as it is (specification §5), and the sentence for it. */
export function wrongIn(kind: FormKind, values: FormValues): Errors<FormValues> {
  return { ...misshapen(kind, values), ...missing(kind, values) };
}

/** Is a field empty, or do the passwords differ? Those block with the specification's alert; a shape does not. */
export function isIncomplete(kind: FormKind, values: FormValues): boolean {
  return Object.keys(missing(kind, values)).length > 0;
}

/** Two passwords that differ, once both are begun. */
export function passwordsDiffer({ password, passwordConfirmation }: FormValues): boolean {
  return passwordConfirmation !== "" && password !== passwordConfirmation;
}

function missing(kind: FormKind, values: FormValues): Errors<FormValues> {
  const messages = messagesOf(kind);
  const fields = requiredFields[kind].concat(
    kind === "resident" && values.residentRole === "RESIDENTE_TEMPORAL" ? "endsOn" : [],
  );
  const wrong: Errors<FormValues> = {};
  for (const field of fields) {
    const error = required(values[field], messages[field]);
    if (error !== undefined) {
      wrong[field] = error;
    }
  }
  if (kind !== "express" && passwordsDiffer(values)) {
    wrong.passwordConfirmation = PASSWORDS_DIFFER;
  }
  return wrong;
}

function misshapen(kind: FormKind, values: FormValues): Errors<FormValues> {
  const wrong: Errors<FormValues> = {};
  if (!isCedulaOf(values.documentType, normalCedula(values.cedula))) {
    wrong.cedula = shapeMessages.cedula;
  }
  if (normalPhone(values.phone) === null) {
    wrong.phone = shapeMessages.phone;
  }
  if (kind !== "express" && !/^\S+@\S+\.\S+$/.test(values.email.trim())) {
    wrong.email = shapeMessages.email;
  }
  if (kind !== "express" && values.password.length < PASSWORD_LENGTH) {
    wrong.password = shapeMessages.password;
  }
  return wrong;
}
