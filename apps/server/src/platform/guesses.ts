import type { ErrorCode } from "@umbral/contract/lib/refusals";
import { networkOf } from "./address.ts";
import {
  giveBackAttempt,
  giveBackUntil,
  type Limit,
  type Pace,
  takeAttempt,
  takeTurn,
  takeUntil,
} from "./attempts.queries.ts";
import type { Services } from "./context.ts";
import type { Db } from "./database.ts";
import { Refused } from "./refused.ts";

/** Failures in 15 minutes (decisions §3): of one account from one network, and of one network at all accounts. */
const FAILURES_OF_ACCOUNT = 10;
const FAILURES_OF_NETWORK = 200;
/** Failures at one account from anywhere, after which each further attempt waits; and how long. */
const FAILURES_BEFORE_WAITING = 20;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;
const DAY_MS = 24 * 3_600_000;

/** What wrong tries are counted as: each has its own share. `login` is every way a password is tried. */
type GuessedSecret = "login" | "second-factor" | "registration-claim";

/** Something secret that somebody may try to guess: a password, a code. */
export interface Guessed {
  what: GuessedSecret;
  /** Whose secret it is. */
  account: string;
  /** From where it is tried, as far as the trusted proxies tell. */
  address: string;
  /** Is that a place of the account's own person? They do not wait for who guesses elsewhere. */
  isOwnPlace: () => Promise<boolean>;
  /**
   * Failures in a day, from anywhere and however slow, after which none is tried until it is over: for a secret so short that
   * patience would find it, and what is said then. Left out where guessing only gets slow.
   */
  inDay?: { most: number; usedUp: ErrorCode } | undefined;
}

/** One attempt, which counts as a failure until it is taken back. */
export interface Guess {
  succeeded(db: Db): Promise<void>;
}

const limitsOf = ({
  what,
  account,
  address,
}: Pick<Guessed, "what" | "account" | "address">): [Limit, Limit] => [
  { subject: [what, account, networkOf(address)], most: FAILURES_OF_ACCOUNT },
  { subject: [what, networkOf(address)], most: FAILURES_OF_NETWORK },
];

const paceOf = ({ what, account }: Pick<Guessed, "what" | "account">): Pace => ({
  subject: [what, "from anywhere", account],
  from: FAILURES_BEFORE_WAITING,
  firstMs: FIRST_WAIT_MS,
  mostMs: LONGEST_WAIT_MS,
});

/**
 * Counts an attempt before it is made, so that many at once cannot all slip under, and before it costs anything. One
 * that has to wait is refused until its time has come: a wait holds no line, no memory and no thread.
 * @throws {Refused} TOO_OFTEN with the seconds to wait; what is said of a day that is used up
 */
export async function beginGuess({ db, clock }: Services, guessed: Guessed): Promise<Guess> {
  const now = clock.now();
  const limits = limitsOf(guessed);
  const retryAfter = await takeAttempt(db, limits, now);
  if (retryAfter > 0) {
    throw new Refused("TOO_OFTEN", { retryAfter });
  }
  const pace = paceOf(guessed);
  const wait = await takeTurn(db, pace, now);
  const isOfOwner = wait > 0 && (await guessed.isOwnPlace());
  if (wait > 0 && !isOfOwner) {
    await giveBackAttempt(db, limits, now);
    throw new Refused("TOO_OFTEN", { retryAfter: wait });
  }
  // The owner's own failures among many others' are counted for their own network alone.
  const counted = isOfOwner ? limits : [...limits, pace];
  const { what, account, inDay } = guessed;
  const ofDay = inDay && { subject: [what, "in a day", account], most: inDay.most };
  const dayEnds = new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS);
  const untilTomorrow = ofDay === undefined ? 0 : await takeUntil(db, ofDay, dayEnds, now);
  if (inDay && untilTomorrow > 0) {
    await giveBackAttempt(db, counted, now);
    throw new Refused(inDay.usedUp, { retryAfter: untilTomorrow });
  }
  return {
    async succeeded(by) {
      await giveBackAttempt(by, counted, now);
      if (ofDay !== undefined) {
        await giveBackUntil(by, ofDay, dayEnds);
      }
    },
  };
}

/** What counts against this account from this address: forgotten once its owner has proved who they are. */
export const failuresFrom = (what: GuessedSecret, account: string, address: string): Limit =>
  limitsOf({ what, account, address })[0];
