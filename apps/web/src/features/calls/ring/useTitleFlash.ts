import { useEffect } from "react";

const EVERY_MS = 1000;

/** Alternates the page's title with these words, so that a tab in the background is seen; null for no words. */
export function useTitleFlash(words: string | null): void {
  useEffect(() => {
    if (words === null) {
      return;
    }
    let usual = document.title;
    const flash = () => {
      if (document.title === words) {
        document.title = usual;
      } else {
        // A change of screen may have named the page anew meanwhile.
        usual = document.title;
        document.title = words;
      }
    };
    flash();
    const timer = setInterval(flash, EVERY_MS);
    return () => {
      clearInterval(timer);
      if (document.title === words) {
        document.title = usual;
      }
    };
  }, [words]);
}
