import { DELIVERIES_DAYS, FAILING_MS } from "@umbral/contract/integrations/webhooks.contract";
import type { Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { Rounds, type Working } from "../../platform/rounds.ts";
import { writeAuditLine } from "../audit/audit.service.ts";
import {
  type ClaimedDelivery,
  claimDeliveries,
  findOutgoing,
  forgetDeliveries,
  giveUpWaiting,
  nextDeliveryAt,
  noteAttempt,
} from "./deliveries.queries.ts";
import { pauseAfter } from "./delivery-pauses.ts";
import { outgoingMessage } from "./outgoing-message.ts";
import { tellOfSwitchOff } from "./switch-off-mail.ts";
import type { WebhookSender } from "./webhook-sender.ts";
import { markArriving, markFailing, type SwitchOffReason, switchOff } from "./webhooks.queries.ts";

/** How often deliveries are looked for where the database does not say that there are any. */
const LOOK_MS = 1000;
/** A timer may be a little early; it then looks again after this. */
const SHORTEST_WAIT_MS = 50;
const FAILED_WAIT_MS = 3000;
/** How long a delivery belongs to the process that tries it: longer than any attempt takes. */
const CLAIM_MS = 30_000;
/** Under way at once: in all, and to one webhook, which gets the next when these are through. One that hangs holds up no other. */
const AT_ONCE = 32;
const AT_ONCE_OF_ONE = 4;

/** Delivers to webhooks what the feed wrote down for them: at least once, again while it fails, each for itself. */
export class WebhookDispatcher implements Working {
  readonly #services: Services;
  readonly #sender: WebhookSender;
  readonly #rounds: Rounds;
  readonly #underway = new Map<Promise<void>, string>();
  readonly #stopping = new AbortController();

  constructor(services: Services, sender: WebhookSender) {
    this.#services = services;
    this.#sender = sender;
    this.#rounds = new Rounds(() => this.#goRound(), {
      everyMs: LOOK_MS,
      afterFailureMs: FAILED_WAIT_MS,
      log: services.log,
      failure: "webhooks could not be looked for",
      job: { name: "webhooks", jobs: services.jobs },
      told: { news: services.news, topic: "deliveries" },
    });
  }

  start(): void {
    this.#rounds.start();
  }

  /** What is under way is given up, and is the next process's once its claim is over. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#rounds.stop();
    await Promise.all(this.#underway.keys());
  }

  /** Something is to leave now. */
  wake(): void {
    this.#rounds.wake();
  }

  /** @returns milliseconds until the next round */
  async #goRound(): Promise<number> {
    const { db, clock } = this.#services;
    const now = clock.now();
    const free = AT_ONCE - this.#underway.size;
    const claimed =
      free <= 0
        ? []
        : await claimDeliveries(db, {
            now,
            until: new Date(now.getTime() + CLAIM_MS),
            most: free,
            mostOfOne: AT_ONCE_OF_ONE,
            except: [...new Set(this.#underway.values())],
          });
    for (const delivery of claimed) {
      this.#begin(delivery);
    }
    // Of a webhook that has some under way, and of a full house, the end of one wakes.
    if (this.#underway.size >= AT_ONCE) {
      return this.#rounds.restMs;
    }
    const next = await nextDeliveryAt(db, [...new Set(this.#underway.values())]);
    return this.#rounds.untilDue(next, clock.now(), SHORTEST_WAIT_MS);
  }

  #begin(delivery: ClaimedDelivery): void {
    const underway = this.#deliver(delivery)
      .catch((error: unknown) => {
        if (!this.#stopping.signal.aborted) {
          this.#services.log.error({ err: error, deliveryId: delivery.id }, "a webhook was not delivered");
        }
      })
      .finally(() => {
        this.#underway.delete(underway);
        this.wake();
      });
    this.#underway.set(underway, delivery.webhookId);
  }

  async #deliver({ id, webhookId }: ClaimedDelivery): Promise<void> {
    const { db, clock, secrets } = this.#services;
    const outgoing = await findOutgoing(db, id, clock.now());
    if (!outgoing) {
      return;
    }
    const message = outgoingMessage(secrets, { ...outgoing, id, webhookId }, clock.now());
    if (message === null) {
      // No later attempt goes better: nothing can be signed until somebody makes a new secret.
      await this.#switchOffUnsigned({ id, webhookId });
      return;
    }
    const { body, headers } = message;
    const began = clock.steadyMs();
    const { status, fault } = await this.#sender.send(outgoing.address, body, headers, this.#stopping.signal);
    const ms = Math.round(clock.steadyMs() - began);
    const at = clock.now();
    const pause = fault === null ? null : pauseAfter(outgoing.attempts + 1, Math.random());
    const next = pause === null ? null : new Date(at.getTime() + pause);
    const wasSwitchedOff = await db.transaction().execute(async (trx) => {
      if (!(await noteAttempt(trx, { id, at, status, fault, ms, next }))) {
        return false;
      }
      if (fault === null) {
        await markArriving(trx, webhookId);
        return false;
      }
      return this.#switchOffIfLong(trx, webhookId, at);
    });
    if (wasSwitchedOff) {
      this.#services.wakeOutbox();
    }
  }

  /** What failed for days is switched off, and who administers is told. */
  async #switchOffIfLong(trx: Trx, webhookId: string, at: Date): Promise<boolean> {
    const webhook = await markFailing(trx, webhookId, at);
    if (!webhook?.failingSince || at.getTime() - webhook.failingSince.getTime() < FAILING_MS) {
      return false;
    }
    await this.#switchOff(trx, webhookId, webhook, at, "failing");
    return true;
  }

  async #switchOffUnsigned({ id, webhookId }: ClaimedDelivery): Promise<void> {
    const { db, clock, log, secrets } = this.#services;
    const at = clock.now();
    const wasOn = await db.transaction().execute(async (trx) => {
      const webhook = await markFailing(trx, webhookId, at);
      // Asked once more, now that it is held: somebody may just have made it a new secret.
      const outgoing = webhook && (await findOutgoing(trx, id, at));
      if (!outgoing || outgoingMessage(secrets, { ...outgoing, id, webhookId }, at) !== null) {
        return false;
      }
      await this.#switchOff(trx, webhookId, webhook, at, "secret-lost");
      return true;
    });
    if (wasOn) {
      log.error({ webhookId }, "a webhook was switched off: the key of its secret was lost");
      this.#services.wakeOutbox();
    }
  }

  async #switchOff(
    trx: Trx,
    webhookId: string,
    webhook: { buildingId: string; name: string },
    at: Date,
    why: SwitchOffReason,
  ): Promise<void> {
    await switchOff(trx, webhookId, at, why);
    await giveUpWaiting(trx, webhookId);
    await writeAuditLine(trx, {
      buildingId: webhook.buildingId,
      actorId: null,
      action: "integrations.webhook-switched-off",
      subjectId: webhookId,
      detail: {},
      at,
    });
    await tellOfSwitchOff(this.#services, trx, webhook, why);
  }
}

/** Deliveries stand in the list for a month. */
export async function tidyDeliveries({ db, clock }: Services): Promise<void> {
  await forgetDeliveries(db, new Date(clock.now().getTime() - DELIVERIES_DAYS * 24 * 3_600_000));
}
