/** Of `whole`, what `fields` names. */
export function pick<Whole extends object, Name extends keyof Whole & string>(
  whole: Whole,
  fields: Readonly<Record<Name, unknown>>,
): Pick<Whole, Name> {
  const names = Object.keys(fields);
  return Object.fromEntries(Object.entries(whole).filter(([name]) => names.includes(name))) as Pick<
    Whole,
    Name
  >;
}
