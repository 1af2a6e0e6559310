import { expect, onTestFinished } from "vitest";
import { commands } from "vitest/browser";
import { framed } from "../../build/framed.ts";
import frame from "../../src/guest/frame.html?raw";
import styles from "../../src/guest/guest.css?inline";
import { resize } from "./frames.ts";
import type { everyLook } from "./look.ts";
import { answerWith } from "./network.ts";
import type { Replies } from "./replies.ts";

const sizes = {
  phone: { width: 360, height: 740 },
  tablet: { width: 820, height: 1180 },
  desktop: { width: 1440, height: 900 },
} as const;

interface BarePage {
  /** The page's own part; the frame is around it. */
  html: string;
  path: string;
  title: string;
  /** What its script does with the page's `main`. */
  begin: (place: HTMLElement) => { start(): void; stop(): void };
}

/** Opens a page that is none of the app's, as its address would, and takes it away after the test. */
export async function openBarePage(
  { html, path, title, begin }: BarePage,
  replies: Replies,
  { size = "phone", colorScheme = "light" }: Partial<(typeof everyLook)[number]> = {},
): Promise<void> {
  await commands.emulate({ size: sizes[size], colorScheme, hasTouch: size !== "desktop" });
  await resize(sizes[size].width, sizes[size].height);
  await expect.poll(() => matchMedia(`(prefers-color-scheme: ${colorScheme})`).matches).toBe(true);
  answerWith(replies);
  window.history.replaceState(null, "", path);
  document.title = title;
  const style = document.createElement("style");
  style.textContent = styles;
  document.head.append(style);
  const drawn = new DOMParser().parseFromString(framed(frame, html), "text/html");
  document.body.replaceChildren(...drawn.body.children);
  const place = document.querySelector("main");
  if (place === null) {
    throw new Error(`${path} has no main`);
  }
  const script = begin(place);
  script.start();
  onTestFinished(() => {
    script.stop();
    style.remove();
    document.body.replaceChildren();
    localStorage.clear();
    expect(replies.complaints).toEqual([]);
  });
}
