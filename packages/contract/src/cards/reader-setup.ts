/** How long a reader waits for the card it was set up for, in milliseconds. No schema library here: screens use it too. */
export const READER_SETUP_MS = 3 * 60_000;
