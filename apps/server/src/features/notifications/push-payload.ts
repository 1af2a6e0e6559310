import { PushPayload } from "@umbral/contract/notifications/notifications.contract";
import type { PushProofs } from "../../platform/push-proofs.ts";
import type { WaitingMessage } from "./outbox-words.ts";

/**
 * What a push says, to a device registered in this session. Its proof is made when it leaves, so that it
 * stands nowhere.
 */
export async function payloadOf(
  message: WaitingMessage,
  sessionId: string,
  proofs: PushProofs,
): Promise<PushPayload> {
  return PushPayload.parse({
    ...message.data,
    proof: await proofFor(message, sessionId, proofs),
    title: message.subject,
    body: message.body,
    expiresAt: message.expires_at.toISOString(),
  });
}

/** For a call, which it may reject, and for the device of a test, which it may say that it got. */
async function proofFor(
  { data, call_id, expires_at }: WaitingMessage,
  sessionId: string,
  proofs: PushProofs,
): Promise<string | undefined> {
  if (data["kind"] === "call" && call_id !== null) {
    return proofs.make("reject-call", { subjectId: call_id, sessionId }, expires_at);
  }
  return data["kind"] === "bell-test"
    ? proofs.make("bell-test", { subjectId: data["subject"] ?? "", sessionId }, expires_at)
    : undefined;
}
