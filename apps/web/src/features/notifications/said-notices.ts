/** As a push and the line both tell it. */
interface Said {
  title: string;
  sentence: string;
}

/** The line and the outbox tell of the same within moments; what was said before is another arrival by the same words. */
const SAME_MS = 60_000;
const MOST = 20;

/** What this window said in front of somebody, so that a push about the same need not say it again. */
export class SaidNotices {
  #said: (Said & { atMs: number })[] = [];
  readonly #waiting = new Set<() => void>();

  readonly #nowMs: () => number;

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** It was said, while somebody looked. */
  add({ title, sentence }: Said): void {
    this.#said = [...this.#said.slice(1 - MOST), { title, sentence, atMs: this.#nowMs() }];
    for (const look of this.#waiting) {
      look();
    }
  }

  /** Was it said? Each saying answers for one push. Waits a moment for a line that is slower than the push. */
  async take(asked: Said, moment: Promise<void>): Promise<boolean> {
    if (this.#find(asked)) {
      return true;
    }
    return new Promise((resolve) => {
      const end = (isSaid: boolean) => {
        this.#waiting.delete(look);
        resolve(isSaid);
      };
      const look = () => {
        if (this.#find(asked)) {
          end(true);
        }
      };
      this.#waiting.add(look);
      void moment.then(() => end(false));
    });
  }

  #find({ title, sentence }: Said): boolean {
    const after = this.#nowMs() - SAME_MS;
    const index = this.#said.findIndex(
      (one) => one.title === title && one.sentence === sentence && one.atMs >= after,
    );
    if (index < 0) {
      return false;
    }
    this.#said.splice(index, 1);
    return true;
  }
}

/** Of this window. */
export const saidNotices = new SaidNotices();
