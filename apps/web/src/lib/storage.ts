/** The part of `localStorage` that is used. */
export type KeyStore = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** A store that forgets when the page closes: for tests, and for browsers that forbid storage. */
export function memoryStore(): KeyStore {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}

/**
 * The browser's own storage, or memory where the person or the browser forbids it: for good, or for as
 * long as this tab is open.
 */
export function browserStore(kind: "localStorage" | "sessionStorage" = "localStorage"): KeyStore {
  try {
    const probe = "umbral-probe";
    const store = window[kind];
    store.setItem(probe, probe);
    store.removeItem(probe);
    return store;
  } catch {
    return memoryStore();
  }
}
