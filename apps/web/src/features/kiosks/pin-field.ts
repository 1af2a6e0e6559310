/** A PIN is no password that the browser of a shared device should keep. */
export const PIN_FIELD = { autoComplete: "off", maxLength: 12 } as const;

/** As wide as the pad stands beside nothing: a phone has its own. */
export const ROOMY = "(min-width: 46em)";
