import { sentenceFor } from "../lib/sentences.ts";
import { dialogs } from "./dialogs.ts";

/** Says why something did not happen, in the server's own sentence when it gave one. */
export const sayFailed = (error: unknown): Promise<void> => dialogs.failure({ text: sentenceFor(error) });
