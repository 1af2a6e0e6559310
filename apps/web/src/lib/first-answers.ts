/** What a page asked before its own code had come, or before the screen that it is for. */
export interface FirstAsked {
  token: string;
  /** Where the address leads that it asked for. */
  place: string;
  /** On the page's own clock. */
  atMs: number;
  /** By their methods and addresses; undefined for what was taken, or asked by whoever needs it: it is not asked here any more. */
  answers: Map<string, Promise<Response> | undefined>;
}

declare global {
  /** Handed from the page's first script to its code, which are two files. */
  var firstAsked: FirstAsked | undefined;
  /** The same for the screen at another address of the app. A developer's server has no first script. */
  var askAhead: ((address: string) => string | undefined) | undefined;
}

/** People on a page: what a screen shows after two or three turns of the wheel. */
export const PEOPLE_PAGE = 50;
/** Whoever took longer than this to come asks for themselves. What is younger is read again when the line stands. */
const GOOD_FOR_MS = 30_000;

/** Is there an answer to this that nobody took yet, or one on its way? */
export const wasAskedFirst = (method: string, address: string): boolean =>
  globalThis.firstAsked?.answers.get(`${method} ${address}`) !== undefined;

/** On the page's own clock: when the last answer was taken. */
let takenAtMs = Number.NEGATIVE_INFINITY;

/** Was any taken since? It says how things were before. */
export const wasTakenSince = (atMs: number): boolean => takenAtMs >= atMs;

/** The answer to what the page asked before whoever needs it was there, once: later it would say how things were. */
export function firstAnswer(
  method: string,
  address: string,
  token: string | undefined,
): Promise<Response> | undefined {
  const asked = globalThis.firstAsked;
  if (asked === undefined || asked.token !== token || performance.now() - asked.atMs > GOOD_FOR_MS) {
    return undefined;
  }
  const question = `${method} ${address}`;
  const answer = asked.answers.get(question);
  asked.answers.set(question, undefined);
  takenAtMs = answer === undefined ? takenAtMs : performance.now();
  return answer;
}
