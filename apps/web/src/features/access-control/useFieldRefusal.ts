import type { ErrorCode } from "@umbral/contract/lib/refusals";
import { useState } from "react";
import { CallRefused } from "../../lib/failures.ts";
import { sayFailed } from "../../ui/failed.ts";

/**
 * What the server refused, said at the field that it is about for as long as that holds the same.
 * @param fields which refusal is about which field; the others open the dialog
 * @param sayOther says those others
 */
export function useFieldRefusal<V>(
  fields: { [Code in ErrorCode]?: keyof V },
  sayOther: (error: unknown) => Promise<void> = sayFailed,
) {
  const [refused, setRefused] = useState<{ field: keyof V; value: unknown; sentence: string } | null>(null);
  return {
    /** What to say at a field. It stops nobody from asking again: what was refused may be free by then. */
    at: (field: keyof V, value: unknown): string | undefined =>
      refused?.field === field && refused.value === value ? refused.sentence : undefined,
    /** For `onError`: says it. `focus` is called when it is at a field. */
    say(error: unknown, values: V, focus: () => void): void {
      const field = error instanceof CallRefused ? fields[error.code] : undefined;
      if (field === undefined || !(error instanceof CallRefused)) {
        void sayOther(error);
        return;
      }
      setRefused({ field, value: values[field], sentence: `* ${error.message.replace(/\.$/, "")}` });
      focus();
    },
  };
}
