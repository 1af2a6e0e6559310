import { CallRefused, NoConnection } from "./failures.ts";
import { dialogSentences, NOT_AUTHORISED } from "./sentences.ts";

const NO_ANSWER = "Lo sentimos ha ocurrido un error";

/**
 * What the list error dialog shows for a form the server refused (specification §8, registration errors).
 * `names` are the fields' names as the person reads them on that form; a field without one keeps its own.
 */
export function errorList(error: unknown, names: Readonly<Record<string, string>> = {}): readonly string[] {
  if (error instanceof NoConnection) {
    return [NO_ANSWER];
  }
  if (!(error instanceof CallRefused)) {
    return [dialogSentences.errorList.fallback];
  }
  if (error.errors.length > 0) {
    return error.errors.map(({ property, message }) =>
      fieldErrorSentence({ property: names[property] ?? property, message }),
    );
  }
  if (error.status === 401) {
    return [NOT_AUTHORISED];
  }
  return [error.message || dialogSentences.errorList.fallback];
}

function fieldErrorSentence({ property, message }: { property: string; message: string }): string {
  if (message.includes("should not be null")) {
    return `El campo "${property}", es un campo obligatorio`;
  }
  if (message.includes("already exists")) {
    return `Este(a) "${property}", ya se encuentra registrado(a)`;
  }
  return `${property} ${message}`;
}
