import { createStore, useStore } from "../../lib/store.ts";

/** The doors this tab has jammed; the building does not tell. */
const KEY = "umbral-demo-jammed";
const jammed = createStore<ReadonlySet<string>>(new Set(read()));

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
  const next = new Set(jammed.current());
  if (isJammed) {
    next.add(doorId);
  } else {
    next.delete(doorId);
  }
  jammed.set(next);
  try {
    window.sessionStorage.setItem(KEY, [...next].join(" "));
  } catch {
    // As above.
  }
}

/** Did this tab jam the door? */
export function useIsJammed(doorId: string): boolean {
  return useStore(jammed, (doors) => doors.has(doorId));
}
