import { defineBrowserCommand } from "@vitest/browser-playwright";
import type { BrowserCommandContext } from "vitest/node";

/** How the browser is to look and behave. */
export interface Device {
  size: { width: number; height: number };
  colorScheme: "light" | "dark";
  /** A finger instead of a mouse: nothing hovers. */
  hasTouch: boolean;
}

/** One for each page, kept: what it emulates ends with it. */
const sessions = new WeakMap<object, ReturnType<BrowserCommandContext["context"]["newCDPSession"]>>();

/** What the tests of screens ask of the browser from outside the page. */
export const commands = {
  emulate: defineBrowserCommand<[Device]>(async ({ page, context }, { size, colorScheme, hasTouch }) => {
    const session = sessions.get(page) ?? context.newCDPSession(page);
    sessions.set(page, session);
    // The window around the screen is no larger than it: what lies below the screen's edge is scrolled to before it is pressed.
    await page.setViewportSize(size);
    await (await session).send("Emulation.setTouchEmulationEnabled", { enabled: hasTouch });
    // Nothing moves while it is looked at.
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  }),
};

declare module "vitest/browser" {
  interface BrowserCommands {
    emulate(device: Device): Promise<void>;
  }
}
