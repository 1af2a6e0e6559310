import { personalNames as names } from "./personal-names.generated.ts";

/**
 * The names of all fields of the contract that are personal somewhere. Written down from the marks, and compared by a
 * test, so that a controller need not load every schema for them.
 */
const personalNames: ReadonlySet<string> = new Set(names);

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
