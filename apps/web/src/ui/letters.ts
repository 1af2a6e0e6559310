import inter from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2";
import { betweenPresses } from "../lib/between-presses.ts";

let areThere = false;

/**
 * The letters of our language, served by ourselves. What is drawn already changes to them when they are there, and moves by a
 * line here and there: asked for with the first screen, and not while something is pressed.
 */
export function addLetters(): void {
  if (areThere) {
    return;
  }
  areThere = true;
  const face = new FontFace("Inter Variable", `url(${inter}) format("woff2")`, { weight: "400 700" });
  betweenPresses(face.load()).then(
    () => document.fonts.add(face),
    // Without them the page is written in the device's own.
    () => undefined,
  );
}
