import { z } from "zod";
import { endpoint, whoMay } from "../lib/endpoint.ts";
import { inPagesOf } from "../lib/pages.ts";
import { notPersonal, personal } from "../lib/personal.ts";
import { OutsideEvent, OutsideEventKind } from "./outside-events.contract.ts";

/** Webhooks of one building at the most. */
export const WEBHOOKS_AT_MOST = 10;
/** Deliveries on one page. */
export const DELIVERIES_PAGE = 40;
/** Days for which a delivery stands in the list. */
export const DELIVERIES_DAYS = 30;
/** After a new secret the one before is good for so long. */
export const OLD_SECRET_MS = 24 * 3_600_000;
/** A webhook to which everything failed for so long is switched off. */
export const FAILING_MS = 3 * 24 * 3_600_000;

const none = z.strictObject({});
const ofBuilding = z.strictObject({ id: z.uuid() });
const ofWebhook = z.strictObject({ id: z.uuid(), webhookId: z.uuid() });
const administration = whoMay("buildings.administer", { building: "id" });

/** What is posted to a webhook: what happened, or that somebody tries it. */
export const WebhookBody = z.discriminatedUnion("kind", [
  ...OutsideEvent.options,
  z.object({
    id: z.uuid(),
    kind: z.literal("test"),
    at: z.iso.datetime(),
    building: z.object({ id: z.uuid(), name: z.string() }),
  }),
]);
export type WebhookBody = z.infer<typeof WebhookBody>;

const name = notPersonal("of a program", z.string().trim().min(1).max(60));
/** As it is typed, and as it is written down: there each letter that is not of an address takes up to nine. */
export const WEBHOOK_ADDRESS_LENGTH = 500;
const Address = notPersonal("of a program", z.string().trim().min(1).max(WEBHOOK_ADDRESS_LENGTH));

export const Webhook = z.object({
  id: z.uuid(),
  name: notPersonal("of a program", z.string()),
  address: notPersonal("of a program", z.string()),
  kinds: z.array(OutsideEventKind),
  /** Names of people leave with it. */
  tellsNames: notPersonal("a yes or no", z.boolean()),
  /**
   * `failing`: the last delivery did not arrive. `switched-off`: it failed for days, and nothing leaves any more.
   * `secret-lost`: the same, because nothing can be signed until it has a new secret.
   */
  state: z.enum(["on", "failing", "switched-off", "secret-lost", "off"]),
  /** Since when it is in that state; null for one that is on. */
  since: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  /** Until when the secret before this one is good, too; null for none. */
  oldUntil: z.iso.datetime().nullable(),
});
export type Webhook = z.infer<typeof Webhook>;

export const listWebhooks = endpoint({
  method: "GET",
  path: "/api/{product}/buildings/{id}/webhooks",
  summary: "The webhooks of a building",
  access: administration,
  params: ofBuilding,
  query: none,
  body: z.undefined(),
  reply: z.object({ webhooks: z.array(Webhook) }),
});

const fields = {
  name,
  /** `https://` alone, and of nobody's private network. */
  address: Address,
  kinds: z
    .array(OutsideEventKind)
    .min(1)
    .max(OutsideEventKind.options.length)
    .transform((kinds) => [...new Set(kinds)]),
  tellsNames: z.boolean(),
};
export const WebhookForm = z.strictObject({ ...fields, tellsNames: fields.tellsNames.default(false) });
export type WebhookForm = z.infer<typeof WebhookForm>;
/** A change names what is other; nothing else is touched. */
export const WebhookChange = z.strictObject({ ...fields, isOn: z.boolean() }).partial();
export type WebhookChange = z.infer<typeof WebhookChange>;

const secret = personal("secret", z.string());

/** The secret is in this answer and nowhere else. Refusals: TOO_MANY_WEBHOOKS (409), WEBHOOK_ADDRESS_NOT_VALID (422). */
export const makeWebhook = endpoint({
  method: "POST",
  path: "/api/{product}/buildings/{id}/webhooks",
  summary: "Have an address told what happens in a building",
  access: administration,
  params: ofBuilding,
  query: none,
  body: WebhookForm,
  reply: z.object({ webhook: Webhook, secret }),
});

