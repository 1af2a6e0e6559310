import { useMutation } from "@tanstack/react-query";
import { refreshEverything } from "../lib/queries.ts";
import { dialogs } from "./dialogs.ts";
import { sayFailed } from "./failed.ts";
import { notify } from "./notices.ts";

interface Irrevocable<T> {
  question: { title: string; text: string };
  act(): Promise<T>;
  /** The sentence for when it is done, or what is done with what it gave. */
  done: string | ((given: T) => void);
}

/**
 * What cannot be taken back: asked first, then done; what is shown is read anew, and it is said, as is why it could not be.
 * Gives how to ask, and whether it is being done.
 */
export function useIrrevocable<T>({ question, act, done }: Irrevocable<T>) {
  const { mutate, isPending } = useMutation({
    mutationFn: act,
    onSuccess: async (given) => {
      if (typeof done !== "string") {
        done(given);
      }
      await refreshEverything();
      if (typeof done === "string") {
        notify(done, "good");
      }
    },
    onError: (error) => void sayFailed(error),
  });
  const ask = async () => {
    if (await dialogs.confirm({ ...question, irrevocable: true })) {
      mutate();
    }
  };
  return { isPending, ask: () => void ask() };
}
