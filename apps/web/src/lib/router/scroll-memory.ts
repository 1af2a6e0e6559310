const STORED_UNDER = "scroll-places";

/** How far down each entry of this tab's history was looked at. */
export interface ScrollMemory {
  /** Called before another entry is shown. */
  keep(key: string): void;
  of(key: string): number | undefined;
  dispose(): void;
}

/** The browser would go there before what stood there is drawn: it is told not to. Reloading brings the places back. */
export function createScrollMemory(page: Window, current: () => string): ScrollMemory {
  const places = new Map(stored(page));
  const before = page.history.scrollRestoration;
  page.history.scrollRestoration = "manual";
  const store = () => {
    places.set(current(), page.scrollY);
    page.history.scrollRestoration = "auto";
    try {
      page.sessionStorage.setItem(STORED_UNDER, JSON.stringify([...places]));
    } catch {
      // No room, or none allowed: the page begins at its top.
    }
  };
  const again = () => {
    page.history.scrollRestoration = "manual";
  };
  page.addEventListener("pagehide", store);
  page.addEventListener("pageshow", again);
  return {
    keep: (key) => void places.set(key, page.scrollY),
    of: (key) => places.get(key),
    dispose() {
      page.removeEventListener("pagehide", store);
      page.removeEventListener("pageshow", again);
      page.history.scrollRestoration = before;
    },
  };
}

function stored(page: Window): [string, number][] {
  try {
    const read: unknown = JSON.parse(page.sessionStorage.getItem(STORED_UNDER) ?? "[]");
    return Array.isArray(read) ? read.filter(isPlace) : [];
  } catch {
    return [];
  }
}

const isPlace = (entry: unknown): entry is [string, number] =>
  Array.isArray(entry) && typeof entry[0] === "string" && typeof entry[1] === "number";
