import type { AuditAction } from "@umbral/contract/audit/audit-actions";
import type { UserType } from "@umbral/contract/lib/roles";
import { type Limit, takeAttempt } from "../../platform/attempts.queries.ts";
import type { Services } from "../../platform/context.ts";
import { LogThrottle } from "../../platform/log-throttle.ts";
import { Refused } from "../../platform/refused.ts";
import { Rounds, type Working } from "../../platform/rounds.ts";
import { writeAuditLine } from "../audit/audit.service.ts";
import { findUsersByCedula } from "./auth.queries.ts";

/** A moment after the answer left: what is found out then is part of nobody's waiting, and tells of nobody's number. */
const AFTER_ANSWER_MS = 150;
/** While it goes on, an account's refusals of one kind are one line in so long. */
const QUIET_MS = 60_000;
/** Lines in 15 minutes, of all accounts together; what is beyond stands in the log as a number. */
const LINES: Limit = { subject: ["lines of refused sign-ins"], most: 200 };
/** Numbers that are kept until they are looked up. */
const MOST_WAITING = 1000;

const FAILURE = "refused sign-ins could not be written down";
const BEYOND = "a refused sign-in was left out of the audit, which has enough of them";

/** Whose sign-in it would have been: a number that was typed, or somebody who is signed in and shows their second factor. */
type Claimed = { cedula: string; userType: UserType } | { userId: string };

/** What of one account is only counted so far. */
interface Counted {
  userId: string;
  action: AuditAction;
  times: number;
  /** When it may be a line, by the steady clock. */
  dueAt: number;
}

/**
 * Writes down that accounts refused somebody, by the account's id alone: nothing of who tried is kept. One line at the
 * first, then one a minute with how often it came, so that a flood is a line a minute and not a line each.
 */
export class RefusedSignIns implements Working {
  readonly #services: Services;
  readonly #rounds: Rounds;
  readonly #onlyLogged: LogThrottle<string>;
  readonly #waiting = new Map<string, { claimed: Claimed; action: AuditAction; times: number }>();
  readonly #counted = new Map<string, Counted>();

  constructor(services: Services) {
    this.#services = services;
    this.#rounds = new Rounds(() => this.#round(), {
      everyMs: QUIET_MS,
      log: services.log,
      failure: FAILURE,
    });
    this.#onlyLogged = new LogThrottle((what, times) => services.log.warn({ times }, what));
  }

  start(): void {
    this.#rounds.start();
  }

  /** Writes what was only counted so far. */
  async stop(): Promise<void> {
    await this.#rounds.stop();
    try {
      await this.#lookUp();
      await this.#writeDue(Number.POSITIVE_INFINITY);
    } catch (error) {
      // A database that is away keeps nobody from stopping.
      this.#services.log.error({ err: error }, FAILURE);
    }
    this.#onlyLogged.stop();
  }

  /** Notes what a sign-in ended with, where that was a refusal of somebody; a fault or a question is none. */
  note(claimed: Claimed, error: unknown): void {
    const action = error instanceof Refused ? actionOf(error.code) : undefined;
    if (action === undefined) {
      return;
    }
    const key = JSON.stringify([action, claimed]);
    const known = this.#waiting.get(key);
    if (known) {
      known.times += 1;
    } else if (this.#waiting.size < MOST_WAITING) {
      this.#waiting.set(key, { claimed, action, times: 1 });
    } else {
      this.#onlyLogged.note(BEYOND, 1);
    }
    this.#rounds.wake(AFTER_ANSWER_MS);
  }

  async #round(): Promise<number> {
    const { clock } = this.#services;
    await this.#lookUp();
    await this.#writeDue(clock.steadyMs());
    const next = Math.min(...[...this.#counted.values()].map(({ dueAt }) => dueAt));
    return Math.max(AFTER_ANSWER_MS, Math.min(QUIET_MS, next - clock.steadyMs()));
  }

  /** Whose numbers they are. One that nobody has is in no line: it may be anything that somebody typed. */
  async #lookUp(): Promise<void> {
    const looked = [...this.#waiting];
    // What no text in the database can hold is nobody's number, and would keep those of all others from being looked up.
    const cedulas = looked.flatMap(([, { claimed }]) =>
      "userId" in claimed || claimed.cedula.includes("\0") ? [] : claimed.cedula,
    );
    const users = cedulas.length === 0 ? [] : await findUsersByCedula(this.#services.db, cedulas);
    const ids = new Map(users.map(({ id, cedula, user_type }) => [`${user_type} ${cedula}`, id]));
    for (const [key, { claimed, action, times }] of looked) {
      // Read now: it may have come again while it was looked up.
      this.#waiting.delete(key);
      const userId = "userId" in claimed ? claimed.userId : ids.get(`${claimed.userType} ${claimed.cedula}`);
      if (userId === undefined) {
        this.#onlyLogged.note("a sign-in of nobody's number was refused", times);
      } else {
        this.#count(userId, action, times);
      }
    }
  }

  #count(userId: string, action: AuditAction, times: number): void {
    const key = `${action} ${userId}`;
    const counted = this.#counted.get(key);
    if (counted) {
      counted.times += times;
    } else {
      this.#counted.set(key, { userId, action, times, dueAt: Number.NEGATIVE_INFINITY });
    }
  }

  async #writeDue(now: number): Promise<void> {
    for (const [key, counted] of this.#counted) {
      if (counted.dueAt > now) {
        continue;
      }
      if (counted.times === 0) {
        this.#counted.delete(key);
        continue;
      }
      await this.#write(counted);
      counted.times = 0;
      counted.dueAt = now + QUIET_MS;
    }
  }

  async #write({ userId, action, times }: Counted): Promise<void> {
    const { db, clock } = this.#services;
    const at = clock.now();
    if ((await takeAttempt(db, [LINES], at)) > 0) {
      this.#onlyLogged.note(BEYOND, times);
      return;
    }
    await db.transaction().execute((trx) =>
      writeAuditLine(trx, {
        buildingId: null,
        // Whoever it was is not the account's person, or did not prove it.
        actorId: null,
        action,
        subjectId: userId,
        detail: { times },
        at,
      }),
    );
  }
}

function actionOf(code: string): AuditAction | undefined {
  switch (code) {
    case "BAD_CREDENTIALS":
      return "auth.sign-in-refused";
    case "SECOND_FACTOR_NOT_VALID":
    case "PASSKEY_NOT_TAKEN":
      return "auth.second-factor-refused";
    case "TOO_OFTEN":
      return "auth.sign-ins-held";
    default:
      return undefined;
  }
}
