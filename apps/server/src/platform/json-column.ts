/** A value for a column of JSON, as text. */
export function asJson(value: object | null): string | null;
/** Likewise; what was not said stays unsaid. */
export function asJson(value: object | null | undefined): string | null | undefined;
export function asJson(value: object | null | undefined): string | null | undefined {
  return value === null || value === undefined ? value : JSON.stringify(value);
}
