/** A card reader that is not there: it reads whatever card somebody swipes. */
export class SimulatedReader {
  #onTag: ((tag: string) => void) | undefined;
  /** It cannot be listened to. */
  isBroken = false;

  /** Whoever listened before hears no more. */
  listen(onTag: (tag: string) => void): void {
    if (this.isBroken) {
      throw new Error("the reader does not answer");
    }
    this.#onTag = onTag;
  }

  silence(): void {
    this.#onTag = undefined;
  }

  /** Somebody holds a card to it. */
  swipe(tag: string): void {
    this.#onTag?.(tag);
  }
}
