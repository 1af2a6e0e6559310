/** Numbers from 0 to below 1 that are the same for the same seed (mulberry32): what was played can be played again. */
export function randomOf(...seeds: readonly number[]): () => number {
  let state = seeds.reduce((mixed, seed) => Math.imul(mixed ^ (seed + 0x9e3779b9), 0x85ebca6b), 0x1b873593);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
