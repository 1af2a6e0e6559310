/** What reads an input's circuit, whoever made it. */
export interface InputDriver {
  /**
   * Tells whether the circuit is closed as soon as that is known, and each change, until `stop`. Null while it cannot
   * be known, with why for whoever wires it, in Spanish: what comes after that is news of now, and nobody's doing.
   */
  start(tell: (isClosed: boolean | null, why?: string) => void): void;
  stop(): void;
}
