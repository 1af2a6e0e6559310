import { type RefCallback, useRef } from "react";

/**
 * After a row was edited its buttons come back, and the focus goes on there, once: drawn again later, as somebody leafs or
 * types a search, a row takes the focus from nothing.
 */
export function useReturned() {
  const returned = useRef<string | null>(null);
  return {
    /** The buttons of this row are the next to come back. */
    expect(id: string): void {
      returned.current = id;
    },
    /** For the button of a row that takes the focus then. */
    taking:
      (id: string): RefCallback<HTMLElement> =>
      (button) => {
        if (button !== null && returned.current === id) {
          returned.current = null;
          button.focus();
        }
      },
  };
}
