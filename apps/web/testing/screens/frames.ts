import { commands, page } from "vitest/browser";

/** By then a page on the slowest machine has drawn. */
const DRAWN_WITHIN_MS = 5000;

/** The screen has this size in pixels, as seen by whoever looks at the page that was drawn in it. */
export async function resize(width: number, height: number): Promise<void> {
  await page.viewport(width, height);
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
