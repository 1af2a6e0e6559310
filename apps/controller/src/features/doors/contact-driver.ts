export type LeafPosition = "open" | "closed";

/** What tells whether a door's leaf is open, whoever made it. */
export interface ContactDriver {
  /** Tells the present position as soon as it is known, and each change of it, until `stop`. */
  start(tell: (position: LeafPosition) => void): void;
  stop(): void;
}
