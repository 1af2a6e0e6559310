import { createStore, useStore } from "../lib/store.ts";

interface OpenModal {
  element: HTMLElement;
  /** It leaves nothing of the page to be seen. */
  coversPage: boolean;
}

/** Open modals, the last one on top. What must be seen and heard over them is drawn inside that one. */
const open = createStore<readonly OpenModal[]>([]);

/** Puts a modal on top, over the whole screen when it `coversPage`; the returned function takes it away. */
export function enterTopLayer(element: HTMLElement, { coversPage = false } = {}): () => void {
  if (open.current().length === 0) {
    // The room of a scroll bar that goes is kept, so that nothing moves.
    const page = document.documentElement;
    page.toggleAttribute("data-scrolls", window.innerWidth > page.clientWidth);
  }
  const entered = { element, coversPage };
  open.set([...open.current(), entered]);
  return () => open.set(open.current().filter((modal) => modal !== entered));
}

/** The element in which something can be drawn over everything: the topmost modal, or the page. */
export function useTopLayer(): HTMLElement {
  return useStore(open, (modals) => modals.at(-1)?.element ?? document.body);
}

/** Is nothing of the page to be seen? What moves there may rest. */
export function useIsPageCovered(): boolean {
  return useStore(open, (modals) => modals.some(({ coversPage }) => coversPage));
}
