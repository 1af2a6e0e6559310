import type { Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { InRounds } from "../../platform/rounds.ts";
import { findDevicesOfMany } from "./notifications.queries.ts";
import { writeAll } from "./notifications.service.ts";
import type { MessageWords } from "./outbox-words.ts";
import { holdLonger, lockPeopleWithDue, nextHeldUntil, takeHeldOf } from "./quiet-hours.queries.ts";
import { findQuietNow, ownerOfHeld } from "./quiet-hours.ts";

/** Nobody minds that a morning begins a little later. */
const LOOK_MS = 15_000;
/** Taken in hand at once: a short transaction, also in the minute in which a whole building's night ends. */
const BATCH = 200;
/** What waited a night is worth delivering for the day. */
const SUMMARY_MS = 12 * 3_600_000;
/** More of them are only counted. */
const NAMED = 3;

/**
 * Tells people, once their quiet hours are over, what waited meanwhile: as one push. Taking it out and writing the push are
 * one transaction, so that any process may, and one that is killed neither loses nor doubles any.
 */
export class QuietClock extends InRounds {
  readonly #services: Services;

  constructor(services: Services) {
    super(services, {
      everyMs: LOOK_MS,
      failure: "what waited in quiet hours could not be told",
      job: "quiet-hours",
      told: { news: services.news, topic: "held" },
    });
    this.#services = services;
  }

  /** @returns milliseconds until the next round */
  protected async round(): Promise<number> {
    const { db, clock } = this.#services;
    const now = clock.now();
    const next = await nextHeldUntil(db);
    if (next === null || next > now) {
      return this.rounds.untilDue(next, now, LOOK_MS);
    }
    await this.tellDue();
    return LOOK_MS;
  }

  /** Tells what is due now, each person once. */
  async tellDue(): Promise<void> {
    let count: number;
    do {
      count = await this.#services.db.transaction().execute((trx) => this.#tellSome(trx));
      if (count > 0) {
        this.#services.wakeOutbox();
      }
    } while (count > 0);
  }

  /** @returns of how many people something was due */
  async #tellSome(trx: Trx): Promise<number> {
    const { clock, secrets, newId } = this.#services;
    const now = clock.now();
    const people = await lockPeopleWithDue(trx, now, BATCH);
    const quiet = await findQuietNow(trx, people, now);
    // They chose other hours meanwhile, or a clock was set back.
    await holdLonger(trx, quiet);
    const held = await takeHeldOf(
      trx,
      people.filter((userId) => !quiet.has(userId)),
    );
    const waited = new Map<string, MessageWords[]>();
    for (const { id, userId, words } of held) {
      const opened = secrets.tryOpen(ownerOfHeld({ id, userId }), words);
      if (opened) {
        waited.set(userId, [...(waited.get(userId) ?? []), JSON.parse(opened.toString()) as MessageWords]);
      }
    }
    const summaries = new Map([...waited].map(([userId, notices]) => [userId, summaryOf(notices)]));
    const devices = await findDevicesOfMany(trx, [...summaries.keys()], now);
    const about = {
      channel: "push",
      push: "quiet-summary",
      callId: null,
      createdAt: now,
      expiresAt: new Date(now.getTime() + SUMMARY_MS),
    } as const;
    await writeAll(
      this.#services,
      trx,
      devices.flatMap(({ id: recipient, userId }) => {
        const words = summaries.get(userId);
        return words ? [{ ...about, ...words, id: newId(), recipient, userId }] : [];
      }),
    );
    return people.length;
  }
}

/** One notice as it is; of several, how many they are and what the first say. A later one with a tag takes the place of an earlier. */
export function summaryOf(notices: readonly MessageWords[]): MessageWords {
  const last = [...new Map(notices.map((notice, at) => [notice.data["tag"] ?? String(at), notice])).values()];
  const [only] = last;
  if (only !== undefined && last.length === 1) {
    return only;
  }
  const named = last.slice(0, NAMED).map(({ subject }) => subject);
  const more = last.length - named.length;
  return {
    subject: `Mientras tenías silencio: ${last.length} avisos`,
    body: [...named, ...(more > 0 ? [`y ${more} más`] : [])].join(" · "),
    data: { path: "/", tag: "quiet-summary" },
  };
}
