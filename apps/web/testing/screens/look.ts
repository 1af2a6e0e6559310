import axe from "axe-core";
import { expect, onTestFinished } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { nextFrames, resize } from "./frames.ts";

/** Every size in both lights. */
export const everyLook = (["phone", "tablet", "desktop"] as const).flatMap((size) =>
  (["light", "dark"] as const).map((colorScheme) => ({ size, colorScheme })),
);

/** Draws the page so tall that all of it is seen at once, and looked at: axe looks at no colours of what is scrolled away. */
export const wholePage = (): Promise<void> =>
  resize(window.innerWidth, Math.max(window.innerHeight, document.documentElement.scrollHeight));

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const RULES_OF_COLOURS = ["color-contrast", "link-in-text-block"];

/** What was looked at with all rules: the same at the same size in the other light differs in its colours alone. */
const lookedAt = new Set<string>();

/** The screen's elements and its size. React numbers ids on from screen to screen: each counts by its first place. */
function structure(): string {
  const ids = new Map<string, number>();
  const html = document.body.innerHTML.replaceAll(/_r_[0-9a-z]+_/g, (id) => {
    ids.set(id, ids.get(id) ?? ids.size);
    return `_${ids.get(id)}_`;
  });
  return `${window.innerWidth} ${window.innerHeight} ${document.title} ${html}`;
}

/** What axe finds wrong on the screen as it is now: rule and place of each. The stories look with the same rules. */
export async function violations(): Promise<string[]> {
  // A screen whose code is on its way is not the screen.
  await expect.poll(() => document.querySelector("h1")).not.toBeNull();
  // Nor is it one with a dialog that is still going. What stands hidden until it rings is none.
  await expect
    .poll(() => document.querySelector('dialog:not([open]):not([style*="display: none"])'))
    .toBeNull();
  // A colour on its way to another is neither; what has just changed sets out with the next frame.
  await nextFrames();
  await Promise.allSettled(
    document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
      .map((animation) => animation.finished),
  );
  const seen = structure();
  const isKnown = lookedAt.has(seen);
  const { violations: found } = await axe.run(document, {
    runOnly: isKnown ? { type: "rule", values: RULES_OF_COLOURS } : { type: "tag", values: RULES },
    resultTypes: ["violations"],
    // The styles would be fetched anew as well, for a rule that is not among these.
    preload: { assets: ["media"] },
  });
  lookedAt.add(seen);
  return found.flatMap((rule) => rule.nodes.map((node) => `${rule.id}: ${node.target.join(" ")}`));
}

/** What stands beyond the right edge, outside of what scrolls by itself; nothing, on a good screen. */
export function beyondTheEdge(): string[] {
  const { clientWidth, scrollWidth } = document.documentElement;
  const wide = scrollWidth > clientWidth ? [`the page is ${scrollWidth} wide of ${clientWidth}`] : [];
  const outside = [
    ...document.body.querySelectorAll<HTMLElement>("button, a, input, select, h1, h2, p, td, th"),
  ]
    .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .filter((element) => element.getBoundingClientRect().right > clientWidth + 1 && !scrolls(element))
    .map((element) => `${element.tagName.toLowerCase()}: ${element.textContent}`);
  return [...wide, ...outside];
}

function scrolls(element: Element): boolean {
  for (let parent = element.parentElement; parent !== null; parent = parent.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(parent).overflowX)) {
      return true;
    }
  }
  return false;
}

/** The dialog that is open says exactly this. */
export async function says(title: string, text: string): Promise<void> {
  const dialog = page.getByRole("alertdialog");
  await expect.element(dialog.getByRole("heading")).toHaveTextContent(new RegExp(`^${escaped(title)}$`));
  await expect.element(dialog.getByRole("paragraph")).toHaveTextContent(new RegExp(`^${escaped(text)}$`));
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** What a list offers, without what it says before one is chosen. */
export function choicesOf(list: string): string[] {
  const select = page.getByRole("combobox", { name: list }).element();
  return [...select.querySelectorAll("option:not([hidden])")].map(({ textContent }) => textContent);
}

/** All texts on the screen that are like this, whole. */
export const shownTexts = (like: RegExp): string[] =>
  page
    .getByText(like)
    .elements()
    .map(({ textContent }) => textContent ?? "");

/** A list whose choices come from the server is chosen from once it is there. */
export async function choose(list: string, choice: string): Promise<void> {
  const select = page.getByRole("combobox", { name: list });
  await expect.element(select).toBeEnabled();
  await select.selectOptions(choice);
}

/** Holds the button of the sheet that silences an alarm, until what comes of it is seen. */
export async function holdToSilence(isSeen: () => Promise<unknown>): Promise<void> {
  const sheet = page.getByRole("dialog", { name: "Silenciar alarma" });
  const button = sheet.getByRole("button", { name: "Silenciar alarma" });
  await expect.element(button).toBeEnabled();
  button.element().focus();
  await userEvent.keyboard("{Enter>}");
  await isSeen();
  await userEvent.keyboard("{/Enter}");
}

/** Where something begins in the window: px from its top. */
export const topOf = (what: Locator): number => what.element().getBoundingClientRect().top;

/** Draws what follows with letters twice as large, as a browser's own setting does, until the test ends. */
export function largeLetters(): void {
  document.documentElement.style.fontSize = "200%";
  onTestFinished(() => {
    document.documentElement.style.removeProperty("font-size");
  });
}

/** Words that go on in another line: nothing, where each has room. */
export function brokenWords(within: Element = document.body): string[] {
  const broken: string[] = [];
  const texts = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    if (text.parentElement?.closest(".um-hidden, script, style") !== null) {
      continue;
    }
    for (const { 0: word, index } of text.textContent?.matchAll(/[\p{L}\p{N}]{3,}/gu) ?? []) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) {
        broken.push(word);
      }
    }
  }
  return broken;
}
