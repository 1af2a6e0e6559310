import { errorList } from "../../lib/error-list.ts";
import { CallRefused, NoConnection } from "../../lib/failures.ts";
import { fieldNames, isField } from "./form-fields.ts";
import type { FieldName } from "./form-values.ts";
import { TRY_AGAIN } from "./registration.strings.ts";

interface RefusalWords {
  /** The lines of the list of errors. */
  lines: readonly string[];
  /** What is said under a field that the server named. */
  fields: Partial<Record<FieldName, string>>;
}

/** Refusals with one sentence of their own: that of a field would say less. */
const wholeSentence: ReadonlySet<string> = new Set([
  "CLAIM_NOT_HERE",
  "PASSWORD_NOT_ACCEPTED",
  "PICTURE_NOT_VALID",
  "PLACE_NOT_VALID",
]);

/** How a form that was not accepted is explained (specification §8, registration errors). */
export function refusalWords(error: unknown): RefusalWords {
  if (error instanceof NoConnection) {
    return { lines: [...errorList(error), TRY_AGAIN], fields: {} };
  }
  if (!(error instanceof CallRefused)) {
    return { lines: errorList(error), fields: {} };
  }
  const isWhole = wholeSentence.has(error.code);
  const lines = isWhole ? [error.message] : errorList(error, fieldNames);
  const fields: RefusalWords["fields"] = {};
  error.errors.forEach(({ property }, index) => {
    if (isField(property)) {
      fields[property] = `* ${(isWhole ? error.message : lines[index]) ?? error.message}`;
    }
  });
  return { lines, fields };
}
