import { useMutation } from "@tanstack/react-query";
import { useWhileHere } from "../../lib/useWhileHere.ts";
import { refreshAccess } from "./access.api.ts";
import type { useFieldRefusal } from "./useFieldRefusal.ts";

interface SavingOptions<V> {
  buildingId: string;
  save(given: V): Promise<unknown>;
  refusal: ReturnType<typeof useFieldRefusal<V>>;
  /** Goes to the field that a refusal is about. */
  focusWrong(): void;
  onDone(): void;
}

/** Saves a level or a schedule. Also when it is refused what can be chosen is read again: somebody else was faster. */
export function useSaving<V>({ buildingId, save, refusal, focusWrong, onDone }: SavingOptions<V>) {
  const leave = useWhileHere(onDone);
  return useMutation({
    mutationFn: save,
    onSuccess: async () => {
      await refreshAccess(buildingId);
      leave();
    },
    onError: (error, given: V) => {
      refusal.say(error, given, focusWrong);
      void refreshAccess(buildingId);
    },
  });
}
