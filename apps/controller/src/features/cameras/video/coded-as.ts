import type { VideoConfig } from "@umbral/contract/cameras/video.contract";

/** What is to be known of a codec to pass it on. */
export interface CodedAs {
  /** What a unit is: by what is decoded, a picture's own data, or what can be missed. */
  kindOf(unit: Uint8Array): "parameters" | "key" | "delta" | "other";
  /** Is this unit of a picture its first one? What is missing before the others is seen by nothing else. */
  isFirst(unit: Uint8Array): boolean;
  /** Which of the parameter sets this is: a later one of the same name takes its place. */
  setOf(unit: Uint8Array): string;
  /** Those that say what the pictures are: size, colours, profile. */
  isOfPicture(set: string): boolean;
  /** @throws {VideoFailure} where some are missing, or browsers do not decode it */
  configOf(sets: ReadonlyMap<string, Uint8Array>): VideoConfig;
}
