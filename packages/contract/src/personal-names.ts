import { allSchemas } from "./endpoints.ts";
import { personalFieldsOf } from "./lib/personal.ts";

/** What errors of Node and of the database call something else: why it failed, where a line led. */
const OF_ERRORS: ReadonlySet<string> = new Set(["code", "address"]);

/** The names of all fields of the contract that are personal somewhere. */
const personalNames = new Set(
  allSchemas
    .flatMap(({ schema }) => personalFieldsOf(schema).map(({ name }) => name))
    .filter((name) => !OF_ERRORS.has(name)),
);

/** How deep a line of a log is looked into: nothing that is logged goes deeper. */
const DEPTH = 6;

/**
 * What may stand in a log of `line`: everything but the fields that bear the name of a personal one. Errors and other
 * things of a class are left as they are, for whoever describes them.
 */
export function withoutPersonal(line: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(line).map(([name, value]) => [name, struckOut(name, value, DEPTH)]),
  );
}

function struckOut(name: string, value: unknown, depth: number): unknown {
  if (personalNames.has(name)) {
    return "[personal]";
  }
  if (Array.isArray(value)) {
    return value.map((one) => struckOut("", one, depth - 1));
  }
  const isPlain =
    typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  if (!isPlain) {
    return value;
  }
  return depth === 0
    ? "[too deep]"
    : Object.fromEntries(
        Object.entries(value).map(([field, inner]) => [field, struckOut(field, inner, depth - 1)]),
      );
}
