import { session } from "./useSession.ts";

/**
 * Does what somebody asked for, and gives what became of it to them alone: once they have left, or somebody else is signed in,
 * whoever waits for it waits on, and nothing is told or opened. Signed in anew without leaving they are the same, whom the server
 * signed out has not left, and whoever asked without a session is answered in any.
 */
export async function forAsker<T>(act: () => Promise<T>): Promise<T> {
  const asker = session.current()?.user?.id;
  let hasLeft = false;
  const stop = session.subscribe(() => {
    const now = session.current();
    hasLeft ||= now === null ? session.endedBy() === "sign-out" : now.user?.id !== asker;
  });
  try {
    return await act();
  } finally {
    stop();
    if (asker && hasLeft) {
      await new Promise(() => {});
    }
  }
}
