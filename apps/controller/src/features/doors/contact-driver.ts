export type LeafPosition = "open" | "closed";

/** What tells whether a door's leaf is open, whoever made it. */
export interface ContactDriver {
  /**
   * Tells the present position as soon as it is known, and each change of it, until `stop`. Null while it cannot be known,
   * with why for whoever wires it, in Spanish.
   */
  start(tell: (position: LeafPosition | null, why?: string) => void): void;
  stop(): void;
}
