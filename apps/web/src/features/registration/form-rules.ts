import { isCedulaOf, normalCedula, normalPhone } from "@umbral/contract/registration/personal-data";
import { type Errors, required } from "../../ui/useForm.ts";
import { askedIn, missingOf } from "./form-fields.ts";
import type { FormKind, FormValues } from "./form-values.ts";
import { PASSWORDS_DIFFER, shapeMessages } from "./registration.strings.ts";

/** Characters of a password at least (decisions §3); which ones are too common, the server knows. */
const PASSWORD_LENGTH = 8;

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
  const wrong: Errors<FormValues> = {};
  for (const { name } of askedIn(kind, values)) {
    const sentence = missingOf(kind, name);
    const error = sentence === undefined ? undefined : required(values[name], sentence);
    if (error !== undefined) {
      wrong[name] = error;
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
