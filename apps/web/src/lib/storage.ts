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

/** The browser's own storage, or memory where the person or the browser forbids it. */
export function browserStore(): KeyStore {
  try {
    const probe = "umbral-probe";
    window.localStorage.setItem(probe, probe);
    window.localStorage.removeItem(probe);
    return window.localStorage;
  } catch {
    return memoryStore();
  }
}
