import { GuestPage } from "./guest-page.ts";

const place = document.querySelector("main");
if (place === null) {
  throw new Error("the page has no place for a pass");
}
new GuestPage(place).start();
