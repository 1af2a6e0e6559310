import { hasApp } from "../lib/has-app.ts";
import type { Session } from "../lib/session.ts";
import { askFirst } from "./ask-first.ts";

/**
 * Asks what the screen at an address of the app asks first, for whoever this browser keeps as signed in.
 * @returns where that address leads them; undefined for whoever is not signed in
 */
export function askAhead(address: string): string | undefined {
  try {
    const current = kept();
    return current === null ? undefined : begin(address, current);
  } catch {
    // Of what may not be read, or `lib/session.ts` did not write there, nothing is asked.
    return undefined;
  }
}

/** The session as `lib/session.ts` wrote it down: that guards it for the app, and its guards would double this script. */
function kept(): Session | null {
  const token = localStorage.getItem("authToken");
  const [user, spaces, kiosk] = ["user", "spaces", "kiosk"].map((key) =>
    JSON.parse(localStorage.getItem(key) ?? "null"),
  );
  return token ? { token, user, spaces: spaces ?? [], kiosk: kiosk ?? undefined } : null;
}

function begin(address: string, current: Session): string {
  const asked = askFirst(address, current, {
    product: document.documentElement.dataset["product"] || "bb",
    hasApp: hasApp(),
  });
  globalThis.firstAsked = asked;
  /*
   * The first date that is written makes the browser read its languages, figures and calendars, which takes as long as drawing a
   * screen: while the code is on its way and nothing is to be drawn, one after the other.
   */
  for (const read of [
    () => new Intl.Locale("en-US").maximize(),
    () => new Intl.NumberFormat("en-US"),
    () => new Intl.DateTimeFormat("en-US"),
  ]) {
    (globalThis.requestIdleCallback ?? setTimeout)(read);
  }
  return asked.place;
}
