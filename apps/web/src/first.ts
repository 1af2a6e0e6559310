import { askAhead } from "./app/ask-ahead.ts";

/*
 * The page's first script: small, and run before its code has come. What the first screen asks of the server is then
 * on its way with the code, and not after it. It does the same for whoever signs in later.
 */
globalThis.askAhead = askAhead;
askAhead(window.location.pathname + window.location.search);
