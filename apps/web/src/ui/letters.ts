import inter from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2";

let areThere = false;

/**
 * The letters of our language, served by ourselves. What is drawn already changes to them when they are there: asked for with the
 * first screen, so that nothing moves later under a finger.
 */
export function addLetters(): void {
  if (areThere) {
    return;
  }
  areThere = true;
  document.fonts.add(
    new FontFace("Inter Variable", `url(${inter}) format("woff2")`, { weight: "400 700", display: "swap" }),
  );
}
