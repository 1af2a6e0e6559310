import { isIP } from "node:net";
import { WEBHOOK_ADDRESS_LENGTH } from "@umbral/contract/integrations/webhooks.contract";
import { isInside } from "../../platform/public-addresses.ts";
import { Refused } from "../../platform/refused.ts";

/** What addresses may be told: those of the whole world over TLS, or in the demonstration this machine's own too. */
export type WebhookReach = "public" | "anywhere";

/**
 * An address that may be told, as it is written down. Where its name leads is looked at again with each connection.
 * @throws {Refused} WEBHOOK_ADDRESS_NOT_VALID
 */
export function webhookAddress(text: string, reach: WebhookReach): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !isAllowed(url, reach) || url.username !== "" || url.password !== "") {
    throw new Refused("WEBHOOK_ADDRESS_NOT_VALID");
  }
  url.hash = "";
  if (url.href.length > WEBHOOK_ADDRESS_LENGTH) {
    throw new Refused("WEBHOOK_ADDRESS_NOT_VALID");
  }
  return url.href;
}

/** May this be asked, as far as it can be told without looking its name up? */
export function isAllowed(url: URL, reach: WebhookReach): boolean {
  if (reach === "anywhere") {
    return url.protocol === "https:" || url.protocol === "http:";
  }
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const isLocalName = host === "localhost" || host.endsWith(".localhost") || host.endsWith(".local");
  // A name without a dot is one of this network's own.
  const isNumber = isIP(host) !== 0;
  return url.protocol === "https:" && (isNumber ? !isInside(host) : host.includes(".") && !isLocalName);
}
