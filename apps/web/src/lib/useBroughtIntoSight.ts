import { type RefObject, useEffect, useRef } from "react";

/** From any of these on, somebody looks where they want to. */
const acts = ["pointerdown", "wheel", "touchmove", "keydown"] as const;

/**
 * For what was just found: its `title` takes the focus, since Enter pressed twice must press no button of it, and its
 * `card` is brought into sight. It stays there while more of it arrives (a door, a picture, the letters), until
 * somebody acts.
 */
export function useBroughtIntoSight(): {
  card: RefObject<HTMLElement | null>;
  title: RefObject<HTMLHeadingElement | null>;
} {
  const card = useRef<HTMLElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const found = card.current;
    if (found === null || found.parentElement === null) {
      return;
    }
    title.current?.focus({ preventScroll: true });
    const bring = () => found.scrollIntoView({ block: "nearest" });
    bring();
    // What stands above it pushes it down as well, and its place may become lower.
    const grown = new ResizeObserver(bring);
    for (const part of [found.parentElement, ...found.parentElement.children]) {
      grown.observe(part);
    }
    const leave = new AbortController();
    const stop = () => {
      grown.disconnect();
      leave.abort();
    };
    for (const act of acts) {
      document.addEventListener(act, stop, { capture: true, passive: true, signal: leave.signal });
    }
    return stop;
  }, []);
  return { card, title };
}
