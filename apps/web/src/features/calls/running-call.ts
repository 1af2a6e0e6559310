/** A call that this page is in: its screen is open. */
export interface RunningCall {
  callId: string;
  hangUp(): void;
}

let running: RunningCall | null = null;
const listeners = new Set<() => void>();

/** So that what rings meanwhile does not take the screen away from who is talking. */
export const runningCall = {
  current: (): RunningCall | null => running,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  /** Returns how to say that it is not running any more. */
  begin(call: RunningCall): () => void {
    set(call);
    return () => {
      if (running === call) {
        set(null);
      }
    };
  },
};

function set(next: RunningCall | null): void {
  running = next;
  for (const listener of listeners) {
    listener();
  }
}
