/*
 * Numbers that a screen says too; no schema library here.
 */

/** What is kept of a person is counted no further than this. */
export const KEPT_COUNTED = 1000;

/** A search from everywhere by fewer signs would find nearly everybody. */
export const FINDER_SHORTEST = 2;
