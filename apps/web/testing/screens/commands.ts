import { defineBrowserCommand } from "@vitest/browser-playwright";
import type { BrowserCommandContext } from "vitest/node";
import { z } from "zod";

/** How the browser is to look and behave. */
export interface Device {
  size: { width: number; height: number };
  colorScheme: "light" | "dark";
  /** A finger instead of a mouse: nothing hovers. */
  hasTouch: boolean;
}

/** Paper of A4 between the margins that every page is printed with (`PrintSheet.module.css`), in CSS pixels. */
const PAPER = { width: Math.floor(((210 - 2 * 14) / 25.4) * 96), height: 1000 };

/** What comes out of a printer. */
interface Printed {
  pages: number;
  /** How far the widest line hangs out at the right, in pixels. */
  beyond: number;
}

/** One for each page, kept: what it emulates ends with it. */
const sessions = new WeakMap<object, ReturnType<BrowserCommandContext["context"]["newCDPSession"]>>();

function sessionOf({ page, context }: Pick<BrowserCommandContext, "page" | "context">) {
  const session = sessions.get(page) ?? context.newCDPSession(page);
  sessions.set(page, session);
  return session;
}

/** A scanner types a key in so many seconds. */
const SCANNED_EACH_SECONDS = 0.005;

/** Of the keys that a scanner has. */
const keyOf = (key: string) =>
  key === "Enter"
    ? { key, code: "Enter", text: "\r", windowsVirtualKeyCode: 13 }
    : { key, code: `Digit${key}`, text: key, windowsVirtualKeyCode: key.charCodeAt(0) };

/** What the tests of screens ask of the browser from outside the page. */
export const commands = {
  emulate: defineBrowserCommand<[Device]>(async ({ page, context }, { size, colorScheme, hasTouch }) => {
    const session = sessionOf({ page, context });
    // The window around the screen is no larger than it: what lies below the screen's edge is scrolled to before it is pressed.
    await page.setViewportSize(size);
    await (await session).send("Emulation.setTouchEmulationEnabled", { enabled: hasTouch });
    // Nothing moves while it is looked at.
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  }),

  /** What a scanner types: a key right after the other by the keyboard's own clock, however slowly this machine passes them on. */
  scan: defineBrowserCommand<[string]>(async ({ page, context, frame }, digits) => {
    const session = await sessionOf({ page, context });
    // Where nothing on the screen has the focus, keys would go to the window around it. As text, as below.
    await (await frame()).evaluate("document.hasFocus() || window.focus()");
    const began = Date.now() / 1000;
    for (const [at, key] of [...digits, "Enter"].entries()) {
      const timestamp = began + at * SCANNED_EACH_SECONDS;
      await session.send("Input.dispatchKeyEvent", { type: "keyDown", timestamp, ...keyOf(key) });
      await session.send("Input.dispatchKeyEvent", { type: "keyUp", timestamp, ...keyOf(key) });
    }
  }),

  /** A page that is drawn no more, as happens to one of several on a busy machine, is drawn again. */
  wake: defineBrowserCommand<[]>(async ({ page }) => {
    await page.bringToFront();
    // It asks for a frame by itself.
    await page
      .screenshot({ clip: { x: 0, y: 0, width: 1, height: 1 }, timeout: 5000 })
      .catch(() => undefined);
  }),

  /** Prints the screen as it is now, on A4. */
  print: defineBrowserCommand<[]>(async ({ frame, context }): Promise<Printed> => {
    const screen = await frame();
    // A printer gets what is drawn: in a page of its own, for Chromium prints whole windows only.
    const drawn = (await screen.content())
      .replaceAll(/<script\b[\s\S]*?<\/script>/g, "")
      .replace("<head>", `<head><base href="${screen.url()}">`);
    const paper = await context.newPage();
    try {
      await paper.setViewportSize(PAPER);
      await paper.emulateMedia({ media: "print", colorScheme: "light" });
      await paper.setContent(drawn, { waitUntil: "load" });
      // As text: this runs where there is no page, and its types know of none.
      await paper.evaluate("document.fonts.ready.then(() => undefined)");
      const beyond = z
        .number()
        .parse(
          await paper.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"),
        );
      const pdf = await paper.pdf({ preferCSSPageSize: true });
      return { pages: pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0, beyond };
    } finally {
      await paper.close();
    }
  }),
};

declare module "vitest/browser" {
  interface BrowserCommands {
    emulate(device: Device): Promise<void>;
    scan(digits: string): Promise<void>;
    wake(): Promise<void>;
    print(): Promise<Printed>;
  }
}
