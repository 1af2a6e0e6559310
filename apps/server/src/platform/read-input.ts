import { z } from "zod";
import { Refused } from "./refused.ts";

// Sentences about single fields may reach a screen (specification §8).
z.config(z.locales.es());

/** The specification's client knows an empty field by these words (§8). */
const MISSING = "should not be null";
/**
 * No schema of the contract takes a longer list, or as many fields. What is longer is not looked at: each that is wrong
 * costs a sentence.
 */
export const LIST_AT_MOST = 2000;
/** Values in all, in lists and fields. A batch of facts has some thousands. */
const VALUES_AT_MOST = 20_000;
/** Fields that a refusal names, and letters of what it says of one: unknown fields are told by what they were called. */
const NAMED_AT_MOST = 20;
const SENTENCE_AT_MOST = 200;

/**
 * What somebody sent, as a schema of the contract gives it.
 * @throws {Refused} INCOMPLETE (422) when something is missing and all the rest is right, else BAD_REQUEST (400); the first
 *   wrong fields are named
 */
export function readInput<S extends z.ZodType>(schema: S, sent: unknown): z.output<S> {
  if (isTooMuch(sent)) {
    throw new Refused("BAD_REQUEST");
  }
  // `reportInput` tells a missing field from a wrong one; what was sent never leaves again.
  const parsed = schema.safeParse(sent, { reportInput: true });
  if (!parsed.success) {
    throw refusalFor(parsed.error);
  }
  return parsed.data;
}

function refusalFor({ issues }: z.ZodError): Refused {
  const errors = issues.slice(0, NAMED_AT_MOST).map((issue) => ({
    property: issue.path.join("."),
    message: isMissing(issue) ? MISSING : issue.message.slice(0, SENTENCE_AT_MOST),
  }));
  return new Refused(issues.every(isMissing) ? "INCOMPLETE" : "BAD_REQUEST", { errors });
}

function isMissing(issue: z.core.$ZodIssue): boolean {
  return (
    issue.message === MISSING ||
    (issue.code === "invalid_type" && (issue.input === undefined || issue.input === null)) ||
    (issue.code === "too_small" && issue.origin === "string" && issue.minimum === 1) ||
    (issue.code === "invalid_value" && issue.input === undefined)
  );
}

/** Without a call inside a call: what is sent may be as deep as it is long. */
function isTooMuch(sent: unknown): boolean {
  const open: unknown[] = [sent];
  let values = 0;
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (typeof one !== "object" || one === null || ArrayBuffer.isView(one)) {
      continue;
    }
    const inside: readonly unknown[] = Array.isArray(one) ? one : Object.values(one);
    values += inside.length;
    if (inside.length > LIST_AT_MOST || values > VALUES_AT_MOST) {
      return true;
    }
    for (const value of inside) {
      if (typeof value === "object" && value !== null) {
        open.push(value);
      }
    }
  }
  return false;
}
