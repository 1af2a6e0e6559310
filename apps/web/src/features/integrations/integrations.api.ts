import { useQuery } from "@tanstack/react-query";
import type { listTokens, makeToken, takeTokenBack } from "@umbral/contract/integrations/tokens.contract";
import type {
  changeWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  makeWebhook,
  renewWebhookSecret,
  sendAgain,
  tryWebhook,
} from "@umbral/contract/integrations/webhooks.contract";
import type { z } from "zod";
import { call } from "../../lib/call.ts";
import { queryOf } from "../../lib/endpoint-query.ts";

/** What leaves comes and goes while somebody looks. */
const LOOK_AGAIN_MS = 4000;

export const useTokens = (id: string) =>
  useQuery({
    ...queryOf<typeof listTokens>("GET", "/api/{product}/buildings/{id}/tokens", { params: { id } }),
    select: ({ tokens }) => tokens,
  });

export type NewToken = z.input<typeof makeToken.body>;

export const makeTokenAt = (id: string, body: NewToken) =>
  call<typeof makeToken>("POST", "/api/{product}/buildings/{id}/tokens", { params: { id }, body });

export const takeBackToken = (id: string, tokenId: string) =>
  call<typeof takeTokenBack>("DELETE", "/api/{product}/buildings/{id}/tokens/{tokenId}", {
    params: { id, tokenId },
  });

export const useWebhooks = (id: string) =>
  useQuery({
    ...queryOf<typeof listWebhooks>("GET", "/api/{product}/buildings/{id}/webhooks", { params: { id } }),
    select: ({ webhooks }) => webhooks,
  });

export type WebhookFields = z.input<typeof makeWebhook.body>;

export const makeWebhookAt = (id: string, body: WebhookFields) =>
  call<typeof makeWebhook>("POST", "/api/{product}/buildings/{id}/webhooks", { params: { id }, body });

export const changeWebhookAt = (id: string, webhookId: string, body: z.input<typeof changeWebhook.body>) =>
  call<typeof changeWebhook>("PUT", "/api/{product}/buildings/{id}/webhooks/{webhookId}", {
    params: { id, webhookId },
    body,
  });

export const renewSecretOf = (id: string, webhookId: string) =>
  call<typeof renewWebhookSecret>("POST", "/api/{product}/buildings/{id}/webhooks/{webhookId}/secret", {
    params: { id, webhookId },
    body: {},
  });

export const deleteWebhookAt = (id: string, webhookId: string) =>
  call<typeof deleteWebhook>("DELETE", "/api/{product}/buildings/{id}/webhooks/{webhookId}", {
    params: { id, webhookId },
  });

export const tryWebhookAt = (id: string, webhookId: string) =>
  call<typeof tryWebhook>("POST", "/api/{product}/buildings/{id}/webhooks/{webhookId}/test", {
    params: { id, webhookId },
    body: {},
  });

/** Empty texts are no filters. */
export interface DeliveryWish {
  webhookId: string;
  state: z.output<typeof listDeliveries.query>["state"] | "";
  kind: z.output<typeof listDeliveries.query>["kind"] | "";
}

export const useDeliveries = (id: string, { webhookId, state, kind }: DeliveryWish, page: number) =>
  useQuery({
    ...queryOf<typeof listDeliveries>("GET", "/api/{product}/buildings/{id}/webhook-deliveries", {
      params: { id },
      query: {
        page,
        ...(webhookId === "" ? {} : { webhookId }),
        ...(state === "" ? {} : { state }),
        ...(kind === "" ? {} : { kind }),
      },
    }),
    placeholderData: (before) => before,
    refetchInterval: LOOK_AGAIN_MS,
  });

export const sendDeliveryAgain = (id: string, deliveryId: string) =>
  call<typeof sendAgain>("POST", "/api/{product}/buildings/{id}/webhook-deliveries/{deliveryId}/again", {
    params: { id, deliveryId },
    body: {},
  });
