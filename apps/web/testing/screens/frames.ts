import { commands } from "vitest/browser";

/** By then a page on the slowest machine has drawn. */
const DRAWN_WITHIN_MS = 5000;

/** The screen has this size in pixels, as seen by whoever looks at the page that was drawn in it. */
export async function resize(width: number, height: number): Promise<void> {
  const holder = window.frameElement?.parentElement;
  const room = holder?.parentElement;
  if (!(holder && room)) {
    throw new Error("screens are drawn in a frame of the page that runs them");
  }
  // As Vitest's `page.viewport` does it, which waits without end where Chromium has ceased to draw the page.
  const scale = Math.min(1, room.clientWidth / width, room.clientHeight / height);
  holder.style.cssText = `width: ${width}px; height: ${height}px; transform: scale(${scale}); transform-origin: left top`;
  holder.dataset["scale"] = String(scale);
  await nextFrame();
}

/** Two are drawn: what has just changed sets out with the first. A page that is drawn no more is woken, once. */
export async function nextFrames(): Promise<void> {
  await nextFrame();
  await nextFrame();
}

async function nextFrame(): Promise<void> {
  if (!(await isDrawn())) {
    await commands.wake();
    if (!(await isDrawn())) {
      throw new Error("Chromium does not draw this page any more");
    }
  }
}

const isDrawn = (): Promise<boolean> =>
  new Promise((resolve) => {
    const late = setTimeout(() => resolve(false), DRAWN_WITHIN_MS);
    requestAnimationFrame(() => {
      clearTimeout(late);
      resolve(true);
    });
  });
