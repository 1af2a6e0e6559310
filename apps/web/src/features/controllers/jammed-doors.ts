import { useSyncExternalStore } from "react";

/** The doors this tab has jammed; the building does not tell. */
const KEY = "umbral-demo-jammed";
const listeners = new Set<() => void>();
let jammed: ReadonlySet<string> = new Set(read());

function read(): string[] {
  try {
    return (window.sessionStorage.getItem(KEY) ?? "").split(" ").filter((id) => id !== "");
  } catch {
    // A browser that forbids storage forgets on reload, which is all that is lost.
    return [];
  }
}

/** Remembers that a door was jammed or freed. */
export function rememberJammed(doorId: string, isJammed: boolean): void {
  const next = new Set(jammed);
  if (isJammed) {
    next.add(doorId);
  } else {
    next.delete(doorId);
  }
  jammed = next;
  try {
    window.sessionStorage.setItem(KEY, [...next].join(" "));
  } catch {
    // As above.
  }
  for (const listener of listeners) {
    listener();
  }
}

/** Did this tab jam the door? */
export function useIsJammed(doorId: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => jammed.has(doorId),
  );
}
