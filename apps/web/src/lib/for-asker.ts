import { session } from "./useSession.ts";

/**
 * Does what somebody asked for, and gives what became of it to them alone: once somebody else is signed in, or they have left,
 * whoever waits for it waits on, and nothing is told or opened. Signed in anew they are the same, whom the answer itself signed
 * out is there to read why, and whoever asked without a session is answered in any.
 */
export async function forAsker<T>(act: () => Promise<T>): Promise<T> {
  const asker = session.current()?.user?.id;
  try {
    return await act();
  } finally {
    if (asker && session.current()?.user?.id !== asker && session.endedBy() !== "refused") {
      await new Promise(() => {});
    }
  }
}
