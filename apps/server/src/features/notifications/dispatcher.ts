import type { Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { InRounds } from "../../platform/rounds.ts";
import type { MessageOutcome } from "../../platform/tables.ts";
import { forgetPushTokens } from "../accounts/index.ts";
import { forgetBellTests } from "./bell-test.queries.ts";
import {
  claimMessages,
  expireMessages,
  findDevice,
  forgetSettled,
  type KeptMessage,
  type MessagesOfLane,
  markSentAfterAll,
  nextAttemptAt,
  postponeMessage,
  removeDevice,
  removeDevicesOfEndedSessions,
  settleMessage,
} from "./notifications.queries.ts";
import type { OutboxFolder } from "./outbox-folder.ts";
import { openWords, type WaitingMessage } from "./outbox-words.ts";
import {
  type Delivery,
  MAIL_TIMEOUT_MS,
  PROVIDER_TIMEOUT_MS,
  type Providers,
  TELEPHONE_TIMEOUT_MS,
} from "./providers.ts";
import { payloadOf } from "./push-payload.ts";

/** How often messages are looked for where the database does not say that there are any. */
const LOOK_MS = 1000;
const SHORTEST_WAIT_MS = 20;
/** After a round that failed: the database may be away. */
const FAILED_WAIT_MS = 3000;
/** How long a message belongs to the process that tries it: longer than any try takes. */
const CLAIM_MS = Math.max(PROVIDER_TIMEOUT_MS * 2, TELEPHONE_TIMEOUT_MS, MAIL_TIMEOUT_MS) + 3000;
/** So many tries of a message are told of in the log: what is away for days must not fill it. */
const LOGGED_ATTEMPTS = 6;

interface Lane extends MessagesOfLane {
  /** Messages that one process hands over at once. */
  atOnce: number;
  firstPauseMs: number;
  /** Each pause is so many times the one before, up to the longest. */
  growth: number;
  longestPauseMs: number;
}

const atOnce = {
  channels: ["push", "sms", "voice"],
  atOnce: 32,
  firstPauseMs: 1000,
  growth: 2,
  longestPauseMs: 15 * 60_000,
} as const;

/**
 * A call waits behind nothing but calls: neither behind the bills of a whole building, told in one act, nor behind a mail server
 * that is slow. One that asks to come back later means minutes: the first five pauses of a mail are half an hour together.
 */
const lanes = {
  calls: { ...atOnce, isOfCalls: true },
  others: { ...atOnce, isOfCalls: false },
  mails: {
    channels: ["mail"],
    isOfCalls: false,
    atOnce: 8,
    firstPauseMs: 5000,
    growth: 4,
    longestPauseMs: 3_600_000,
  },
} as const satisfies Record<string, Lane>;
const allLanes: readonly Lane[] = Object.values(lanes);
const laneOf = ({ channel, call_id }: Pick<KeptMessage, "channel" | "call_id">): Lane =>
  channel === "mail" ? lanes.mails : call_id === null ? lanes.others : lanes.calls;
/** How long settled messages, which say nothing any more, are kept. */
const KEPT_MS = 30 * 24 * 3_600_000;
/** A test of the bell is looked at while it runs. */
const TESTS_KEPT_MS = 24 * 3_600_000;
const FORGET_EVERY_MS = 3_600_000;

/**
 * The room that a message was about writes down that it was handed over, in the same transaction; what
 * it returns is told to people after the commit.
 */
export type OnAccepted = (
  trx: Trx,
  message: Pick<KeptMessage, "channel" | "call_id">,
) => Promise<(() => void) | undefined>;

/**
 * A provider took a message of a call after that call had been decided: the room takes back what has left,
 * in the same transaction.
 */
type OnTooLate = (trx: Trx, callId: string) => Promise<void>;

/** How an attempt ended, here. */
type Attempt = Delivery | { kind: "outbox" } | { kind: "undelivered" } | { kind: "unreadable" };

/**
 * Hands the messages of the outbox to their providers. Any number of processes may: each message is tried
 * by one at a time, at least once, again while the provider is away, and not after it expired.
 */
export class Dispatcher extends InRounds {
  readonly #services: Services;
  readonly #providers: Providers;
  /** Where messages without a provider go in demonstration mode. */
  readonly #folder: OutboxFolder | undefined;
  readonly #onAccepted: OnAccepted;
  readonly #onTooLate: OnTooLate;
  readonly #underway = new Map<Promise<void>, Lane>();
  #forgotAt = Number.NEGATIVE_INFINITY;

  constructor(
    services: Services,
    parts: {
      providers: Providers;
      folder: OutboxFolder | undefined;
      onAccepted: OnAccepted;
      onTooLate: OnTooLate;
    },
  ) {
    super(services, {
      everyMs: LOOK_MS,
      afterFailureMs: FAILED_WAIT_MS,
      failure: "messages could not be looked for",
      job: "messages",
      told: { news: services.news, topic: "messages" },
    });
    this.#services = services;
    this.#providers = parts.providers;
    this.#folder = parts.folder;
    this.#onAccepted = parts.onAccepted;
    this.#onTooLate = parts.onTooLate;
  }

  /** Waits for what is under way; what is still waiting is for the next process. */
  override async stop(): Promise<void> {
    await super.stop();
    await Promise.all(this.#underway.keys());
  }

  /** Looks now. */
  wake(): void {
    this.rounds.wake();
  }

  /** @returns milliseconds until the next round */
  protected async round(): Promise<number> {
    const { db, clock } = this.#services;
    const now = clock.now();
    await expireMessages(db, now);
    await this.#forget(now);
    const until = new Date(now.getTime() + CLAIM_MS);
    for (const lane of allLanes) {
      const free = this.#freeIn(lane);
      for (const message of free > 0 ? await claimMessages(db, lane, free, now, until) : []) {
        this.#begin(message);
      }
    }
    // Of a full lane nothing can be begun: the end of one of its messages wakes.
    const next = await nextAttemptAt(
      db,
      allLanes.filter((lane) => this.#freeIn(lane) > 0),
    );
    return this.rounds.untilDue(next, clock.now(), SHORTEST_WAIT_MS);
  }

  #freeIn(lane: Lane): number {
    return lane.atOnce - [...this.#underway.values()].filter((other) => other === lane).length;
  }

  async #forget(now: Date): Promise<void> {
    const steady = this.#services.clock.steadyMs();
    if (steady - this.#forgotAt >= FORGET_EVERY_MS) {
      this.#forgotAt = steady;
      const { db } = this.#services;
      await forgetSettled(db, new Date(now.getTime() - KEPT_MS));
      await db
        .transaction()
        .execute(async (trx) => forgetPushTokens(trx, await removeDevicesOfEndedSessions(trx, now)));
      await forgetBellTests(db, new Date(now.getTime() - TESTS_KEPT_MS));
    }
  }

  #begin(message: KeptMessage): void {
    const { id, channel } = message;
    const lane = laneOf(message);
    const delivery = this.#deliver(message)
      // It is tried again when its claim runs out.
      .catch((error: unknown) => this.#services.log.error({ err: error, channel, id }, "message not settled"))
      .finally(() => {
        const wasFull = this.#freeIn(lane) === 0;
        this.#underway.delete(delivery);
        if (wasFull) {
          this.wake();
        }
      });
    this.#underway.set(delivery, lane);
  }

  async #deliver(message: KeptMessage): Promise<void> {
    const { db, log, secrets } = this.#services;
    const { id, channel, attempts } = message;
    const words = openWords(secrets, message);
    const attempt: Attempt = words ? await this.#attempt({ ...message, ...words }) : { kind: "unreadable" };
    switch (attempt.kind) {
      case "accepted":
        return this.#settle(message, "accepted", attempt.providerId);
      case "outbox":
        return this.#settle(message, "outbox", null);
      case "undelivered":
        log.warn({ channel, id }, "message without a provider");
        return this.#settle(message, "undelivered", null);
      case "gone":
        // Nobody is there to take it: its provider does what it should.
        return this.#settle(message, "undelivered", null);
      case "unreadable":
        log.error(
          { channel, id },
          "message cannot be read: its key was lost, or it was put there from elsewhere",
        );
        return this.#settle(message, "failed", null);
      case "refused":
        log.error({ channel, id, reason: attempt.reason }, "message refused by its provider");
        return this.#settle(message, "failed", null);
      case "unsure":
        log.warn({ channel, id, reason: attempt.reason }, "message that its provider may have taken");
        return this.#settle(message, "failed", null);
      case "away": {
        const told = { channel, id, attempts, reason: attempt.reason };
        log[attempts > LOGGED_ATTEMPTS ? "debug" : "warn"](told, "message not taken by its provider");
        // As long as it is worth something: a line that is away for an hour must not cost what was said in it.
        const { firstPauseMs, growth, longestPauseMs } = laneOf(message);
        const pause = Math.min(longestPauseMs, firstPauseMs * growth ** (attempts - 1));
        await postponeMessage(db, id, new Date(this.#services.clock.now().getTime() + pause));
        this.wake();
      }
    }
  }

  async #settle(message: KeptMessage, outcome: MessageOutcome, providerId: string | null): Promise<void> {
    const { db, clock, log } = this.#services;
    const tell = await db.transaction().execute(async (trx) => {
      const isOurs = await settleMessage(trx, message.id, outcome, providerId, clock.now());
      if (outcome !== "accepted" && outcome !== "outbox") {
        return undefined;
      }
      if (isOurs) {
        return this.#onAccepted(trx, message);
      }
      if (message.call_id === null) {
        return undefined;
      }
      await markSentAfterAll(trx, message.id, outcome, providerId);
      await this.#onTooLate(trx, message.call_id);
      return () => this.wake();
    });
    log.debug({ channel: message.channel, id: message.id, outcome }, "message settled");
    tell?.();
  }

  async #attempt(message: WaitingMessage): Promise<Attempt> {
    const seconds = this.#secondsLeft(message);
    const { telephone, mail } = this.#providers;
    switch (message.channel) {
      case "push":
        return this.#push(message, seconds);
      case "voice":
        if (message.data["hangUp"] !== undefined) {
          return telephone?.hangUp(message.data["hangUp"]) ?? { kind: "gone" };
        }
        return telephone
          ? telephone.call(message.recipient, message.data["url"] ?? "", seconds)
          : this.#putAside(message, message.recipient);
      case "sms":
        return telephone
          ? telephone.sms(message.recipient, message.body)
          : this.#putAside(message, message.recipient);
      case "mail":
        return mail
          ? mail.send({
              id: message.id,
              to: message.recipient,
              subject: message.subject,
              text: message.body,
              html: message.data["html"] ?? "",
            })
          : this.#putAside(message, message.recipient);
    }
  }

  async #push(message: WaitingMessage, seconds: number): Promise<Attempt> {
    const { db, clock } = this.#services;
    const { recipient, user_id } = message;
    const device = user_id === null ? undefined : await findDevice(db, recipient, user_id, clock.now());
    if (!device) {
      // Signed out since, or somebody else's now.
      return { kind: "gone" };
    }
    const provider = device.kind === "web" ? this.#providers.webPush : this.#providers.fcm;
    if (!provider) {
      return this.#putAside(message, device.token);
    }
    const payload = await payloadOf(message, device.sessionId, this.#services.proofs);
    const delivery = await provider.send(device.token, payload, seconds);
    if (delivery.kind === "gone") {
      await db.transaction().execute(async (trx) => {
        await removeDevice(trx, recipient, device.token);
        await forgetPushTokens(trx, [device.token]);
      });
    }
    return delivery;
  }

  /** Nobody is configured to deliver it. */
  async #putAside(message: WaitingMessage, to: string): Promise<Attempt> {
    if (!this.#folder) {
      return { kind: "undelivered" };
    }
    await this.#folder.put({
      id: message.id,
      channel: message.channel,
      to,
      subject: message.subject,
      body: message.body,
      createdAt: message.created_at.toISOString(),
    });
    return { kind: "outbox" };
  }

  #secondsLeft({ expires_at }: WaitingMessage): number {
    return Math.max(1, Math.ceil((expires_at.getTime() - this.#services.clock.now().getTime()) / 1000));
  }
}
