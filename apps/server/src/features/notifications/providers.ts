import type { PushPayload } from "@umbral/contract/notifications/notifications.contract";

/**
 * What became of one attempt to hand a message to a provider:
 * - `accepted`: it took it, under its own name for it
 * - `refused`: it will never take this one
 * - `away`: it could not be reached, was too busy or broken: worth another try
 * - `unsure`: it was asked and did not answer, and another try would do it twice
 * - `gone`: the device is no longer registered there
 */
export type Delivery =
  | { kind: "accepted"; providerId: string | null }
  | { kind: "refused"; reason: string }
  | { kind: "away"; reason: string }
  | { kind: "unsure"; reason: string }
  | { kind: "gone" };

/** Makes phone calls and sends SMS. */
export interface Telephone {
  /**
   * Rings a number.
   * @param instructionsUrl where the provider asks what to say once it is picked up
   * @param ringSeconds after which nobody is worth ringing any more
   */
  call(to: string, instructionsUrl: string, ringSeconds: number): Promise<Delivery>;
  sms(to: string, text: string): Promise<Delivery>;
  /**
   * Ends a phone call that rings or was picked up; `gone` when it had ended.
   * @param providerId the provider's name for it
   */
  hangUp(providerId: string): Promise<Delivery>;
}

/** Sends to one kind of registered device. */
export interface Push {
  /** @param lifeSeconds how long the push service keeps it for a device that is off */
  send(token: string, payload: PushPayload, lifeSeconds: number): Promise<Delivery>;
}

export interface MailMessage {
  /** The message's own id. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Sends mail. */
export interface Mail {
  send(message: MailMessage): Promise<Delivery>;
}

/** Absent is what nobody configured: its messages go to the outbox. */
export interface Providers {
  telephone: Telephone | undefined;
  webPush: Push | undefined;
  fcm: Push | undefined;
  mail: Mail | undefined;
}

/** How long a provider may take to answer one request. */
export const PROVIDER_TIMEOUT_MS = 5000;
/** The same of phone calls and SMS, which are not taken back where their answer comes too late. */
export const TELEPHONE_TIMEOUT_MS = 10_000;
/** How long one whole conversation with a mail server may take. */
export const MAIL_TIMEOUT_MS = 10_000;

/** What a status says that has no meaning of its own at this provider. */
export function deliveryOfStatus(status: number, detail: string): Delivery {
  const reason = detail === "" ? `status ${status}` : `status ${status}, ${detail}`;
  const isPassing = status === 408 || status === 429 || status >= 500;
  return { kind: isPassing ? "away" : "refused", reason };
}

/**
 * What an answer says besides its status; undefined where that is nothing that we know, or was lost on its way. The status
 * has decided by then: what was taken is not sent again.
 */
export async function saidIn(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}

/** What a request that got no answer says. Never the address: it may name a person. */
export function deliveryOfError(error: unknown): Extract<Delivery, { kind: "away" }> {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code =
    cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : undefined;
  return { kind: "away", reason: code ?? (cause instanceof Error ? cause.name : "no answer") };
}
