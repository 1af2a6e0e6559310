import { WebhookBody } from "@umbral/contract/integrations/webhooks.contract";
import type { SecretBox } from "../../platform/secret-box.ts";
import type { findOutgoing } from "./deliveries.queries.ts";
import { asOutsideEvent } from "./outside-event.ts";
import { signedHeaders } from "./webhook-signature.ts";

type Outgoing = NonNullable<Awaited<ReturnType<typeof findOutgoing>>> & { id: string; webhookId: string };

/** Under which name a webhook's secret is closed. */
export const secretOwner = (webhookId: string): string => `webhook ${webhookId}`;

/**
 * A delivery as it leaves. Sent again it has the same `webhook-id`, the event's own, by which its receiver knows that
 * it has it already. Null where its secret cannot be opened: the key under which it lies was lost.
 */
export function outgoingMessage(
  secrets: SecretBox,
  outgoing: Outgoing,
  at: Date,
): { body: string; headers: Record<string, string> } | null {
  const said = bodyOf(outgoing);
  const body = JSON.stringify(WebhookBody.parse(said));
  const open = (closed: Buffer) => secrets.tryOpen(secretOwner(outgoing.webhookId), closed)?.toString();
  const secret = open(outgoing.secret);
  if (secret === undefined) {
    return null;
  }
  const old = outgoing.oldSecret === null ? undefined : open(outgoing.oldSecret);
  const opened = old === undefined ? [secret] : [secret, old];
  return { body, headers: signedHeaders({ id: said.id, at, body }, opened) };
}

function bodyOf({ id, event, createdAt, tellsNames, buildingId, buildingName }: Outgoing): WebhookBody {
  if (!event) {
    return {
      id,
      kind: "test",
      at: createdAt.toISOString(),
      building: { id: buildingId, name: buildingName },
    };
  }
  const { person, ...row } = event;
  return asOutsideEvent(row, tellsNames && person !== null ? person : undefined);
}
