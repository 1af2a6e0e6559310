import { useSyncExternalStore } from "react";

/** A value that changes outside of what is drawn, and who wants to know when it does. */
export interface Readable<Value> {
  current(): Value;
  /** Returns how to hear no more. */
  subscribe(listener: () => void): () => void;
}

export interface Store<Value> extends Readable<Value> {
  /** Everybody is told, unless it is the very same value. */
  set(next: Value): void;
  /** Is there anybody to be told? */
  isHeard(): boolean;
}

/** Keeps one value and tells who subscribed. A value is replaced, never changed in its place. */
export function createStore<Value>(first: Value): Store<Value> {
  const listeners = new Set<() => void>();
  let value = first;
  return {
    current: () => value,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    set(next) {
      if (Object.is(next, value)) {
        return;
      }
      value = next;
      // A copy: whoever hears may leave, and take others along.
      for (const listener of [...listeners]) {
        listener();
      }
    },
    isHeard: () => listeners.size > 0,
  };
}

/** The value, or what is read of it; draws again when that changes. What is read has to be the same while nothing changed. */
export function useStore<Value>(store: Readable<Value>): Value;
export function useStore<Value, Part>(store: Readable<Value>, read: (value: Value) => Part): Part;
export function useStore<Value>(store: Readable<Value>, read?: (value: Value) => unknown): unknown {
  return useSyncExternalStore(store.subscribe, () => (read ? read(store.current()) : store.current()));
}
