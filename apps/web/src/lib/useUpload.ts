import { useEffect, useRef, useState } from "react";
import { forAsker } from "./for-asker.ts";
import type { Sending } from "./upload.ts";

interface Endings<Input, Reply> {
  done(reply: Reply, input: Input): void;
  /** Not called for what the person cancelled. */
  failed(error: unknown, input: Input): void;
  /** The person cancelled it, which the server may have done all the same. Not called where they left the screen. */
  cancelled?(input: Input): void;
  /** Whoever presses and turns to the next one has done it: leaving cancels nothing. */
  goesOn?: boolean;
}

const CANCELLED = "cancelled";

/**
 * One form with pictures on its way: how far it is, and its end. A second press while it is on its way
 * does nothing; leaving the screen cancels it, unless it goes on.
 */
export function useUpload<Input, Reply>(
  send: (input: Input, sending: Required<Sending>) => Promise<Reply>,
  { done, failed, cancelled, goesOn = false }: Endings<Input, Reply>,
) {
  const [share, setShare] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => (goesOn ? undefined : () => running.current?.abort()), [goesOn]);

  const begin = async (input: Input) => {
    if (running.current !== null) {
      return;
    }
    const controller = new AbortController();
    running.current = controller;
    setShare(0);
    const end = await forAsker(() => send(input, { signal: controller.signal, onProgress: setShare })).then(
      (reply) => () => done(reply, input),
      (error: unknown) => () => failed(error, input),
    );
    running.current = null;
    setShare(null);
    if (!controller.signal.aborted) {
      end();
    } else if (controller.signal.reason === CANCELLED) {
      cancelled?.(input);
    }
  };

  return {
    /** What share has been sent; null while nothing is on its way. */
    share,
    isPending: share !== null,
    begin: (input: Input) => void begin(input),
    cancel: () => running.current?.abort(CANCELLED),
  };
}
