/**
 * What somebody changed in a form: of `now` the fields whose value is other than when the form began, compared by
 * what is in them; null when none is. A form sends that alone, so that it brings nothing back that somebody else
 * changed meanwhile.
 */
export function changedValues<V extends object>(began: V, now: V): Partial<V> | null {
  const changed: Partial<V> = {};
  let isChanged = false;
  for (const field in now) {
    if (!isSame(began[field], now[field])) {
      changed[field] = now[field];
      isChanged = true;
    }
  }
  return isChanged ? changed : null;
}

/** Sends what {@link changedValues} tells. Where nothing was changed nothing is sent, and the form is as saved. */
export async function sendChanged<V extends object>(
  began: V,
  now: V,
  send: (changed: Partial<V>) => Promise<unknown>,
): Promise<void> {
  const changed = changedValues(began, now);
  if (changed !== null) {
    await send(changed);
  }
}

/** Do both hold the same? Lists in the same order, objects with the same fields. */
function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) {
    return true;
  }
  if (Array.isArray(one) || Array.isArray(other)) {
    return Array.isArray(one) && Array.isArray(other) && hasSameFields(one, other);
  }
  return isFields(one) && isFields(other) && hasSameFields(one, other);
}

const hasSameFields = (one: object, other: object): boolean => {
  const others = new Map<string, unknown>(Object.entries(other));
  const fields = Object.entries(one);
  return (
    fields.length === others.size &&
    fields.every(([field, value]) => others.has(field) && isSame(value, others.get(field)))
  );
};

/** A plain object: a file or a date is the same only as itself. */
const isFields = (value: unknown): value is object =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
