/** The package tells no types: what is used of it. */
declare module "subset-font" {
  interface Wishes {
    targetFormat: "woff2";
    /** OpenType features, by their tags; all others go. */
    keepFeatures: readonly string[];
    variationAxes: Readonly<Record<string, { min: number; max: number }>>;
    noHinting: boolean;
  }
  /** The font with the characters of `text` alone. */
  export default function subsetFont(font: Buffer, text: string, wishes: Wishes): Promise<Buffer>;
}
