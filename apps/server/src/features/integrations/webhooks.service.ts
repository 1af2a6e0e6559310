import {
  type Delivery,
  OLD_SECRET_MS,
  WEBHOOKS_AT_MOST,
  type Webhook,
  type WebhookChange,
  type WebhookForm,
} from "@umbral/contract/integrations/webhooks.contract";
import type { Actor, Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { Refused } from "../../platform/refused.ts";
import { changeOf, writeAction } from "../audit/audit.service.ts";
import {
  type DeliveryRow,
  findDeliveries,
  findDelivery,
  giveUpWaiting,
  insertTrial,
  lockDelivery,
  waitAgain,
} from "./deliveries.queries.ts";
import { secretOwner } from "./outgoing-message.ts";
import { type WebhookReach, webhookAddress } from "./webhook-address.ts";
import { newWebhookSecret } from "./webhook-signature.ts";
import {
  findWebhooks,
  insertWebhook,
  lockWebhook,
  lockWebhooksOf,
  markWebhookDeleted,
  replaceSecret,
  updateWebhook,
  type WebhookRow,
} from "./webhooks.queries.ts";

interface OfWebhook {
  id: string;
  buildingId: string;
}

/** The webhooks of a building, for who administers it. */
export class Webhooks {
  readonly #services: Services;
  readonly #reach: WebhookReach;
  readonly #wake: () => void;

  /** @param wake something is to leave now */
  constructor(services: Services, reach: WebhookReach, wake: () => void) {
    this.#services = services;
    this.#reach = reach;
    this.#wake = wake;
  }

  async list(buildingId: string): Promise<{ webhooks: Webhook[] }> {
    const { db, clock } = this.#services;
    const rows = await findWebhooks(db, { buildingId });
    return { webhooks: rows.map((row) => asWebhook(row, clock.now())) };
  }

  /** @throws {Refused} TOO_MANY_WEBHOOKS, WEBHOOK_ADDRESS_NOT_VALID */
  async make(
    actor: Actor,
    buildingId: string,
    form: WebhookForm,
  ): Promise<{ webhook: Webhook; secret: string }> {
    const { db, clock, newId, secrets } = this.#services;
    const id = newId();
    const said = { ...form, address: webhookAddress(form.address, this.#reach) };
    const secret = newWebhookSecret();
    await db.transaction().execute(async (trx) => {
      if ((await lockWebhooksOf(trx, buildingId)) >= WEBHOOKS_AT_MOST) {
        throw new Refused("TOO_MANY_WEBHOOKS");
      }
      await insertWebhook(trx, {
        ...said,
        id,
        buildingId,
        secret: secrets.close(secretOwner(id), Buffer.from(secret)),
        createdBy: actor.id,
        createdAt: clock.now(),
      });
      await writeAction(this.#services, trx, actor, {
        buildingId,
        action: "integrations.webhook-made",
        subjectId: id,
        change: changeOf(null, {}, { name: said.name, address: machineOf(said.address) }),
      });
    });
    return { webhook: await this.#one({ id, buildingId }), secret };
  }

  /** What is not said stays as it is. @throws {Refused} WEBHOOK_NOT_FOUND, WEBHOOK_ADDRESS_NOT_VALID */
  async change(actor: Actor, of: OfWebhook, { isOn, ...said }: WebhookChange): Promise<{ webhook: Webhook }> {
    const address = said.address === undefined ? undefined : webhookAddress(said.address, this.#reach);
    await this.#act(actor, of, "integrations.webhook-changed", async (trx, before) => {
      const wasOn = before.offAt === null;
      const offSince = isOn ? null : (before.offAt ?? this.#services.clock.now());
      await updateWebhook(trx, of.id, { ...said, address, offAt: isOn === undefined ? undefined : offSince });
      if (isOn === false) {
        await giveUpWaiting(trx, of.id);
      }
      return changeOf(
        null,
        { name: before.name, address: machineOf(before.address), active: wasOn },
        {
          name: said.name ?? before.name,
          address: machineOf(address ?? before.address),
          active: isOn ?? wasOn,
        },
      );
    });
    return { webhook: await this.#one(of) };
  }

  /** @throws {Refused} WEBHOOK_NOT_FOUND */
  async renewSecret(actor: Actor, of: OfWebhook): Promise<{ webhook: Webhook; secret: string }> {
    const { clock, secrets } = this.#services;
    const secret = newWebhookSecret();
    await this.#act(actor, of, "integrations.webhook-secret-made", async (trx, before) => {
      // One whose key was lost signs nothing: asked for it for another day, nothing would leave.
      const isLost = secrets.tryOpen(secretOwner(of.id), before.secret) === null;
      await replaceSecret(trx, of.id, {
        secret: secrets.close(secretOwner(of.id), Buffer.from(secret)),
        oldUntil: isLost ? null : new Date(clock.now().getTime() + OLD_SECRET_MS),
      });
      return undefined;
    });
    return { webhook: await this.#one(of), secret };
  }

  /** @throws {Refused} WEBHOOK_NOT_FOUND */
  async delete(actor: Actor, of: OfWebhook): Promise<{ ok: true }> {
    await this.#act(actor, of, "integrations.webhook-deleted", async (trx, { name }) => {
      await markWebhookDeleted(trx, of.id, this.#services.clock.now());
      await giveUpWaiting(trx, of.id);
      return changeOf(null, { name }, {});
    });
    return { ok: true };
  }

  /** @throws {Refused} WEBHOOK_NOT_FOUND, WEBHOOK_IS_OFF */
  async tryOut(actor: Actor, of: OfWebhook): Promise<{ delivery: Delivery }> {
    const { clock, newId } = this.#services;
    const id = newId();
    await this.#act(actor, of, "integrations.webhook-tried", async (trx, { offAt }) => {
      if (offAt !== null) {
        throw new Refused("WEBHOOK_IS_OFF");
      }
      await insertTrial(trx, { id, webhookId: of.id, at: clock.now() });
      return undefined;
    });
    this.#wake();
    return { delivery: await this.#delivery(id) };
  }

  async deliveries(
    buildingId: string,
    wanted: Parameters<typeof findDeliveries>[2],
  ): Promise<{ deliveries: Delivery[]; totalPages: number }> {
    const { rows, totalPages } = await findDeliveries(this.#services.db, buildingId, wanted);
    return { deliveries: rows.map(asDelivery), totalPages };
  }

  /** @throws {Refused} DELIVERY_NOT_FOUND, WEBHOOK_IS_OFF */
  async sendAgain(actor: Actor, of: { id: string; buildingId: string }): Promise<{ delivery: Delivery }> {
    const { db, clock } = this.#services;
    await db.transaction().execute(async (trx) => {
      const found = await lockDelivery(trx, of);
      if (!found) {
        throw new Refused("DELIVERY_NOT_FOUND");
      }
      if (found.offAt !== null) {
        throw new Refused("WEBHOOK_IS_OFF");
      }
      await waitAgain(trx, of.id, clock.now());
      await writeAction(this.#services, trx, actor, {
        buildingId: of.buildingId,
        action: "integrations.delivery-sent-again",
        subjectId: found.webhookId,
      });
    });
    this.#wake();
    return { delivery: await this.#delivery(of.id) };
  }

  /** Finds a webhook, does something to it and writes that down, in one transaction. */
  async #act(
    actor: Actor,
    { id, buildingId }: OfWebhook,
    action: Parameters<typeof writeAction>[3]["action"],
    act: (
      trx: Trx,
      webhook: { name: string; address: string; offAt: Date | null; secret: Buffer },
    ) => Promise<ReturnType<typeof changeOf>>,
  ): Promise<void> {
    await this.#services.db.transaction().execute(async (trx) => {
      const webhook = await lockWebhook(trx, { id, buildingId });
      if (!webhook) {
        throw new Refused("WEBHOOK_NOT_FOUND");
      }
      const change = await act(trx, webhook);
      await writeAction(this.#services, trx, actor, { buildingId, action, subjectId: id, change });
    });
  }

  async #one(of: OfWebhook): Promise<Webhook> {
    const { db, clock } = this.#services;
    const [row] = await findWebhooks(db, of);
    if (!row) {
      throw new Refused("WEBHOOK_NOT_FOUND");
    }
    return asWebhook(row, clock.now());
  }

  async #delivery(id: string): Promise<Delivery> {
    const row = await findDelivery(this.#services.db, id);
    if (!row) {
      throw new Refused("DELIVERY_NOT_FOUND");
    }
    return asDelivery(row);
  }
}

/** What the audit keeps of an address, for good: what stands behind the machine is the receiver's own secret at times. */
const machineOf = (address: string): string => new URL(address).host;

const stateOfOff = { somebody: "off", failing: "switched-off", "secret-lost": "secret-lost" } as const;

function asWebhook(row: WebhookRow, now: Date): Webhook {
  const { offAt, offBecause, failingSince, oldSecretUntil, createdAt, ...said } = row;
  return {
    ...said,
    state: offBecause === null ? (failingSince === null ? "on" : "failing") : stateOfOff[offBecause],
    since: (offAt ?? failingSince)?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    oldUntil: oldSecretUntil !== null && oldSecretUntil > now ? oldSecretUntil.toISOString() : null,
  };
}

const asDelivery = ({ webhookId, webhookName, ...row }: DeliveryRow): Delivery => ({
  ...row,
  webhook: { id: webhookId, name: webhookName },
  createdAt: row.createdAt.toISOString(),
  nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
  lastAttemptAt: row.lastAttemptAt?.toISOString() ?? null,
});
