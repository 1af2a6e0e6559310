let running: string | null = null;
const listeners = new Set<() => void>();

/**
 * The call that this page is in, by its id: so that what rings meanwhile does not take the screen away
 * from who is talking.
 */
export const runningCall = {
  current: (): string | null => running,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  /** Returns how to say that it is not running any more. */
  begin(callId: string): () => void {
    set(callId);
    return () => {
      if (running === callId) {
        set(null);
      }
    };
  },
};

function set(next: string | null): void {
  running = next;
  for (const listener of listeners) {
    listener();
  }
}
