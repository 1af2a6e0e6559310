import { type RefObject, useEffect, useState } from "react";

/** Pictures begin a little before they come into sight, so that scrolling finds them there. */
const AHEAD = "160px";

/** Is this element on screen, in a page that somebody has in front of them? */
export function useSeen(element: RefObject<Element | null>): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const target = element.current;
    if (target === null) {
      return;
    }
    let isInSight = false;
    const look = () => setSeen(isInSight && document.visibilityState === "visible");
    const observer = new IntersectionObserver(
      (entries) => {
        isInSight = entries.at(-1)?.isIntersecting ?? isInSight;
        look();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(target);
    document.addEventListener("visibilitychange", look);
    return () => {
      observer.disconnect();
      document.removeEventListener("visibilitychange", look);
    };
  }, [element]);
  return isSeen;
}
