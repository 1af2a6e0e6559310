/** How long its light stays on after a card, so that whoever looks sees it. */
const LIGHT_MS = 5000;

/** What a reader's light shows. */
export type ReaderLight = "green" | "red" | "off";

/** A card reader that is not there: it reads whatever card somebody swipes. */
export class SimulatedReader {
  #onTag: ((tag: string) => void) | undefined;
  #onLight: (light: ReaderLight) => void = () => undefined;
  #light: ReaderLight = "off";
  #lightEnds: ReturnType<typeof setTimeout> | undefined;
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
