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

// Whoever leaves takes the question along.
session.subscribe(() => {
  if (session.current() === null) {
    proofAsked.current()?.answer(false);
  }
});

export const isUnproven = (error: unknown): error is CallRefused =>
  error instanceof CallRefused && error.code === "SECOND_FACTOR_ASKED";

/**
 * Does what somebody pressed, and once more after they have shown the second factor for which it was refused: nothing had
 * changed by then. Who shows none gets the refusal.
 */
export async function provenFirst<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (isUnproven(error) && (await askForProof(error.message))) {
      return act();
    }
    throw error;
  }
}

let asking: Promise<boolean> | null = null;

/** One question for all that wait at once. Where nobody would see it there is none. */
function askForProof(sentence: string): Promise<boolean> {
  if (!proofAsked.isHeard()) {
    return Promise.resolve(false);
  }
  asking ??= new Promise((resolve) => {
    const answer = (isShown: boolean) => {
      asking = null;
      proofAsked.set(null);
      resolve(isShown);
    };
    proofAsked.set({ sentence, answer });
  });
  return asking;
}
