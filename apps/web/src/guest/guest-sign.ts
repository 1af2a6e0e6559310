import { SignPage } from "./sign-page.ts";

const place = document.querySelector("main");
if (place === null) {
  throw new Error("the page has no place for the homes");
}
new SignPage(place).start();
