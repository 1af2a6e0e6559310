import { askFirst } from "./lib/first-answers.ts";
import { hasApp } from "./lib/has-app.ts";
import { browserStore } from "./lib/storage.ts";

/*
 * The page's first script: small, and run before its code has come. What the first screen asks of the server is then
 * on its way with the code, and not after it.
 */
const store = browserStore();
const token = store.getItem("authToken");
if (token !== null && token !== "") {
  globalThis.firstAsked = askFirst(window.location.pathname, {
    token,
    buildingId: store.getItem("buildingId"),
    userType: store.getItem("userType"),
    product: document.documentElement.dataset["product"] || "bb",
    hasApp: hasApp(),
  });
  /*
   * The first date that is written makes the browser read its languages, figures and calendars, which takes as long as drawing a
   * screen: now, while the code is on its way, and one after the other.
   */
  for (const read of [
    () => new Intl.Locale("en-US").maximize(),
    () => new Intl.NumberFormat("en-US"),
    () => new Intl.DateTimeFormat("en-US"),
  ]) {
    setTimeout(read);
  }
}
