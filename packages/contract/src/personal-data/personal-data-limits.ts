/*
 * Numbers and words that a screen says too; no schema library here.
 */

/** Why somebody may not be erased, in the words of whoever says so. */
export const HOLD_REASON_LENGTH = 500;

/** What is called so was somebody once. */
export const ERASED_NAME = "Persona eliminada";
