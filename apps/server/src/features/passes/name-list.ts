/* The list of a party as its host changes it. Whoever stands in it under the same name is the same person. */

/** Somebody of a list, and whether they ever came. */
export interface ListedName {
  id: string;
  name: string;
  cameAt: Date | null;
}

/** What a new list makes of the one before. Positions count from 1. */
export interface ChangedList {
  kept: { id: string; position: number }[];
  added: { name: string; position: number }[];
  removed: string[];
}

/**
 * Of two by one name, whoever came is kept first.
 * @returns null for a list without somebody who came already: that they did is written down
 */
export function changedList(before: readonly ListedName[], wanted: readonly string[]): ChangedList | null {
  const left = [...before].sort((one, other) => Number(other.cameAt !== null) - Number(one.cameAt !== null));
  const list: ChangedList = { kept: [], added: [], removed: [] };
  wanted.forEach((name, at) => {
    const index = left.findIndex((listed) => listed.name === name);
    const [same] = index < 0 ? [] : left.splice(index, 1);
    if (same === undefined) {
      list.added.push({ name, position: at + 1 });
    } else {
      list.kept.push({ id: same.id, position: at + 1 });
    }
  });
  list.removed = left.map(({ id }) => id);
  return left.some(({ cameAt }) => cameAt !== null) ? null : list;
}
