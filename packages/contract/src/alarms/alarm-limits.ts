/** So many of those who raised an alarm are told, while it is active, who has seen it: each asks anew when one more has. */
export const RAISERS_TOLD = 10;

/** Characters of a reason or of a closing note at most. */
export const NOTE_LENGTH = 500;
