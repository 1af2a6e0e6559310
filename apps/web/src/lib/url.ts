export type PathValues = Readonly<Record<string, string>>;
export type QueryValues = Readonly<Record<string, string | number | boolean | undefined>>;

/** Fills the `{name}` parts of a contract path and adds the query. A part without a value is a bug, and throws. */
export function buildUrl(path: string, params: PathValues = {}, query: QueryValues = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined || value === "") {
      throw new Error(`${path} needs a value for {${name}}`);
    }
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) {
      search.append(name, String(value));
    }
  }
  const text = search.toString();
  return text === "" ? filled : `${filled}?${text}`;
}
