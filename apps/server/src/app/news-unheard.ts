import type { Bus } from "../platform/bus.ts";
import type { Live } from "../platform/live.ts";
import type { Working } from "../platform/rounds.ts";

/** What rings or burns in a building is seen this late by whoever hangs on another process than who said it. */
const EVERY_MS = 10_000;

/**
 * While Redis is away a process hears nothing of what happens on the others. What happened stands in the database all the same:
 * its own pages are asked to read again, each when it likes.
 */
export class NewsUnheard implements Working {
  readonly #bus: Pick<Bus, "isAway"> | undefined;
  readonly #live: Pick<Live, "tellEverybody">;
  #timer: NodeJS.Timeout | undefined;

  constructor({ bus, live }: { bus?: Pick<Bus, "isAway"> | undefined; live: Pick<Live, "tellEverybody"> }) {
    this.#bus = bus;
    this.#live = live;
  }

  start(): void {
    const bus = this.#bus;
    if (bus) {
      this.#timer = setInterval(() => {
        if (bus.isAway) {
          this.#live.tellEverybody("news:missed");
        }
      }, EVERY_MS);
    }
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
