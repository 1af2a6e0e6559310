import { useSyncExternalStore } from "react";

/** Open modals, the last one on top. What must be seen and heard over them is drawn inside that one. */
const open: HTMLElement[] = [];
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) {
    listener();
  }
}

/** Puts a modal on top; the returned function takes it away. */
export function enterTopLayer(element: HTMLElement): () => void {
  if (open.length === 0) {
    // The room of a scroll bar that goes is kept, so that nothing moves.
    const page = document.documentElement;
    page.toggleAttribute("data-scrolls", window.innerWidth > page.clientWidth);
  }
  open.push(element);
  tell();
  return () => {
    open.splice(open.indexOf(element), 1);
    tell();
  };
}

/** The element in which something can be drawn over everything: the topmost modal, or the page. */
export function useTopLayer(): HTMLElement {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => open.at(-1) ?? document.body,
  );
}
