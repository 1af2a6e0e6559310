let running: string | null = null;
/** The call that was left for another one: that it ended is no news to who left it. */
let left: string | null = null;
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
  /** Who is in it answers another one. */
  leave(): void {
    left = running;
  },
  wasLeft: (callId: string): boolean => left === callId,
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
