/** Is it an object that says something under each of these names? */
export function holds<Name extends string>(
  value: unknown,
  names: readonly Name[],
): value is Record<Name, string> {
  return (
    typeof value === "object" &&
    value !== null &&
    names.every((name) => typeof Reflect.get(value, name) === "string")
  );
}
