import { z } from "zod";
import { endpoint, theTelephoneProvider } from "../lib/endpoint.ts";

/** Keys of the automatic phone call. */
export const KEY_COMING = "1";
export const KEY_OPEN = "9";

/** What the provider says of a phone call; of its many fields these are read. */
const FromProvider = z.object({ CallSid: z.string().max(64).optional() });

/** The automatic phone call was picked up: what is said to whoever did. */
export const telephonePickedUp = endpoint({
  method: "POST",
  path: "/api/call/{callId}/telephone",
  summary: "What the automatic phone call says when it is picked up (TwiML)",
  access: theTelephoneProvider,
  params: z.strictObject({ callId: z.uuid() }),
  query: z.strictObject({}),
  body: FromProvider,
  reply: z.string(),
  bodyLimit: 8000,
});

/** A key was pressed in it. Only that answers the call: picking up alone does not. */
export const telephoneKeyPressed = endpoint({
  method: "POST",
  path: "/api/call/{callId}/telephone/keys",
  summary: "A key pressed in the automatic phone call: 9 opens, 1 says that one is coming (TwiML)",
  access: theTelephoneProvider,
  params: z.strictObject({ callId: z.uuid() }),
  query: z.strictObject({}),
  body: FromProvider.extend({ Digits: z.string().max(20).optional() }),
  reply: z.string(),
  bodyLimit: 8000,
});
