/** How long its light stays on after a card, so that whoever looks sees it. */
const LIGHT_MS = 5000;

/** What a reader's light shows. */
export type ReaderLight = "green" | "red" | "off";

/** A card reader with keys that is not there: it reads whatever card somebody swipes, and what they type. */
export class SimulatedReader {
  #onTag: ((tag: string) => void) | undefined;
  #onKeys: ((keys: string) => void) | undefined;
  #onLight: (light: ReaderLight) => void = () => undefined;
  #light: ReaderLight = "off";
  #lightEnds: ReturnType<typeof setTimeout> | undefined;
  /** It cannot be listened to. */
  isBroken = false;

  /** Whoever listened before hears no more. */
  listen(onTag: (tag: string) => void, onKeys: (keys: string) => void = () => undefined): void {
    if (this.isBroken) {
      throw new Error("the reader does not answer");
    }
    this.#onTag = onTag;
    this.#onKeys = onKeys;
  }

  silence(): void {
    this.#onTag = undefined;
    this.#onKeys = undefined;
  }

  /** Somebody holds a card to it. */
  swipe(tag: string): void {
    this.#onTag?.(tag);
  }

  /** Somebody presses these keys, one after the other. */
  press(keys: string): void {
    for (const key of keys) {
      this.#onKeys?.(key);
    }
  }

  get light(): ReaderLight {
    return this.#light;
  }

  /** Told each time that its light changes. */
  whenLit(then: (light: ReaderLight) => void): void {
    this.#onLight = then;
  }

  /** Says by its light what came of a card. It goes off by itself. */
  show(outcome: "granted" | "refused"): void {
    clearTimeout(this.#lightEnds);
    this.#lightEnds = setTimeout(() => this.#set("off"), LIGHT_MS).unref();
    this.#set(outcome === "granted" ? "green" : "red");
  }

  #set(light: ReaderLight): void {
    this.#light = light;
    this.#onLight(light);
  }
}
