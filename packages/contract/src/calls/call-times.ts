/*
 * Times of a call, apart from the schemas: a page that counts seconds does not fetch the schema library.
 */

/** A call nobody answers for this long becomes PERDIDA (specification §9). */
export const RING_MS = 30_000;
/** Without an answer this long after it rang, an automatic phone call is made (decisions §6). */
export const PHONE_CALL_AFTER_MS = 10_000;
/** Without an answer this long after it rang, an SMS is sent (decisions §6). */
export const SMS_AFTER_MS = 20_000;
/** How long the missed dialog stays (specification §9). */
export const MISSED_DIALOG_MS = 5000;
/** A running call whose two sides are both gone this long becomes TERMINADA (decisions §5). */
export const BOTH_GONE_MS = 60_000;
