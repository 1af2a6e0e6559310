import { createHmac, randomBytes } from "node:crypto";

/** By the convention of Standard Webhooks: its receivers know the secret by this. */
const SECRET_START = "whsec_";
const SECRET_BYTES = 32;

/** A new secret, as it is shown. */
export const newWebhookSecret = (): string =>
  `${SECRET_START}${randomBytes(SECRET_BYTES).toString("base64")}`;

/** The headers by which a receiver knows whose message it is, and that it is new: one signature for each secret. */
export function signedHeaders(
  message: { id: string; at: Date; body: string },
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(message.at.getTime() / 1000));
  const signed = `${message.id}.${timestamp}.${message.body}`;
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_START.length), "base64");
    return `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
  });
  return {
    "webhook-id": message.id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}
