/** Rows that can be chosen for a file at once. */
export const CHOSEN_MOST = 100;
