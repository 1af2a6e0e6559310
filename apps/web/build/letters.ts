import { readFile } from "node:fs/promises";
import subsetFont from "subset-font";
import type { Plugin } from "vite";

const FONT = /\/(inter-latin-wght-normal\.woff2)$/;

/** Latin letters with their accents, so that people's names are whole; the punctuation of print; and single signs. */
const CHARACTERS = [
  charactersBetween(0x20, 0x7e),
  charactersBetween(0xa0, 0xff),
  charactersBetween(0x20_00, 0x20_6f),
  "ŒœŸ€™↑↓−",
].join("");
/** Spacing of pairs, forms that depend on what stands beside ('10:30'), and digits of one width. */
const FEATURES = ["kern", "calt", "tnum"];
/** The lightest and heaviest that a style names. */
const WEIGHTS = { min: 400, max: 700 };

/**
 * The letters as the page needs them, half of the file that the font's package has: on a slow line they come in the way of
 * the code. What is not among them is drawn with the system's letters.
 */
export function letters(): Plugin {
  return {
    name: "letters",
    apply: "build",
    enforce: "pre",
    load: {
      filter: { id: FONT },
      async handler(id) {
        const source = await subsetFont(await readFile(id), CHARACTERS, {
          targetFormat: "woff2",
          keepFeatures: FEATURES,
          variationAxes: { wght: WEIGHTS },
          noHinting: true,
        });
        const file = this.emitFile({ type: "asset", name: FONT.exec(id)?.[1] ?? "letters.woff2", source });
        return `export default import.meta.ROLLUP_FILE_URL_${file};`;
      },
    },
  };
}

function charactersBetween(first: number, last: number): string {
  return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index));
}
