/** Something by its id and name; null for what is gone, which left neither or only one of them. */
export const named = (id: string | null, name: string | null): { id: string; name: string } | null =>
  id === null || name === null ? null : { id, name };
