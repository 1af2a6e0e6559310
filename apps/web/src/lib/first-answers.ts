/** What a page asked before its own code had come, or before the screen that it is for. */
export interface FirstAsked {
  token: string;
  /** Where the address leads that it asked for. */
  place: string;
  /** On the page's own clock. */
  atMs: number;
  /** By their methods and addresses. */
  answers: Map<string, Promise<Response>>;
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
  globalThis.firstAsked?.answers.has(`${method} ${address}`) ?? false;

/** The answer to what the page asked before whoever needs it was there, once. */
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
  asked.answers.delete(question);
  return answer;
}
