/** Fields as the program calls them, each with its column. Listed once, for what is written and what is read. */
type Columns = Readonly<Record<string, string>>;

/**
 * The values of these fields under the names of their columns; a field that was not said is left out. In an update
 * `set({ id, ...toColumns(…) })`, which is one also where nothing was said.
 */
export function toColumns<const C extends Columns, V extends { [Field in keyof C]?: unknown }>(
  columns: C,
  values: V,
): { [Field in keyof C & keyof V as C[Field]]: V[Field] } {
  const written = Object.entries(columns).flatMap(([field, column]) => {
    const value: unknown = values[field];
    return value === undefined ? [] : [[column, value]];
  });
  // What was put together above is what the type says; a compiler cannot follow it.
  return Object.fromEntries(written) as { [Field in keyof C & keyof V as C[Field]]: V[Field] };
}

/** What to select so that each field comes under its own name. */
export function selectOf<const T extends string, const C extends Columns>(
  table: T,
  columns: C,
): { [Field in keyof C & string]: `${T}.${C[Field]} as ${Field}` }[keyof C & string][] {
  return Object.entries(columns).map(([field, column]) => `${table}.${column} as ${field}`) as {
    [Field in keyof C & string]: `${T}.${C[Field]} as ${Field}`;
  }[keyof C & string][];
}
