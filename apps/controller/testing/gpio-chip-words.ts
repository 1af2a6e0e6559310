/** What the thread of a simulated GPIO chip and its test say to one another. */
export const CHIP = "/dev/gpiochip0";
export const LINES = 54;
export const holders = ["", "gpioset", "gpioget", "gpiomon"];

export type ChipMessage =
  | { kind: "drive"; line: number; level: boolean | null }
  | { kind: "kill"; line: number }
  | { kind: "chip"; isThere: boolean; isStuck: boolean };

/** Where in the memory that both see a line's level and its holder stand. */
export const fieldsOf = (line: number) => ({ level: line * 2, holder: line * 2 + 1 });
