import { validationSentence } from "../lib/validation-sentence.ts";
import { sayFailedIn } from "./failed.ts";

/** Says why something did not happen to a card or to people's data, which speak by status (specification §8). */
export const sayInvalid = (error: unknown): Promise<void> =>
  sayFailedIn((one) => ({ text: validationSentence(one) }), error);
