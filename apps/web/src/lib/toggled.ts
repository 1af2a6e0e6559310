/** These with one more, or without it: what is chosen after a press on a box. */
export const toggled = <T>(all: readonly T[], one: T, isChosen: boolean): readonly T[] =>
  isChosen ? [...all, one] : all.filter((other) => other !== one);
