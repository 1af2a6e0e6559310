/** A disk that does not answer within this is one that takes nothing. */
const PATIENCE_MS = 4000;

/**
 * A question to a disk that may be away. One across a network answers neither yes nor no then, and each question to it holds one
 * of the few threads that all files share: so it is asked one at a time, and whoever asks is told after a while that it says nothing.
 */
export class DiskQuestion<Answer> {
  readonly #ask: () => Promise<Answer>;
  readonly #patienceMs: number;
  #underWay: Promise<Answer> | undefined;

  constructor(ask: () => Promise<Answer>, patienceMs = PATIENCE_MS) {
    this.#ask = ask;
    this.#patienceMs = patienceMs;
  }

  /** @throws what the disk says, or that it says nothing */
  answer(): Promise<Answer> {
    this.#underWay ??= this.#ask().finally(() => {
      this.#underWay = undefined;
    });
    return withinMs(this.#patienceMs, this.#underWay);
  }
}

/** What a disk answers, unless it takes longer than this. */
export function withinMs<Result>(milliseconds: number, promise: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`a disk did not answer within ${milliseconds} ms`)),
      milliseconds,
    );
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
