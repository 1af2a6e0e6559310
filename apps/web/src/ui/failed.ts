import { hasDeclined } from "../lib/proof.ts";
import { sentenceFor } from "../lib/sentences.ts";
import { dialogs } from "./dialogs.ts";
import { notify } from "./notices.ts";

/** What the failed dialog says of an error. */
type Words = (error: unknown) => { title?: string; text: string };

/** Says in passing that somebody left it themselves, and nothing changed. */
export const sayDeclined = (): void => notify("No cambiamos nada: faltó la verificación en dos pasos.");

/** Says why something did not happen, in other words than the server's where a screen has them. */
export async function sayFailedIn(words: Words, error: unknown): Promise<void> {
  if (hasDeclined(error)) {
    sayDeclined();
  } else {
    await dialogs.failure(words(error));
  }
}

/** Says why something did not happen, in the server's own sentence when it gave one. */
export const sayFailed = (error: unknown): Promise<void> =>
  sayFailedIn((one) => ({ text: sentenceFor(one) }), error);