/** Switching it on again, and another address, forget that it failed. Refusals: WEBHOOK_NOT_FOUND (404), WEBHOOK_ADDRESS_NOT_VALID (422). */
export const changeWebhook = endpoint({
  method: "PUT",
  path: "/api/{product}/buildings/{id}/webhooks/{webhookId}",
  summary: "Change a webhook, switch it off or on again",
  access: administration,
  params: ofWebhook,
  query: none,
  body: WebhookChange,
  reply: z.object({ webhook: Webhook }),
});

/** For a day what leaves is signed with both. Refusals: WEBHOOK_NOT_FOUND (404). */
export const renewWebhookSecret = endpoint({
  method: "POST",
  path: "/api/{product}/buildings/{id}/webhooks/{webhookId}/secret",
  summary: "Make a webhook a new secret, shown once",
  access: administration,
  params: ofWebhook,
  query: none,
  body: none,
  reply: z.object({ webhook: Webhook, secret }),
});

export const deleteWebhook = endpoint({
  method: "DELETE",
  path: "/api/{product}/buildings/{id}/webhooks/{webhookId}",
  summary: "Delete a webhook",
  access: administration,
  params: ofWebhook,
  query: none,
  body: z.undefined(),
  reply: z.object({ ok: z.literal(true) }),
});

/**
 * Why an attempt did not count: nothing came within the time, it led elsewhere (redirects are not followed), its name leads
 * into a private network, there was no connection, its certificate is not believed, it answered another status than 2xx,
 * or the webhook was switched off meanwhile.
 */
export const DeliveryFault = z.enum([
  "timeout",
  "redirect",
  "not-public",
  "connection",
  "certificate",
  "status",
  "switched-off",
]);
export type DeliveryFault = z.infer<typeof DeliveryFault>;

export const DeliveryState = z.enum(["waiting", "delivered", "failed"]);
export type DeliveryState = z.infer<typeof DeliveryState>;
export const DeliveryKind = z.enum([...OutsideEventKind.options, "test"]);

/** What left, or is to leave, for a webhook. */
export const Delivery = z.object({
  id: z.uuid(),
  webhook: z.object({ id: z.uuid(), name: notPersonal("of a program", z.string()) }),
  kind: DeliveryKind,
  state: DeliveryState,
  createdAt: z.iso.datetime(),
  attempts: z.int(),
  /** Null once it is settled. */
  nextAttemptAt: z.iso.datetime().nullable(),
  lastAttemptAt: z.iso.datetime().nullable(),
  /** What was answered; null where nothing was. */
  lastStatus: z.int().nullable(),
  /** Null for an attempt that counted, and before the first. */
  lastFault: DeliveryFault.nullable(),
  lastMs: z.int().nullable(),
});
export type Delivery = z.infer<typeof Delivery>;

export const listDeliveries = endpoint({
  method: "GET",
  path: "/api/{product}/buildings/{id}/webhook-deliveries",
  summary: "What left for a building's webhooks, the newest first",
  access: administration,
  params: ofBuilding,
  query: z.strictObject({
    webhookId: z.uuid().optional(),
    state: DeliveryState.optional(),
    kind: DeliveryKind.optional(),
    ...inPagesOf(DELIVERIES_PAGE),
  }),
  body: z.undefined(),
  reply: z.object({ deliveries: z.array(Delivery), totalPages: z.int() }),
});

/** Refusals: WEBHOOK_NOT_FOUND (404), WEBHOOK_IS_OFF (409). */
export const tryWebhook = endpoint({
  method: "POST",
  path: "/api/{product}/buildings/{id}/webhooks/{webhookId}/test",
  summary: "Send a webhook a trial",
  access: administration,
  params: ofWebhook,
  query: none,
  body: none,
  reply: z.object({ delivery: Delivery }),
});

/** The same message, with the same `webhook-id`. Refusals: DELIVERY_NOT_FOUND (404), WEBHOOK_IS_OFF (409). */
export const sendAgain = endpoint({
  method: "POST",
  path: "/api/{product}/buildings/{id}/webhook-deliveries/{deliveryId}/again",
  summary: "Send a delivery again",
  access: administration,
  params: z.strictObject({ id: z.uuid(), deliveryId: z.uuid() }),
  query: none,
  body: none,
  reply: z.object({ delivery: Delivery }),
});
