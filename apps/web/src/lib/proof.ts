import { CallRefused } from "./failures.ts";
import { createStore } from "./store.ts";
import { session } from "./useSession.ts";

/** What somebody pressed waits until they have shown their second factor, or close what asks for it. */
export interface ProofAsked {
  /** The server's sentence. */
  sentence: string;
  answer(isShown: boolean): void;
}

/** The second factor of who administers a building is asked for: null while it is not. */
export const proofAsked = createStore<ProofAsked | null>(null);

/** In whose session it is asked. */
let asker: string | undefined;
// Whoever leaves takes the question along, also where somebody else signed in right after them, in another tab.
session.subscribe(() => {
  if (session.current()?.token !== asker) {
    proofAsked.current()?.answer(false);
  }
});

export const isUnproven = (error: unknown): error is CallRefused =>
  error instanceof CallRefused && error.code === "SECOND_FACTOR_ASKED";

const declined = new WeakSet<CallRefused>();
/** Did whoever was asked for their second factor close the question? Nothing went wrong: they left what they had begun. */
export const hasDeclined = (error: unknown): boolean => isUnproven(error) && declined.has(error);

/**
 * Does what somebody pressed, and once more after they have shown the second factor for which it was refused: nothing had
 * changed by then. Who shows none gets the refusal, and is known to have declined where they were asked.
 */
export async function provenFirst<Result>(act: () => Promise<Result>): Promise<Result> {
  const token = session.current()?.token;
  try {
    return await act();
  } catch (error) {
    // Where nobody would see the question there is none, and of somebody else it is not asked.
    if (isUnproven(error) && proofAsked.isHeard()) {
      if (session.current()?.token === token && (await askForProof(error.message))) {
        return act();
      }
      declined.add(error);
    }
    throw error;
  }
}

let asking: Promise<boolean> | null = null;

/** One question for all that wait at once. */
function askForProof(sentence: string): Promise<boolean> {
  asking ??= new Promise((resolve) => {
    asker = session.current()?.token;
    const answer = (isShown: boolean) => {
      asking = null;
      proofAsked.set(null);
      resolve(isShown);
    };
    proofAsked.set({ sentence, answer });
  });
  return asking;
}
