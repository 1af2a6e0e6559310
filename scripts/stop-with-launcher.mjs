// @ts-check

/*
 * Loaded into the server before its own code. The server runs in a session of its own, so that a Ctrl-C
 * reaches it once, through the launcher. When the launcher goes without a word (killed, terminal torn away)
 * the channel between the two closes, and the server ends in order like after any other signal.
 */
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
process.channel?.unref();
