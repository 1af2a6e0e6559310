import { useSyncExternalStore } from "react";

/** Open modals, the last one on top. What must be seen and heard over them is drawn inside that one. */
const open: HTMLElement[] = [];
/** Those of them that leave nothing of the page to be seen. */
const covers = new Set<HTMLElement>();
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) {
    listener();
  }
}

/** Puts a modal on top, over the whole screen when it `coversPage`; the returned function takes it away. */
export function enterTopLayer(element: HTMLElement, { coversPage = false } = {}): () => void {
  if (open.length === 0) {
    // The room of a scroll bar that goes is kept, so that nothing moves.
    const page = document.documentElement;
    page.toggleAttribute("data-scrolls", window.innerWidth > page.clientWidth);
  }
  open.push(element);
  if (coversPage) {
    covers.add(element);
  }
  tell();
  return () => {
    open.splice(open.indexOf(element), 1);
    covers.delete(element);
    tell();
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The element in which something can be drawn over everything: the topmost modal, or the page. */
export function useTopLayer(): HTMLElement {
  return useSyncExternalStore(subscribe, () => open.at(-1) ?? document.body);
}

/** Is nothing of the page to be seen? What moves there may rest. */
export function useIsPageCovered(): boolean {
  return useSyncExternalStore(subscribe, () => covers.size > 0);
}
