/** Characters of a reason or of a closing note at most. */
export const NOTE_LENGTH = 500;
